import AuditCore

/// When the next capture is due. Nothing is while nothing changes.
struct CommitPace: Hashable {
  /// A commit that fails is tried again after the first, then after twice the time before, and after
  /// the second at most.
  static let retries: (first: Microseconds, last: Microseconds) = (.seconds(1), .seconds(30))

  /// Up to this long the daemon rests four times as long as a commit took, so that under load a fifth of
  /// its time goes into them at most.
  private static let restMax: Microseconds = .milliseconds(250)

  private var changedAt: Instant?
  private var restsUntil: Instant?
  private var retryDelay: Microseconds?

  /// Something differs from what was captured last.
  mutating func noteChange(at now: Instant) { if changedAt == nil { changedAt = now } }

  /// The time of the next capture; nil where nothing changed. A disk gets at least as much time to rest as
  /// the last commit took.
  func due(interval: Microseconds) -> Instant? {
    guard let changedAt else { return nil }
    return max(changedAt + interval, restsUntil ?? changedAt)
  }

  mutating func noteCapture() { changedAt = nil }

  mutating func noteCommit(took duration: Microseconds, endedAt now: Instant) {
    restsUntil = now + max(duration, min(duration * 4, Self.restMax))
    retryDelay = nil
  }

  /// How long to wait before the same commit is tried again.
  mutating func noteFailure() -> Microseconds {
    let delay = min(retryDelay.map { $0 * 2 } ?? Self.retries.first, Self.retries.last)
    retryDelay = delay
    return delay
  }
}
