/// How many findings there are of each severity. Cleared ones are counted apart: they are no trouble.
package struct FindingTally: Sendable {
  private var counts = [Int](repeating: 0, count: Severity.allCases.count)
  package private(set) var cleared = 0

  package init(_ findings: [Finding]) {
    for finding in findings {
      if finding.state == .cleared {
        cleared += 1
      } else {
        counts[Int(finding.severity.rawValue)] += 1
      }
    }
  }

  package subscript(_ severity: Severity) -> Int { counts[Int(severity.rawValue)] }

  /// Findings of that severity or graver.
  package func atLeast(_ severity: Severity) -> Int {
    counts[Int(severity.rawValue)...].reduce(0, +)
  }
}
