/// One begun id of a session, from its begin (or the first line that proves it) to its end.
struct TaskRecord {
  struct Flags: OptionSet {
    var rawValue: UInt16
    /// No begin in view: an expiry or a warning proved it.
    static let beginUnseen = Flags(rawValue: 1 << 0)
    /// The begin is known to have no expiration handler.
    static let handlerless = Flags(rawValue: 1 << 1)
    /// UIKit's own task: never blamed.
    static let system = Flags(rawValue: 1 << 2)
    /// UIKit warned of it: 30 s or more.
    static let warned = Flags(rawValue: 1 << 3)
    /// Begun while the app was in the background.
    static let inBackground = Flags(rawValue: 1 << 4)
    /// Its deadline has passed; `guessed` if that deadline was a guess.
    static let pastDeadline = Flags(rawValue: 1 << 5)
    static let guessed = Flags(rawValue: 1 << 6)
    /// An expiration handler ran, and perhaps its own (an `expire` that names no id).
    static let handlersRan = Flags(rawValue: 1 << 7)
    /// Its own handler was entered.
    static let expired = Flags(rawValue: 1 << 8)
    /// Its own handler returned, or UIKit found it still open after all handlers.
    static let handlerReturned = Flags(rawValue: 1 << 9)
    static let stillNotEnded = Flags(rawValue: 1 << 10)
    /// The id was inferred by counting, so nothing about it is above info.
    static let uncertainID = Flags(rawValue: 1 << 11)
    /// An unpaired-task finding stands.
    static let judged = Flags(rawValue: 1 << 12)
    /// Some finding is about it, so that its end has something to withdraw.
    static let found = Flags(rawValue: 1 << 13)
  }

  var id: UInt64
  /// Position among the session's events; later begins have higher ones.
  var order: UInt64
  private var begunMicroseconds: Microseconds = 0
  private var stampMicroseconds: Microseconds = 0
  private var sequence: UInt64
  /// The next begin of the same known holder; 0 where there is none yet.
  var successor: UInt64 = 0
  /// The begin of the same known holder before this one; 0 where there was none.
  var predecessor: UInt64 = 0
  var thread: UInt64 = 0
  private var source: SourceID
  private var line: UInt32
  var name = TextID.none
  var stack = StackID.none
  var slot = TextID.none
  var holder = HolderID.unknown
  /// Where the session's record of the holder stands; -1 where that is to be looked up.
  var holderPlace: Int32 = -1
  /// Number of the background phase it was begun in or after.
  var phase: UInt32 = 0
  /// Below 0 for tasks that were proved without their begin, the latest of them lowest; 0 for others.
  var rank: Int32 = 0
  /// Neighbours in begin order, as slots of the ledger; -1 at the ends.
  var previous: Int32 = -1
  var next: Int32 = -1
  var flags: Flags = []
  private var known: Known = []

  /// Which of the numbers above are known. Optionals would take half as much again.
  private struct Known: OptionSet {
    var rawValue: UInt8
    static let begun = Known(rawValue: 1 << 0)
    static let stamp = Known(rawValue: 1 << 1)
    static let sequence = Known(rawValue: 1 << 2)
  }

  /// By the session's clock, which never runs backwards; nil in a log without times.
  var begun: Instant? {
    get { known.contains(.begun) ? Instant(microseconds: begunMicroseconds) : nil }
    set { begunMicroseconds = note(.begun, newValue?.microseconds) ?? 0 }
  }

  /// As the line said it.
  var stamp: Instant? {
    get { known.contains(.stamp) ? Instant(microseconds: stampMicroseconds) : nil }
    set { stampMicroseconds = note(.stamp, newValue?.microseconds) ?? 0 }
  }

  var place: Place {
    get {
      Place(
        source: source, line: line, sequence: known.contains(.sequence) ? sequence : nil)
    }
    set {
      (source, line) = (newValue.source, newValue.line)
      sequence = note(.sequence, newValue.sequence) ?? 0
    }
  }

  private mutating func note<Value>(_ part: Known, _ value: Value?) -> Value? {
    if value != nil { known.insert(part) } else { known.remove(part) }
    return value
  }

  /// Microseconds from its begin to `time`; nil where either is not known.
  func held(until time: Instant?) -> Microseconds? {
    guard let begun, let time, !flags.contains(.beginUnseen) else { return nil }
    return Swift.max(0, time - begun)
  }

  /// Writes all but the id, the neighbours and what is known of its holder: the task is begun by `event`.
  @inline(__always)
  mutating func begin(by event: Event, _ when: Session.When) {
    order = when.order
    known = []
    begun = when.time
    stamp = when.stamp
    place = event.place
    successor = 0
    thread = event.thread
    (name, stack, slot) = (event.name, event.stack, event.slot)
    rank = 0
    flags = []
    if event.hasHandler == false { flags.insert(.handlerless) }
    if event.uncertainID { flags.insert(.uncertainID) }
  }

  init(id: UInt64, order: UInt64, place: Place) {
    self.id = id
    self.order = order
    (source, line, sequence) = (place.source, place.line, 0)
    self.place = place
  }
}

/// What is remembered of a task after its end, so that a second end can be told and explained.
struct EndedTask {
  var task: TaskRecord
  var endOrder: UInt64
  var ended: Instant?
  var endStamp: Instant?
  var endPlace: Place

  /// `task` was ended by the event at `place`.
  mutating func note(_ task: borrowing TaskRecord, _ when: Session.When, _ place: Place) {
    self.task = copy task
    (endOrder, ended, endStamp) = (when.order, when.time, when.stamp)
    endPlace = place
  }
}

// MARK: - Storing

extension TaskRecord: Archivable {
  static var blank: TaskRecord { TaskRecord(id: 0, order: 0, place: .blank) }

  /// All but its neighbours and the place of its holder, which follow from rank and order.
  mutating func pass(through archive: inout Archive) {
    archive.pass(&id)
    archive.pass(&order)
    archive.pass(&begun)
    archive.pass(&stamp)
    archive.pass(&place)
    archive.pass(&name)
    archive.pass(&stack)
    archive.pass(&slot)
    archive.pass(&holder)
    archive.pass(&successor)
    archive.pass(&predecessor)
    archive.pass(&thread)
    archive.pass(&phase)
    archive.pass(&flags.rawValue)
    archive.pass(&rank)
    archive.require(rank <= 0)
  }
}

extension EndedTask: Archivable {
  static var blank: EndedTask {
    EndedTask(task: .blank, endOrder: 0, ended: nil, endStamp: nil, endPlace: .blank)
  }
  mutating func pass(through archive: inout Archive) {
    archive.pass(&task)
    archive.pass(&endOrder)
    archive.pass(&ended)
    archive.pass(&endStamp)
    archive.pass(&endPlace)
  }
}
