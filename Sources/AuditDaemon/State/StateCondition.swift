import AuditCore

/// Whether state reaches the disk, since when it does not, and when that is to be said.
struct StateCondition: Hashable {
  /// What is to be told in the journal.
  enum Message: Hashable {
    /// Since that time on the wall clock, for this reason.
    case notKept(since: Instant, why: String, details: String)
    /// Everything is on the disk again, after so long.
    case keptAgain(after: Microseconds)
  }

  /// While it goes on, it is said again no sooner.
  private static let repeatAfter: Microseconds = .seconds(60)

  private struct Trouble: Hashable {
    var began: Arrival
    var toldAt: Instant
    var why: String
  }

  private var trouble: Trouble?

  /// A commit failed, or takes too long. `why` in two words, `details` as a sentence.
  mutating func noteTrouble(_ why: String, details: String, at now: Arrival) -> Message? {
    if let trouble, now.monotonic - trouble.toldAt < Self.repeatAfter, trouble.why == why {
      return nil
    }
    let began = trouble?.began ?? now
    trouble = Trouble(began: began, toldAt: now.monotonic, why: why)
    return .notKept(since: began.wall, why: why, details: details)
  }

  /// A commit is done that holds everything up to its capture.
  mutating func noteCommit(at now: Instant) -> Message? {
    guard let trouble else { return nil }
    self.trouble = nil
    return .keptAgain(after: now - trouble.began.monotonic)
  }

  /// For the status line; nil while all is well.
  var statusText: String? {
    trouble.map { "state not kept since \(Self.clock($0.began.wall)): \($0.why)" }
  }

  /// `14:02:11 UTC`
  static func clock(_ wall: Instant) -> String {
    StampText.clock(Stamp(instant: wall, precision: .second)) + " UTC"
  }
}
