/// A finding as a block of labelled lines: what, who, where, when, why, how to mend it.
enum FindingBlock {
  /// Columns of the label, and so the indentation of all that it labels.
  static let labelWidth = 9

  /// Evidence lines of a block; `show` and `--all` have them all.
  private static let evidenceShown = 8

  static func write(_ finding: Finding, to page: inout TextPage) {
    heading(finding, to: &page)
    facts(finding, to: &page)
    labelled("why", Reasoning.sentences(for: finding).joined(separator: " "), to: &page)
    evidence(finding, to: &page)
    labelled("mend", finding.advice, to: &page)
    if page.style.all { stack(finding, to: &page) }
  }

  /// `ERR      unpaired-task  task 1 "geo.post"  suspected  id 3f0c2ab91d4e`
  static func heading(_ finding: Finding, to page: inout TextPage) {
    let severity = finding.severity.name.uppercased()
    let gap = String(repeating: " ", count: labelWidth - severity.count)
    var line = [
      Run(severity, Tone(finding.severity)), Run(gap), Run(finding.rule.rawValue, .strong),
    ]
    if let subject = subject(finding) { line.append(Run("  " + subject, .strong)) }
    if finding.state != .confirmed { line.append(Run("  " + finding.state.rawValue, .warning)) }
    if let excuse = finding.excuse { line.append(Run("  " + excuse.name, .good)) }
    if finding.silence != nil { line.append(Run("  silenced", .good)) }
    if finding.tentative { line.append(Run("  tentative", .warning)) }
    line.append(Run("  id " + finding.id, .dim))
    page.line(line, hanging: labelWidth)
  }

  /// `task 1 "geo.post" by 4`, as far as there is one.
  static func subject(_ finding: Finding) -> String? {
    var parts: [String] = []
    if let task = finding.task { parts.append("task \(task)") }
    if let name = finding.name { parts.append("\"\(name)\"") }
    if let by = finding.by { parts.append("by \(by)") }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  static func facts(_ finding: Finding, to page: inout TextPage) {
    labelled("what", finding.message, to: &page)
    labelled("who", who(finding), to: &page)
    labelled("where", Words.launch(finding.session), to: &page)
    var when = Words.period(finding.firstTime, finding.lastTime).map { [$0] } ?? []
    if let stage = finding.stage { when.append(Words.stage(stage)) }
    if !when.isEmpty { labelled("when", when.joined(separator: ", "), to: &page) }
    let others = finding.related.filter { $0 != finding.task }
    if !others.isEmpty {
      labelled("with", (others.count == 1 ? "task " : "tasks ") + Words.ids(others), to: &page)
    }
  }

  static func labelled(_ label: String, _ text: String, to page: inout TextPage) {
    let padded = "  " + label + String(repeating: " ", count: labelWidth - 2 - label.count)
    page.line([Run(padded, .dim), Run(text)], hanging: labelWidth)
  }

  static func stack(_ finding: Finding, to page: inout TextPage) {
    for (index, frame) in finding.stack.enumerated() {
      labelled(index == 0 ? "stack" : "", frame, to: &page)
    }
  }

  private static func who(_ finding: Finding) -> String {
    let sdk = finding.sdk.map { "SDK: \($0.name)" }
    let blame = finding.blame
    guard let culprit = Words.culprit(blame) else {
      if let sdk { return sdk }
      let isBare = finding.stack.isEmpty && finding.name == nil
      return isBare ? "not known: the log has neither a stack nor a name" : "not known"
    }
    var parts = [culprit]
    if let symbol = blame.symbol, symbol != culprit { parts.append(symbol) }
    if let image = blame.image, image != culprit { parts.append("in \(image)") }
    if let sdk { parts.append(sdk) }
    return parts.joined(separator: ", ")
  }

  private static func evidence(_ finding: Finding, to page: inout TextPage) {
    let all = finding.evidence
    if page.style.all || all.count <= evidenceShown {
      EvidenceLines(all[...], of: finding).write(to: &page)
      return
    }
    // The first events tell how it began, the last one how it ended.
    let shown = all.prefix(evidenceShown - 1) + all.suffix(1)
    EvidenceLines(shown, of: finding).write(to: &page)
    labelled("", "and \(all.count - evidenceShown) more events between (--all)", to: &page)
  }
}
