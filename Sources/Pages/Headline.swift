package import AuditCore

/// What a report says in one sentence to who reads it cold: who leaks, what, how sure that is, and what to
/// do.
package struct Headline: Sendable {
  /// A word of `Verdict`, `empty`, or `partial` where nothing is wrong that is known and not all is known.
  package private(set) var verdict: String
  package private(set) var sentence: String
  package private(set) var why: String?
  package private(set) var sure: String?
  package private(set) var advice: String?
  /// The address in the advice that the catalogue of SDKs has; nil where there is none.
  package private(set) var link: String?

  package init(_ report: Report) {
    let overall = Self.worst(report.sessions)
    verdict = overall.rawValue
    sentence = ""
    if overall == .clean, !report.isEmpty, let missing = Words.missing(report) {
      verdict = "partial"
      sentence = "No leak was found, but the audit is \(missing)."
      why = (report.unreadFiles.first ?? report.unread.first.map(Words.unread)).map { "\($0)." }
      advice =
        "Take the result as a hint, and find out why the log lacks events; bgtaskctl audit --explain-lines "
        + "tells of each line."
      return
    }
    if report.isEmpty {
      verdict = "empty"
      sentence = "Nothing to audit: no line tells of a background task."
      advice =
        "Log the begins and ends of background tasks; bgtaskctl formats lists the lines that are read."
      return
    }
    guard let lead = Self.lead(report) else {
      if overall == .clean {
        tellThatAllIsWell(report)
      } else {
        sentence = "Nothing new: all that was found is known or suppressed."
      }
      return
    }
    // Launches with nothing new may be worse, and are not what there is to say.
    let worst = Self.verdict(ofLaunchOf: lead, in: report)
    verdict = worst.rawValue
    let cause = Self.cause(of: lead, in: report)
    let kill = worst == .killed ? Self.kill(of: lead, in: report) : nil
    sentence = Self.sentence(lead, report, worst, isSureOfKill: kill?.confidence != .possible)
    why = (cause ?? lead).message
    sure = Self.sure([kill, lead, cause].compactMap(\.self))
    advice = cause?.advice ?? lead.advice
    if lead.rule == .unpairedTask, Words.culprit(lead.blame) == nil {
      let hint = "To know who began it, log +[NSThread callStackSymbols] at each begin."
      advice = "\(advice ?? "") \(hint)"
    }
    link = (cause ?? lead).sdk?.link
    if sentence == why { why = nil }
  }

  private static func worst(_ sessions: [SessionSummary]) -> Verdict {
    for verdict in [Verdict.killed, .leaking, .suspect]
    where sessions.contains(where: { $0.verdict == verdict }) {
      return verdict
    }
    return .clean
  }

  private static func verdict(ofLaunchOf finding: Finding, in report: Report) -> Verdict {
    report.sessions.first { $0.number == finding.sessionNumber }?.verdict ?? .suspect
  }

  /// The gravest leak of whoever lost most tasks, else the gravest finding, of the launches that are worst of
  /// those where something is new.
  private static func lead(_ report: Report) -> Finding? {
    let new = report.findings.filter {
      $0.severity >= .warning && $0.state != .cleared && $0.excuse == nil
    }
    let launches = Set(new.map(\.sessionNumber))
    let worst = worst(report.sessions.filter { launches.contains($0.number) })
    let hit = Set(report.sessions.filter { $0.verdict == worst }.map(\.number))
    let grave = new.filter { hit.contains($0.sessionNumber) }
    let leaks = grave.filter { $0.rule == .unpairedTask }
    var counts: [String?: Int] = [:]
    for leak in leaks { counts[Words.culprit(leak.blame), default: 0] += 1 }
    let most = counts.values.max() ?? 0
    return leaks.first { counts[Words.culprit($0.blame)] == most } ?? grave.first
  }

  /// The finding that explains a leak.
  private static func cause(of lead: Finding, in report: Report) -> Finding? {
    guard let rule = lead.causes.first else { return nil }
    return report.findings.first {
      $0.rule == rule && $0.sessionNumber == lead.sessionNumber && $0.state != .cleared
        && ($0.task == lead.task || lead.task.map($0.related.contains) ?? false)
    }
  }

  /// The kill of its launch.
  private static func kill(of lead: Finding, in report: Report) -> Finding? {
    report.findings.first {
      $0.rule == .systemKill && $0.sessionNumber == lead.sessionNumber && $0.state != .cleared
    }
  }

  /// How sure all is that the headline says, each sentence once.
  private static func sure(_ findings: [Finding]) -> String {
    var sentences: [String] = []
    for finding in findings {
      for sentence in Reasoning.sentences(for: finding)
      where !sentence.hasPrefix("Explained by") && !sentences.contains(sentence) {
        sentences.append(sentence)
      }
    }
    return sentences.joined(separator: " ")
  }

  private static func sentence(
    _ lead: Finding, _ report: Report, _ worst: Verdict, isSureOfKill: Bool
  ) -> String {
    if lead.rule != .unpairedTask { return lead.message }
    let lost = report.findings.filter {
      $0.rule == .unpairedTask && $0.severity >= .warning && $0.state != .cleared
        && $0.excuse == nil
    }
    let culprit = Words.culprit(lead.blame)
    let own = lost.filter { Words.culprit($0.blame) == culprit }
    let launches = Set(own.map(\.sessionNumber)).count
    var what = "task \(lead.task.map(String.init) ?? "")"
    if own.count > 1 {
      what = Words.count(own.count, "task") + (launches > 1 ? " in \(launches) launches" : "")
    }
    let who = culprit.map { name in
      let product = lead.sdk.map(\.name)
      return product == nil || product == name ? name : "\(name) (\(product ?? ""))"
    }
    let were = own.count > 1 ? "were" : "was"
    let never =
      who.map { "\($0) never ended \(what)" } ?? "\(what.capitalizedFirst) \(were) never ended"
    let others = lost.count - own.count
    let more = others > 0 ? " Others lost \(Words.count(others, "more task"))." : ""
    if worst == .killed {
      let app = lead.session.process ?? lead.session.app ?? "the app"
      let killed = isSureOfKill ? "The system killed \(app)" : "The system may have killed \(app)"
      return who == nil
        ? "\(killed): \(what) \(were) never ended.\(more)" : "\(killed): \(never).\(more)"
    }
    let unknown = who == nil ? "; who began \(own.count > 1 ? "them" : "it") is not known" : ""
    return never + unknown + "." + more
  }

  /// Whoever reads of an app that was killed wants to know whether its tasks were to blame.
  private mutating func tellThatAllIsWell(_ report: Report) {
    sentence = Self.allIsWell(report)
    let kill = report.findings.first {
      $0.rule == .unrelatedKill && $0.state != .cleared && $0.excuse == nil
    }
    guard let kill else { return }
    let app = kill.session.process ?? kill.session.app ?? "The app"
    why = "\(kill.message) \(sentence)"
    sentence =
      kill.confidence == .certain
      ? "\(app) was killed, but not for its background tasks."
      : "\(app) was killed; no line says that it was for its background tasks."
    sure = Self.sure([kill])
    advice = kill.advice
  }

  private static func allIsWell(_ report: Report) -> String {
    let (begins, open) = (report.summary.begins, report.summary.outstanding)
    let launches =
      report.sessions.count == 1 ? "one launch" : "\(report.sessions.count) launches"
    if begins == 0 { return "Nothing is wrong: no task was begun in \(launches)." }
    let tasks = Words.count(begins, "task")
    if open > 0 {
      return
        "Nothing leaks: \(open) of \(tasks) in \(launches) still open, within their rights."
    }
    return begins == 1
      ? "Nothing leaks: the one task of \(launches) was ended."
      : "Nothing leaks: all \(tasks) of \(launches) were ended."
  }
}
