/// Findings counted by rule and severity.
package struct FindingCounts: Hashable, Sendable {
  private static let severities = Severity.allCases.count
  private var counts = [Int](repeating: 0, count: Rule.allCases.count * severities)

  package init() {}

  package subscript(rule: Rule, severity: Severity) -> Int {
    get { counts[rule.position * Self.severities + Int(severity.rawValue)] }
    set { counts[rule.position * Self.severities + Int(severity.rawValue)] = newValue }
  }
}

/// Durations counted by length.
package struct DurationCounts: Hashable, Sendable {
  /// The upper bounds of the buckets.
  package static let bounds: [Microseconds] = [
    1000, 3000, 10_000, 30_000, 100_000, 300_000, 1_000_000, 5_000_000,
  ]

  /// Each without those of the buckets before it.
  package private(set) var buckets = [Int](repeating: 0, count: bounds.count)
  /// Those past the last bound included.
  package private(set) var count = 0
  package private(set) var sum: Microseconds = 0

  package init() {}

  /// Counts one.
  package mutating func note(_ duration: Microseconds) {
    count += 1
    sum += max(0, duration)
    if let bucket = Self.bounds.firstIndex(where: { duration <= $0 }) { buckets[bucket] += 1 }
  }
}

/// An audit in numbers.
package struct AuditCounts: Sendable {
  package var sessions = 0
  package var outstanding = 0
  package var leaking = 0
  /// Of the task that has been open for longest.
  package var oldestAge: Microseconds?
  package var findings = FindingCounts()
  /// By the gravest severity in each.
  package var groups = FindingCounts()
  package var silences = SilenceCounts()
  package init() {}
}

extension Auditor {
  /// The numbers of now.
  package var counts: AuditCounts {
    var counts = AuditCounts()
    counts.sessions = sessionCount
    counts.outstanding = outstandingCount
    counts.leaking = leakingCount
    counts.oldestAge = oldestOpenAge
    for session in index.sessions {
      for record in session.findings.records where record.state != .cleared {
        counts.findings[record.key.rule, record.severity] += 1
      }
    }
    for group in groups.groups.values where group.count > 0 {
      counts.groups[group.rule, group.severity] += 1
    }
    counts.silences = silenceCounts
    return counts
  }
}
