/// The findings that were there before, counted by fingerprint and severity: what a build may still have.
///
/// A finding is known as long as there are no more of its fingerprint than the baseline has. Those that
/// fail are held against those that would have failed then, so that an info of the baseline excuses no
/// error, while an error that comes as a warning for once, because the log stopped earlier, stays known.
/// Of more launches than the baseline was taken from, as many times more are known: a longer log must
/// not fail merely by being longer.
package struct Baseline: Hashable, Sendable {
  /// Launches that it was taken from, at least 1.
  package private(set) var sessions: Int
  /// By fingerprint: how many there were of each severity, by its raw value.
  package private(set) var counts: [String: [Int]] = [:]

  /// All that it knows; saturates.
  package var findingCount: Int {
    counts.values.joined().reduce(0) { sum, count in
      let (next, overflow) = sum.addingReportingOverflow(count)
      return overflow ? .max : next
    }
  }

  package init(sessions: Int) { self.sessions = max(1, sessions) }

  /// What the report has and no other excuse holds for.
  package init(of report: Report) {
    self.init(sessions: report.summary.sessions)
    for finding in report.findings where finding.isNews || finding.excuse == .known {
      add(finding.fingerprint, finding.severity, 1)
    }
  }

  /// Adds so many findings; a count saturates. False where there are too many fingerprints.
  @discardableResult
  package mutating func add(_ fingerprint: String, _ severity: Severity, _ count: Int) -> Bool {
    if counts[fingerprint] == nil, counts.count >= Limits.baselineFingerprintsMax { return false }
    let none = [Int](repeating: 0, count: Severity.allCases.count)
    let place = Int(severity.rawValue)
    let (sum, overflow) = counts[fingerprint, default: none][place]
      .addingReportingOverflow(max(0, count))
    counts[fingerprint, default: none][place] = overflow ? .max : sum
    return true
  }

  /// Marks the findings that are known, in the order of the report, and says what came of it.
  func excuse(_ report: inout Report) -> BaselineOutcome {
    var outcome = BaselineOutcome()
    var seen: [String: (failing: Int, all: Int)] = [:]
    for index in report.findings.indices where report.findings[index].isNews {
      let finding = report.findings[index]
      var used = seen[finding.fingerprint] ?? (0, 0)
      let fails = finding.severity >= report.gate.failOn
      let room =
        fails
        ? allowed(finding.fingerprint, from: report.gate.failOn, report.summary.sessions)
        : allowed(finding.fingerprint, from: .info, report.summary.sessions)
      if (fails ? used.failing : used.all) < room {
        report.findings[index].excuse = .known
        outcome.known += 1
      } else {
        outcome.new += 1
      }
      if fails { used.failing += 1 }
      used.all += 1
      seen[finding.fingerprint] = used
    }
    let present = Set(report.findings.lazy.filter { $0.state != .cleared }.map(\.fingerprint))
    outcome.gone = counts.keys.count { !present.contains($0) }
    return outcome
  }

  /// Findings of the fingerprint from that severity on that are known in so many launches.
  private func allowed(_ fingerprint: String, from severity: Severity, _ launches: Int) -> Int {
    guard let counts = counts[fingerprint] else { return 0 }
    var sum = 0
    for count in counts[Int(severity.rawValue)...] {
      let (next, overflow) = sum.addingReportingOverflow(count)
      sum = overflow ? .max : next
    }
    if launches <= sessions { return sum }
    let (product, overflow) = sum.multipliedReportingOverflow(by: launches)
    return overflow ? .max : product / sessions + (product % sessions == 0 ? 0 : 1)
  }
}

/// What holding a report against a baseline brought.
package struct BaselineOutcome: Hashable, Sendable {
  package var known = 0
  package var new = 0
  /// Fingerprints of the baseline that the report has no more.
  package var gone = 0
}
