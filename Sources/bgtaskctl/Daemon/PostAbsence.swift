/// A daemon that went away: since when, and when to look again. Times in microseconds.
struct PostAbsence {
  private static let firstPause: Int64 = 100_000
  private static let longestPause: Int64 = 5_000_000

  private(set) var isOn = false
  private(set) var since: Int64 = 0
  private(set) var nextAttempt: Int64 = 0
  /// Dropped lines that the present connection began with telling.
  var told: UInt64 = 0
  /// Each is twice the one before, until the daemon works again.
  private var pause = PostAbsence.firstPause

  /// The connection is lost. False if that was one more attempt within the same absence.
  mutating func begin(at now: Int64) -> Bool {
    attemptFailed(at: now)
    if isOn { return false }
    isOn = true
    since = now
    return true
  }

  mutating func attemptFailed(at now: Int64) {
    nextAttempt = now + pause
    pause = min(pause * 2, Self.longestPause)
  }

  /// Little time is left: looks at once, and then often.
  mutating func hurry() {
    pause = Self.firstPause
    nextAttempt = 0
  }

  /// The daemon acknowledges lines. True if it was away.
  mutating func end() -> Bool {
    pause = Self.firstPause
    defer { isOn = false }
    return isOn
  }
}
