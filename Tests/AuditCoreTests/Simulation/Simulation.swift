import AuditCore
import LinuxIO

/// Sends logs through decoder and auditor as the programs do.
enum Simulation {
  /// Audits logs, each a source of its own; bytes come cut at places that `seed` picks.
  static func audit(_ logs: [String], seed: UInt64) -> Report {
    var random = SeededRandom(seed: seed)
    let auditor = Auditor(demangle: SwiftDemangler.demangle)
    for (number, log) in logs.enumerated() {
      let source = auditor.open(SourceInfo(name: "log \(number)"))
      var decoder = StreamDecoder(source: source)
      let bytes = Array(log.utf8)
      var position = 0
      while position < bytes.count {
        let end = min(bytes.count, position + 1 + random.below(4096))
        decoder.consume(bytes.span.extracting(position..<end), into: auditor)
        position = end
      }
      decoder.finish(into: auditor)
      auditor.close(source, over: true)
    }
    return auditor.report()
  }

  /// Prints a run in a dress.
  static func log(_ scenario: Scenario, _ dress: LogDress) -> [PrintedRecord] {
    var writer = LogWriter(identity: scenario.identity, dress: dress)
    return writer.write(scenario.records)
  }

  static func text(_ records: [PrintedRecord]) -> String {
    records.map { $0.lines.joined(separator: "\n") + "\n" }.joined()
  }
}

/// How findings compare with what the oracle says.
struct Comparison {
  private(set) var found: [Rule: Int] = [:]
  private(set) var missed: [Rule: Int] = [:]
  private(set) var wrong: [Rule: Int] = [:]
  private(set) var complaints: [String] = []

  mutating func compare(
    _ report: Report, _ scenario: Scenario, _ dress: LogDress, isAlone: Bool, label: String
  ) {
    let launches = scenario.launches
    let lastTimes = launches.map { launch in
      scenario.records.last { $0.pid == launch.pid && dress.prints($0.what) }?.time
    }
    for (index, launch) in launches.enumerated() {
      let isFollowed = lastTimes[(index + 1)...].contains { $0 != nil }
      let oracle = Oracle(
        launch, lastTime: lastTimes[index] ?? 0, dress: dress, isFollowed: isFollowed,
        isAlone: isAlone)
      let findings = report.findings.filter {
        belongs($0.session, to: scenario, launch, dress) && $0.state != .cleared
      }
      compareSession(report, scenario, launch, dress, label)
      for wanted in oracle.must {
        if findings.contains(where: { matches($0, wanted) }) {
          found[wanted.rule, default: 0] += 1
        } else {
          missed[wanted.rule, default: 0] += 1
          complaints.append("missed \(wanted) [\(label)]")
        }
      }
      for finding in findings where !isAllowed(finding, oracle, scenario.kind) {
        wrong[finding.rule, default: 0] += 1
        let task = finding.task.map(String.init) ?? "-"
        complaints.append(
          "wrong \(finding.severity.name) \(finding.rule.rawValue) task \(task)"
            + " pid \(launch.pid): \(finding.message) [\(label)]")
      }
    }
  }

  private mutating func compareSession(
    _ report: Report, _ scenario: Scenario, _ launch: LaunchTruth, _ dress: LogDress,
    _ label: String
  ) {
    let sessions = report.sessions.filter { belongs($0.identity, to: scenario, launch, dress) }
    let isPrinted = scenario.records.contains { $0.pid == launch.pid && dress.prints($0.what) }
    if sessions.count != (isPrinted ? 1 : 0) {
      complaints.append("\(sessions.count) sessions for pid \(launch.pid) [\(label)]")
    }
    if let session = sessions.first, session.outstanding != launch.openIDs {
      complaints.append("outstanding \(session.outstanding), not \(launch.openIDs) [\(label)]")
    }
  }

  private func belongs(
    _ session: SessionIdentity, to scenario: Scenario, _ launch: LaunchTruth, _ dress: LogDress
  ) -> Bool {
    if !dress.hasPID { return true }
    return session.pid == launch.pid && session.process == scenario.identity.process
  }

  private func matches(_ finding: Finding, _ wanted: Expectation) -> Bool {
    guard finding.rule == wanted.rule, finding.severity >= wanted.atLeast else { return false }
    if let task = wanted.task, finding.task != task, !finding.related.contains(task) {
      return false
    }
    if let stage = wanted.stage, finding.stage != stage, finding.stage != .killed { return false }
    if let holder = wanted.holder, finding.blame.holder != holder { return false }
    guard let by = wanted.by else { return true }
    return finding.by == by || finding.candidates.contains(by)
  }

  /// Below warning a finding is information; a clean run may have no notice but of held tasks.
  private func isAllowed(_ finding: Finding, _ oracle: Oracle, _ kind: Scenario.Kind) -> Bool {
    if finding.severity < (kind.isClean ? .notice : .warning) { return true }
    return oracle.may.contains {
      $0.rule == finding.rule && ($0.task == nil || $0.task == finding.task)
    }
  }

  var summary: String {
    let rules = Rule.allCases.filter {
      found[$0] != nil || missed[$0] != nil || wrong[$0] != nil
    }
    return rules.map {
      "\($0.rawValue): found \(found[$0] ?? 0), missed \(missed[$0] ?? 0), wrong \(wrong[$0] ?? 0)"
    }.joined(separator: "\n")
  }
}
