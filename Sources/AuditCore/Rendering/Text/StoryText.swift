/// `bgtaskctl show`: one finding with the story of its task in order, and the reasoning.
package enum StoryText {
  /// The whole story of one finding, in the order it happened.
  package static func render(_ finding: Finding, style: TextStyle) -> [UInt8] {
    var page = TextPage(style: style)
    FindingBlock.heading(finding, to: &page)
    FindingBlock.facts(finding, to: &page)
    FindingBlock.labelled("mend", finding.advice, to: &page)
    section("Story", to: &page)
    if finding.evidence.isEmpty { page.line([Run("  no event is kept of it")]) }
    EvidenceLines(finding.evidence[...], of: finding, isStory: true).write(to: &page)
    section("Why we think so", to: &page)
    for sentence in Reasoning.sentences(for: finding) {
      page.line([Run("  - ", .dim), Run(sentence)], hanging: 4)
    }
    stack(finding, to: &page)
    if let silence = finding.silence { section(silence, to: &page) }
    page.blank()
    page.line([Run("fingerprint \(finding.fingerprint)", .dim)])
    return page.bytes
  }

  private static func section(_ title: String, to page: inout TextPage) {
    page.blank()
    page.line([Run(title, .strong)])
  }

  private static func section(_ silence: Suppression, to page: inout TextPage) {
    section("Silence \(silence.name)", to: &page)
    let until = silence.until.map { "Until \($0.text): " } ?? ""
    page.line([Run("  \(until)\(silence.reason)")], hanging: 2)
  }

  private static func stack(_ finding: Finding, to page: inout TextPage) {
    if finding.stack.isEmpty { return }
    section("Stack", to: &page)
    for (index, frame) in finding.stack.enumerated() {
      let number = String(index)
      let padding = String(repeating: " ", count: max(0, 3 - number.count))
      page.line([Run("  \(number)\(padding) ", .dim), Run(frame)], hanging: 6)
    }
  }
}
