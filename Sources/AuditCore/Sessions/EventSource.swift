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
  /// Sessions that it fed, oldest first, each once.
  var sessions: [Session] = []
  /// Those of them that its lines may still belong to.
  var pool = SessionPool()
  /// The session of its last event, and what that event named: the next line that names the same
  /// belongs to it, whatever other sessions there are.
  var last: (origin: Origin, session: Session)?
  var recent = RecentOrigins()

  init(_ number: Int, _ info: SourceInfo) {
    self.number = number
    self.info = info
  }

  var id: SourceID { SourceID(rawValue: UInt32(truncatingIfNeeded: number)) }

  /// Lets go of sessions that are no longer kept.
  func letGo(_ leaving: Set<Int>) {
    sessions.removeAll(where: \.isForgotten)
    pool.remove(leaving)
    if last?.session.isForgotten == true { last = nil }
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
    var session: Session
    var epoch: UInt64
  }
  /// A power of two of them, or none before the second origin.
  private var entries: [Entry?] = []
  private static let entriesMin = 16
  private static let entriesMax = 1024

  func session(of origin: Origin, in epoch: UInt64) -> Session? {
    if entries.isEmpty { return nil }
    guard let entry = entries[place(of: origin)], entry.epoch == epoch, entry.origin == origin else {
      return nil
    }
    return entry.session
  }

  /// `among`: sessions that the source feeds.
  mutating func remember(_ origin: Origin, _ session: Session, in epoch: UInt64, among count: Int) {
    if entries.count < Self.entriesMin || entries.count < min(count, Self.entriesMax) {
      var capacity = Self.entriesMin
      while capacity < min(count * 2, Self.entriesMax) { capacity *= 2 }
      entries = Array(repeating: nil, count: capacity)
    }
    entries[place(of: origin)] = Entry(origin: origin, session: session, epoch: epoch)
  }

  /// Lets go of all sessions.
  mutating func forget() { entries = [] }

  private func place(of origin: Origin) -> Int {
    var mixed = UInt64(origin.session.rawValue) << 32 | UInt64(origin.process.rawValue)
    mixed = mixed &* 0x9E37_79B9_7F4A_7C15
    mixed ^= UInt64(origin.device.rawValue) << 32 | UInt64(UInt32(bitPattern: origin.pid ?? -1))
    mixed = mixed &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed >> 40) & (entries.count - 1)
  }
}
