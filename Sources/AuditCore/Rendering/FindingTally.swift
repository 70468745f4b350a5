/// How many findings there are of each severity. Cleared ones and those that are excused are counted
/// apart: they are no trouble, or none that is new.
package struct FindingTally: Sendable {
  private var counts = [Int](repeating: 0, count: Severity.allCases.count)
  package private(set) var cleared = 0
  package private(set) var known = 0
  package private(set) var suppressed = 0

  package init(_ findings: [Finding]) {
    for finding in findings {
      if finding.state == .cleared {
        cleared += 1
      } else {
        switch finding.excuse {
        case .known: known += 1
        case .suppressed: suppressed += 1
        case nil: counts[Int(finding.severity.rawValue)] += 1
        }
      }
    }
  }

  package subscript(_ severity: Severity) -> Int { counts[Int(severity.rawValue)] }
}
