import AuditCore

/// Lets so many through in each second and counts the rest.
struct RateLimit {
  private static let window: Microseconds = .seconds(1)
  private var windowStart: Microseconds?
  private var admitted = 0
  private(set) var heldBack = 0

  /// Whether one more may pass at `now`. If so, the count of those held back starts anew: it was
  /// returned. nil means that this one is held back.
  mutating func admit(at now: Microseconds, perSecondMax: Int) -> Int? {
    if windowStart.map({ now - $0 >= Self.window }) ?? true {
      windowStart = now
      admitted = 0
    }
    if admitted >= perSecondMax {
      heldBack += 1
      return nil
    }
    admitted += 1
    return takeHeldBack()
  }

  /// Counts `count` that were never asked for.
  mutating func holdBack(_ count: Int) { heldBack += count }

  /// The number held back since it was last told.
  mutating func takeHeldBack() -> Int {
    defer { heldBack = 0 }
    return heldBack
  }
}
