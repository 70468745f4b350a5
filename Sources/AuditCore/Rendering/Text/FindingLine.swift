/// `bgtaskctl watch`: a change of a finding as one line of what and who, and its sentence below.
package enum FindingLine {
  /// Two lines for one change, folded to the width of the page.
  package static func render(_ change: FindingChange, style: TextStyle) -> [UInt8] {
    let finding = change.finding
    var page = TextPage(style: style)
    var line: [Run] = []
    if let time = finding.lastTime ?? finding.firstTime {
      line.append(Run(StampText.clock(time) + "  ", .dim))
    }
    let tone = finding.state == .cleared ? Tone.good : Tone(finding.severity)
    line.append(Run(finding.severity.name.uppercased(), tone))
    line.append(Run("  \(finding.state.rawValue)  "))
    line.append(Run(finding.rule.rawValue, .strong))
    if let subject = FindingBlock.subject(finding) { line.append(Run("  " + subject, .strong)) }
    line.append(Run("  " + Words.process(finding.session)))
    if finding.silence != nil { line.append(Run("  silenced", .good)) }
    line.append(Run("  id " + finding.id, .dim))
    page.line(line, hanging: 4)
    page.line([Run("    " + finding.message)], hanging: 4)
    return page.bytes
  }
}
