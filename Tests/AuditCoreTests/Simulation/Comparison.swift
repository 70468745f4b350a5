import AuditCore

/// How findings compare with what the oracle says.
struct Comparison {
  private(set) var found: [Rule: Int] = [:]
  private(set) var missed: [Rule: Int] = [:]
  private(set) var wrong: [Rule: Int] = [:]
  private(set) var complaints: [String] = []

  mutating func compare(_ report: Report, _ run: SimulationRun) {
    let launches = run.scenario.launches
    let lastTimes = launches.map { launch in
      run.scenario.records.last { $0.pid == launch.pid && run.dress.prints($0.what) }?.time
    }
    for (index, launch) in launches.enumerated() {
      let isFollowed = lastTimes[(index + 1)...].contains { $0 != nil }
      var oracle = Oracle(
        launch, lastTime: lastTimes[index] ?? 0, dress: run.dress, isFollowed: isFollowed,
        isAlone: run.isAlone)
      if run.dress.missingHead > 0 {
        guard let first = run.firstID else { return }
        oracle.startLate(at: first)
      } else {
        compareSession(report, run, launch)
      }
      compare(report.findings, oracle, run)
    }
  }

  private mutating func compare(_ findings: [Finding], _ oracle: Oracle, _ run: SimulationRun) {
    let findings = findings.filter {
      belongs($0.session, to: run, oracle.launch) && $0.state != .cleared
    }
    for wanted in oracle.must {
      if findings.contains(where: { matches($0, wanted) }) {
        found[wanted.rule, default: 0] += 1
      } else {
        missed[wanted.rule, default: 0] += 1
        complaints.append("missed \(wanted) [\(run.label)]")
      }
    }
    for finding in findings where !isAllowed(finding, oracle, run.scenario.kind) {
      wrong[finding.rule, default: 0] += 1
      let task = finding.task.map(String.init) ?? "-"
      complaints.append(
        "wrong \(finding.severity.name) \(finding.rule.rawValue) task \(task)"
          + " pid \(oracle.launch.pid): \(finding.message) [\(run.label)]")
    }
  }

  private mutating func compareSession(
    _ report: Report, _ run: SimulationRun, _ launch: LaunchTruth
  ) {
    let sessions = report.sessions.filter { belongs($0.identity, to: run, launch) }
    let isPrinted = run.scenario.records.contains {
      $0.pid == launch.pid && run.dress.prints($0.what)
    }
    if sessions.count != (isPrinted ? 1 : 0) {
      complaints.append("\(sessions.count) sessions for pid \(launch.pid) [\(run.label)]")
    }
    if let session = sessions.first, session.outstanding != launch.openIDs {
      complaints.append("outstanding \(session.outstanding), not \(launch.openIDs) [\(run.label)]")
    }
  }

  /// What was told on the way: each state of a finding once, nothing confirmed of clean code.
  mutating func compare(_ changes: [FindingChange], _ run: SimulationRun) {
    var told: Set<String> = []
    for change in changes {
      let finding = change.finding
      let name = "\(finding.rule.rawValue) \(finding.task ?? 0) \(finding.state.rawValue)"
      // A pile-up is told again at each doubling, a cleared finding may come back.
      if finding.rule != .outstandingPileup, finding.state != .cleared,
        !told.insert("\(finding.id) \(finding.state)").inserted
      {
        complaints.append("told twice: \(name) [\(run.label)]")
      }
      let isAlarm = finding.severity >= .warning && finding.state == .confirmed
      if run.scenario.kind.isClean, isAlarm {
        complaints.append("alarm of clean code: \(name) [\(run.label)]")
      }
    }
  }

  /// Clean code of whose log lines are missing: the loss is told and nothing else is sure.
  mutating func compareLost(_ report: Report, _ run: SimulationRun, areLost: Bool) {
    if report.findings.contains(where: { $0.rule == .lostEvents }) != areLost {
      complaints.append("lost events: \(areLost), but not told so [\(run.label)]")
    }
    for finding in report.findings where finding.severity >= .warning && !finding.tentative {
      complaints.append("sure \(finding.rule.rawValue): \(finding.message) [\(run.label)]")
    }
  }

  private func belongs(
    _ session: SessionIdentity, to run: SimulationRun, _ launch: LaunchTruth
  ) -> Bool {
    if !run.dress.hasPID { return true }
    let identity = run.scenario.identity
    if run.dress.style == .json, session.device != identity.device { return false }
    return session.pid == launch.pid && session.process == identity.process
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
