/// What one run, or one release, has of each fingerprint: one side of a comparison.
package struct AuditedRun: Sendable {
  /// Findings of one fingerprint.
  package struct Group: Sendable {
    package var rule: String
    package var fingerprint: String
    /// The gravest.
    package var severity: Severity
    /// By severity, by its raw value.
    package var counts = [Int](repeating: 0, count: Severity.allCases.count)
    package var name: String?
    package var blame: Blame
    package var sdk: String?

    /// Findings of that severity or graver; saturates.
    package func count(from severity: Severity) -> Int {
      counts[Int(severity.rawValue)...].reduce(0) { sum, count in
        let (next, overflow) = sum.addingReportingOverflow(count)
        return overflow ? .max : next
      }
    }
  }

  /// Launches, at least 1.
  package private(set) var sessions: Int
  /// In the order in which they were first seen: gravest first where a report is the source.
  package private(set) var groups: [Group] = []
  private var positions: [String: Int] = [:]

  /// Of an audit that was just made. Cleared and suppressed findings do not count.
  package init(of report: Report) {
    sessions = max(1, report.summary.sessions)
    for finding in report.findings where finding.isNews || finding.excuse == .known {
      var entry = PrintedReport.Entry()
      entry.rule = finding.rule.rawValue
      entry.fingerprint = finding.fingerprint
      entry.severity = finding.severity
      entry.name = finding.name
      entry.blame = finding.blame
      entry.sdk = finding.sdk?.name
      add(entry)
    }
  }

  /// Of what `--format json` or `--write-baseline` printed; nil for any other bytes, such as a log's.
  /// Throws for a report that is damaged.
  package init?(reading bytes: Span<UInt8>) throws(Baseline.Problem) {
    let report: PrintedReport
    do throws(PrintedReport.Problem) {
      report = try PrintedReport(reading: bytes)
    } catch {
      if !error.isReport { return nil }
      throw Baseline.Problem(error)
    }
    sessions = max(1, report.sessions)
    for entry in report.entries where !entry.isLeftOut { add(entry) }
  }

  /// What it has of a fingerprint; nil for nothing.
  package func group(_ fingerprint: String) -> Group? {
    positions[fingerprint].map { groups[$0] }
  }

  private mutating func add(_ entry: PrintedReport.Entry) {
    let position = positions[entry.fingerprint] ?? groups.count
    if position == groups.count {
      positions[entry.fingerprint] = position
      groups.append(
        Group(
          rule: entry.rule ?? "unnamed-rule", fingerprint: entry.fingerprint,
          severity: entry.severity, name: entry.name, blame: entry.blame, sdk: entry.sdk))
    }
    groups[position].severity = max(groups[position].severity, entry.severity)
    let (sum, overflow) = groups[position].counts[Int(entry.severity.rawValue)]
      .addingReportingOverflow(entry.count)
    groups[position].counts[Int(entry.severity.rawValue)] = overflow ? .max : sum
  }
}
