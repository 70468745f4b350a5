/// What is kept of a file or connection.
final class EventSource {
  let number: Int
  var info: SourceInfo
  var isOpen = true
  /// Somebody keeps something for it.
  var isHeld = true
  /// It differs from what is stored of it; `hasNewFeeds`: in the sessions that it feeds, too.
  var isUnsaved = false
  var hasNewFeeds = false
  /// The stamp of its last line, event or not: a log ends there.
  var lastStamp: Stamp?
  /// What it has brought into the tables that all share.
  var names = NameCounts()
  /// Some of its names were left out since those were swept.
  var isShortOfNames = false
  /// Sessions that it fed, oldest first, each once.
  var sessions: [Session] = []
  /// Those of them that its lines may still belong to.
  var pool = SessionPool()
  /// The session of its last event, and what that event named: the next line that names the same
  /// belongs to it, whatever other sessions there are.
  private(set) var last: Session?
  private(set) var lastOrigin = Origin()
  var recent = RecentOrigins()

  init(_ number: Int, _ info: SourceInfo) {
    self.number = number
    self.info = info
  }

  var id: SourceID { SourceID(rawValue: UInt32(truncatingIfNeeded: number)) }

  func noteLast(_ origin: Origin, _ session: Session?) {
    lastOrigin = origin
    last = session
  }

  /// The session of the next event, where one that named the same was found lately and nothing has to be
  /// closed first.
  func turn(to origin: Origin, in epoch: UInt64) -> Session? {
    guard let session = recent.session(of: origin, in: epoch), session.isOpen,
      !session.hasOpenPredecessor
    else { return nil }
    noteLast(origin, session)
    return session
  }

  func forgetOrigins() {
    last = nil
    recent.forget()
  }

  /// Lets go of sessions that are no longer kept.
  func letGo(_ leaving: Set<Int>) {
    sessions.removeAll(where: \.isForgotten)
    pool.remove(leaving)
    if last?.isForgotten == true { last = nil }
    recent.forget()
  }
}

/// Where events of a source that writes of many launches in turn belong, so that nobody has to look
/// for it with every line.
///
/// What was found holds as long as no session was opened, closed or told more of: each of these turns
/// the epoch (`AuditTools.sessionsEpoch`).
struct RecentOrigins {
  private struct Entry {
    var origin: Origin
    var session: Session?
    var epoch: UInt64
    static var empty: Entry { Entry(origin: Origin(), session: nil, epoch: 0) }
  }
  /// A power of two of them, or none before the second origin. Each origin may be in one of two.
  private var entries: [Entry] = []
  private static let entriesMin = 16
  private static let entriesMax = 1024

  func session(of origin: Origin, in epoch: UInt64) -> Session? {
    if entries.isEmpty { return nil }
    let place = place(of: origin)
    if holds(origin, epoch, at: place) { return entries[place].session }
    if holds(origin, epoch, at: place ^ 1) { return entries[place ^ 1].session }
    return nil
  }

  private func holds(_ origin: Origin, _ epoch: UInt64, at place: Int) -> Bool {
    entries[place].origin.session == origin.session && entries[place].epoch == epoch
      && entries[place].origin == origin
  }

  /// `count`: how many sessions the source feeds.
  mutating func remember(_ origin: Origin, _ session: Session, in epoch: UInt64, among count: Int) {
    if entries.count < min(max(count, Self.entriesMin), Self.entriesMax) {
      var capacity = Self.entriesMin
      while capacity < min(count * 2, Self.entriesMax) { capacity *= 2 }
      entries = Array(repeating: .empty, count: capacity)
    }
    let first = place(of: origin)
    let place = entries[first].epoch == epoch ? first ^ 1 : first
    entries[place] = Entry(origin: origin, session: session, epoch: epoch)
  }

  /// Lets go of all sessions.
  mutating func forget() { entries = [] }

  /// Numbers of texts are given in order: neighbours do not meet.
  private func place(of origin: Origin) -> Int {
    let sum =
      UInt64(origin.session.rawValue) &+ UInt64(origin.process.rawValue) &* 31
      &+ UInt64(origin.device.rawValue) &* 17 &+ UInt64(UInt32(bitPattern: origin.pid ?? 0))
    return Int(truncatingIfNeeded: sum &* 2) & (entries.count - 1)
  }
}

extension Origin {
  /// Whoever is named so is told from launches before by more than the numbers of tasks.
  var tellsLaunch: Bool { !session.isNone || pid != nil }
}

extension Event {
  var isHello: Bool {
    if case .hello = action { return true }
    return false
  }

  var isExit: Bool {
    if case .exit = action { return true }
    return false
  }

  init(_ action: Action, place: Place, wording: Wording, origin: Origin) {
    self.init(action, place: place, wording: wording)
    self.origin = origin
  }
}
