/// The sessions that a line of some kind may belong to: those that are open, and the few that closed
/// last. Adding costs constant time on average, however many have come and gone.
struct SessionPool {
  private var sessions: [Session] = []
  private var roomUntil = 32
  /// Closed ones that stay: lines about a launch's end come after it.
  private static let closedMax = 8

  /// Oldest first.
  var candidates: [Session] { sessions }

  mutating func add(_ session: Session) {
    sessions.append(session)
    if sessions.count > roomUntil { compact() }
  }

  private mutating func compact() {
    var closed = sessions.reduce(0) { $0 + ($1.isOpen ? 0 : 1) }
    sessions.removeAll { session in
      if session.isOpen { return false }
      closed -= 1
      return closed >= Self.closedMax
    }
    roomUntil = sessions.count * 2 + 32
  }

  mutating func remove(_ leaving: Set<Int>) {
    sessions.removeAll { leaving.contains($0.number) }
  }

  var isEmpty: Bool { sessions.isEmpty }
}

extension SessionPool: Archivable {
  static var blank: SessionPool { SessionPool() }

  mutating func pass(through archive: inout Archive) {
    archive.passSessions(&sessions)
    archive.pass(&roomUntil)
  }
}
