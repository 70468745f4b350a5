/// `bgtaskctl audit --format text`: the verdict first, then each finding, gravest first, then counts.
package enum TextReport {
  /// The whole page, with a line feed at its end.
  package static func render(_ report: Report, style: TextStyle) -> [UInt8] {
    var page = TextPage(style: style)
    VerdictLine.write(report, to: &page)
    FindingsText.write(report.findings, to: &page)
    ExcusedText.write(report, to: &page)
    UnreadText.write(report, to: &page)
    if style.all, !report.sessions.isEmpty {
      page.blank()
      SessionsText.write(report.sessions, to: &page)
    }
    page.blank()
    summary(report, to: &page)
    return page.bytes
  }

  private static func summary(_ report: Report, to page: inout TextPage) {
    let summary = report.summary
    let read = [
      Words.count(summary.lines, "line"), Words.count(summary.events, "event"),
      "\(summary.skippedLines) skipped", "\(summary.unreadableEvents) unreadable",
    ]
    let audited = [
      Words.count(summary.sessions, "session"), Words.count(summary.begins, "begin"),
      Words.count(summary.ends, "end"), "\(summary.outstanding) outstanding",
    ]
    let text = read.joined(separator: ", ") + "; " + audited.joined(separator: ", ") + "."
    page.line([Run(text, .dim)])
    if summary.findingsDropped > 0 {
      let dropped = Words.count(summary.findingsDropped, "finding")
      page.line([Run("\(dropped) left out: a session has too many of one rule.", .warning)])
    }
    if summary.textsDropped > 0 {
      let dropped = Words.count(summary.textsDropped, "time")
      let text = "\(dropped) a name or stack was not kept: the log has too many different ones."
      page.line([Run(text, .warning)])
    }
  }
}
