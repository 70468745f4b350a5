/// Knows one thing seen twice: an end printed by two layers, a line printed twice.
struct RepeatedLines {
  fileprivate struct SeenEnd {
    var id: UInt64
    var time: Instant?
    var order: UInt64
    var wordings: UInt32
  }

  private var ends = LatestFew<SeenEnd>()
  /// For each id of `ends` the bit of its last six, to see at once that an id is in none of them: those that
  /// came since the ring of `ends` began anew, and those of the turn before.
  private var endBits: UInt64 = 0
  private var olderEndBits: UInt64 = 0
  private var hashes = LatestFew<UInt64>()
  /// Ends of one id by different wordings within this are one end.
  private static let window: Microseconds = .milliseconds(10)
  /// UIKit's "Can't end" echoes another line's end of that id within this.
  private static let echoWindow: Microseconds = .milliseconds(50)

  /// True if a byte-identical line was seen a moment ago. 0 is never equal.
  mutating func isRepeated(lineHash: UInt64) -> Bool {
    if lineHash == 0 { return false }
    if hashes.newest(where: { $0 == lineHash }) != nil { return true }
    _ = hashes.append(lineHash)
    return false
  }

  /// True if another layer printed this end already. In a log without times, two lines later at most.
  @inline(__always)
  mutating func isSecondView(
    ofEnd id: UInt64, wording: Wording, time: Instant?, order: UInt64
  ) -> Bool {
    let bit: UInt32 = 1 << UInt32(wording.rawValue & 31)
    let idBit: UInt64 = 1 &<< (id & 63)
    if (endBits | olderEndBits) & idBit != 0, sees(id, bit, time: time, order: order) {
      return true
    }
    let place = ends.append(SeenEnd(id: id, time: time, order: order, wordings: bit))
    if place == 0 { (olderEndBits, endBits) = (endBits, 0) }
    endBits |= idBit
    return false
  }

  private mutating func sees(_ id: UInt64, _ bit: UInt32, time: Instant?, order: UInt64) -> Bool {
    guard let place = ends.newest(where: { $0.id == id }),
      isOther(ends[place], bit, time: time, order: order)
    else { return false }
    ends[place].wordings |= bit
    return true
  }

  /// Whether an end in another wording is near enough to be the same.
  private func isOther(
    _ end: SeenEnd, _ bit: UInt32, time: Instant?, order: UInt64
  ) -> Bool {
    if end.wordings & bit != 0 { return false }
    guard let time, let seen = end.time else { return order - end.order <= 2 }
    let cantEnd: UInt32 = 1 << UInt32(Wording.uikitCantEnd.rawValue)
    let isEcho = (end.wordings | bit) & cantEnd != 0
    return time - seen <= (isEcho ? Self.echoWindow : Self.window)
  }
}

/// The latest 16 (a power of two) of many; each that comes takes the place of the oldest.
private struct LatestFew<Element: Archivable> {
  private var elements: [Element] = []
  /// The oldest, once there are as many as are kept.
  private var start = 0
  private static var countMax: Int { 16 }

  subscript(place: Int) -> Element {
    @inline(__always) _read { yield elements[place] }
    @inline(__always) _modify { yield &elements[place] }
  }

  /// Returns the place that the element takes.
  mutating func append(_ element: Element) -> Int {
    if elements.count < Self.countMax {
      elements.append(element)
      return elements.count - 1
    }
    let place = start
    elements[place] = element
    start = (place &+ 1) & (Self.countMax - 1)
    return place
  }

  /// The place of the newest that fits.
  @inline(__always)
  func newest(where fits: (borrowing Element) -> Bool) -> Int? {
    var left = elements.count
    var place = start
    while left > 0 {
      place = place == 0 ? elements.count - 1 : place - 1
      if fits(elements[place]) { return place }
      left -= 1
    }
    return nil
  }

  var places: Range<Int> { 0..<min(elements.count, Self.countMax) }

  /// Oldest first.
  mutating func pass(through archive: inout Archive) {
    var inOrder = Array(elements[start...] + elements[..<start])
    archive.pass(&inOrder)
    archive.require(inOrder.count <= Self.countMax)
    if archive.isReading { (elements, start) = (inOrder, 0) }
  }
}

extension RepeatedLines: Archivable {
  static var blank: RepeatedLines { RepeatedLines() }
  mutating func pass(through archive: inout Archive) {
    ends.pass(through: &archive)
    if archive.isReading { for place in ends.places { endBits |= 1 &<< (ends[place].id & 63) } }
    hashes.pass(through: &archive)
  }
}

extension RepeatedLines.SeenEnd: Archivable {
  static var blank: Self { Self(id: 0, time: nil, order: 0, wordings: 0) }
  mutating func pass(through archive: inout Archive) {
    archive.pass(&id)
    archive.pass(&time)
    archive.pass(&order)
    archive.pass(&wordings)
  }
}

/// The newest begin and end of each thread that printed one, for the stack that may follow.
struct StackTargets {
  enum Target {
    case begin(UInt64)
    case end(UInt64, order: UInt64)

    var id: UInt64 {
      switch self {
      case .begin(let id), .end(let id, _): id
      }
    }
  }
  private var targets: [(thread: UInt64, target: Target)] = []
  /// Of the thread that printed last: its place in `targets`, where what stands may be older; -1 where there
  /// is none.
  private var latestPlace = -1
  private var latestThread: UInt64 = 0
  private var latest = Target.begin(0)

  @inline(__always)
  mutating func set(_ target: Target, thread: UInt64) {
    if latestPlace < 0 || latestThread != thread { turn(to: thread) }
    latest = target
  }

  private mutating func turn(to thread: UInt64) {
    putDown()
    latestThread = thread
    if let index = targets.firstIndex(where: { $0.thread == thread }) {
      latestPlace = index
      return
    }
    if targets.count >= Limits.openStackBlocksMax { targets.removeFirst() }
    latestPlace = targets.count
    targets.append((thread, .begin(0)))
  }

  /// Writes the latest where it belongs.
  private mutating func putDown() {
    if latestPlace >= 0 { targets[latestPlace].target = latest }
    latestPlace = -1
  }

  /// The target that a stack of `thread` belongs to, and of the task `id` if it names one; it can be
  /// taken once.
  mutating func take(thread: UInt64, of id: UInt64?) -> Target? {
    putDown()
    guard
      let index = targets.firstIndex(where: {
        $0.thread == thread && (id == nil || id == $0.target.id)
      })
    else { return nil }
    return targets.remove(at: index).target
  }
}

extension StackTargets: Archivable {
  static var blank: StackTargets { StackTargets() }
  mutating func pass(through archive: inout Archive) {
    putDown()
    archive.passList(&targets, blank: (thread: 0, target: .begin(0))) { archive, entry in
      archive.pass(&entry.thread)
      archive.pass(&entry.target)
    }
    archive.require(targets.count <= Limits.openStackBlocksMax)
  }
}

extension StackTargets.Target: Archivable {
  static var blank: StackTargets.Target { .begin(0) }
  mutating func pass(through archive: inout Archive) {
    var (id, endOrder): (UInt64, UInt64?) = (self.id, nil)
    if case .end(_, let order) = self { endOrder = order }
    archive.pass(&id)
    archive.pass(&endOrder)
    self = endOrder.map { .end(id, order: $0) } ?? .begin(id)
  }
}
