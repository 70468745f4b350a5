import AuditCore

/// The sentence that `systemctl status` shows, told when it changes and once a second at most.
struct StatusLine {
  enum Step: Hashable {
    case nothing
    case tell(String)
    /// It may be told again at this time, on the clock of `now`.
    case wait(until: Microseconds)
  }

  private static let interval: Microseconds = .seconds(1)
  private var told: String?
  private var toldAt: Microseconds?

  /// `trouble`: what is wrong, if anything.
  static func text(
    sessions: Int, outstanding: Int, leaking: Int, trouble: String? = nil
  ) -> String {
    let counts =
      "\(Words.count(sessions, "session")), \(outstanding) outstanding, \(leaking) leaking"
    return trouble.map { "\(counts); \($0)" } ?? counts
  }

  /// It could not be told after all; `update` says when to try again.
  mutating func noteUntold() { told = nil }

  /// What is to be done about `text` at `now`.
  mutating func update(_ text: String, at now: Microseconds) -> Step {
    if text == told { return .nothing }
    if let toldAt, now - toldAt < Self.interval { return .wait(until: toldAt + Self.interval) }
    told = text
    toldAt = now
    return .tell(text)
  }
}
