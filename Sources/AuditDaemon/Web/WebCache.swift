import AuditCore
import HTTP

/// Answers that were made lately: many who ask the same cost as much as one.
struct WebCache {
  /// So old an answer may be though something has happened since, and though nothing has but time.
  private static let ages: (changed: Microseconds, same: Microseconds) = (
    .milliseconds(250), .seconds(1)
  )

  private struct Entry {
    var response: HTTPResponse
    var generation: UInt64
    var madeAt: Instant
    var took: Microseconds
  }

  private var entries: [WebRoute: Entry] = [:]

  /// One that took long to make is good for four times as long.
  func find(_ route: WebRoute, generation: UInt64, at now: Instant) -> HTTPResponse? {
    guard let entry = entries[route] else { return nil }
    if route.isConstant { return entry.response }
    let age = entry.generation == generation ? Self.ages.same : Self.ages.changed
    return now - entry.madeAt < max(age, entry.took * 4) ? entry.response : nil
  }

  /// The oldest gives way where there are too many.
  mutating func keep(
    _ response: HTTPResponse, for route: WebRoute, generation: UInt64, at now: Instant,
    took: Microseconds
  ) {
    if entries[route] == nil, entries.count >= Limits.webAnswersKeptMax,
      let oldest = entries.min(by: { $0.value.madeAt < $1.value.madeAt })
    {
      entries[oldest.key] = nil
    }
    entries[route] = Entry(response: response, generation: generation, madeAt: now, took: took)
  }

  mutating func removeAll() { entries = [:] }
}
