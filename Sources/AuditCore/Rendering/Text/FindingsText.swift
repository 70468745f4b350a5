/// `bgtaskctl findings`: a block for each finding, infos folded into one line.
package enum FindingsText {
  /// All blocks, gravest first; one sentence where there is none.
  package static func render(_ findings: [Finding], style: TextStyle) -> [UInt8] {
    var page = TextPage(style: style)
    if findings.isEmpty { page.line([Run("No findings.", .good)]) }
    write(findings, to: &page)
    return page.bytes
  }

  /// A blank line goes before each block but the first of the page.
  static func write(_ findings: [Finding], to page: inout TextPage) {
    for finding in findings
    where page.style.all || finding.severity > .info && finding.excuse == nil {
      if !page.bytes.isEmpty { page.blank() }
      FindingBlock.write(finding, to: &page)
    }
    let infos = findings.filter { $0.severity == .info }
    if page.style.all || infos.isEmpty { return }
    if !page.bytes.isEmpty { page.blank() }
    let counts = Rule.allCases.compactMap { rule in
      let count = infos.count { $0.rule == rule }
      return count == 0 ? nil : "\(count) \(rule.rawValue)"
    }
    page.line(
      [
        Run("INFO", .info), Run("     "),
        Run(counts.joined(separator: ", ") + " (--all shows them)"),
      ], hanging: FindingBlock.labelWidth)
  }
}
