/// The first line of a report: LEAKING, KILLED, SUSPECT, CLEAN or EMPTY, with counts and who is to blame;
/// PARTIAL in place of the last two where events are known to be missing.
enum VerdictLine {
  private static let culpritsShown = 3

  static func write(_ report: Report, to page: inout TextPage) {
    let verdict = worst(report.sessions)
    let isEmpty = report.isEmpty
    let isPartial = !isEmpty && verdict == .clean && !report.isWhole
    let word = isPartial ? "PARTIAL" : isEmpty ? "EMPTY" : verdict.rawValue.uppercased()
    let gap = String(repeating: " ", count: max(1, FindingBlock.labelWidth - word.count))
    let tone = isEmpty || isPartial ? Tone.warning : Tone(verdict)
    let line = [Run(word, tone), Run(gap), Run(sentence(report, verdict: verdict))]
    page.line(line, hanging: FindingBlock.labelWidth)
  }

  /// Killed before leaking before suspect before clean.
  static func worst(_ sessions: [SessionSummary]) -> Verdict {
    for verdict in [Verdict.killed, .leaking, .suspect]
    where sessions.contains(where: { $0.verdict == verdict }) {
      return verdict
    }
    return .clean
  }

  private static func sentence(_ report: Report, verdict: Verdict) -> String {
    let total = report.sessions.count
    if report.isEmpty {
      return "nothing to audit: no line tells of a background task"
    }
    if total == 0, report.findings.isEmpty, let missing = Words.missing(report) { return missing }
    var parts: [String] = []
    if verdict == .clean {
      parts.append(Words.count(total, "session"))
    } else {
      let hit = report.sessions.count { $0.verdict == verdict }
      parts.append("\(hit) of \(Words.count(total, "session"))")
    }
    let tally = FindingTally(report.findings)
    let counts = counts(tally)
    parts.append(counts.isEmpty ? none(tally, report) : counts)
    if tally.known > 0 { parts.append("\(tally.known) known") }
    if tally.suppressed > 0 { parts.append("\(tally.suppressed) suppressed") }
    if report.summary.outstanding > 0 { parts.append("\(report.summary.outstanding) outstanding") }
    let isBlamed = report.findings.contains { $0.severity >= .warning && $0.isNews }
    if verdict != .clean, isBlamed { parts.append(blamed(report.findings)) }
    if verdict == .clean, let missing = Words.missing(report) { parts.append(missing) }
    return parts.joined(separator: "; ")
  }

  /// In place of counts. Whoever reads of a leak that fails no build wants to know why.
  private static func none(_ tally: FindingTally, _ report: Report) -> String {
    if tally.known + tally.suppressed == 0 { return "no findings" }
    return report.lacksEvents ? "no new findings" : "no new findings, so nothing fails"
  }

  private static func counts(_ tally: FindingTally) -> String {
    Severity.allCases.reversed().filter { tally[$0] > 0 }
      .map { "\(tally[$0]) \($0.name)" }.joined(separator: ", ")
  }

  /// The holders with most findings from warning up, ties in the order of the report.
  private static func blamed(_ findings: [Finding]) -> String {
    var names: [String] = []
    var counts: [Int] = []
    for finding in findings where finding.severity >= .warning && finding.isNews {
      guard let name = Words.culprit(finding.blame) else { continue }
      if let index = names.firstIndex(of: name) {
        counts[index] += 1
      } else {
        names.append(name)
        counts.append(1)
      }
    }
    if names.isEmpty { return "who is to blame is not known" }
    let order = names.indices.sorted { (counts[$1], $0) < (counts[$0], $1) }
    return "to blame: " + Words.list(order.map { names[$0] }, most: culpritsShown)
  }
}
