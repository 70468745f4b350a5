import AuditCore

/// How much one client may bring: so much a second in the long run, and a burst after a quiet time.
/// What is taken beyond that is owed, and time pays it off.
struct TokenBucket: Hashable {
  private var tokens: Double
  private var filledAt: Instant

  init(full burst: Int, at now: Instant) {
    tokens = Double(burst)
    filledAt = now
  }

  /// Takes `count`, which may be more than there is. Returns when something is left again; nil if it
  /// is now. A clock that steps back gives nothing.
  mutating func take(_ count: Int, at now: Instant, perSecond: Int, burst: Int) -> Instant? {
    let passed = max(0, now - filledAt)
    filledAt = max(filledAt, now)
    tokens = min(Double(burst), tokens + passed.inSeconds * Double(perSecond)) - Double(count)
    if tokens >= 0 { return nil }
    return filledAt + Microseconds(fromSeconds: -tokens / Double(perSecond))
  }
}
