/// `bgtaskctl status`: what the daemon does and has seen.
package enum StatusText {
  /// The status sentence, then one labelled row for each count.
  package static func render(
    _ status: DaemonStatus, auditor: Auditor, style: TextStyle
  ) -> [UInt8] {
    var page = TextPage(style: style)
    let tone = auditor.leakingCount > 0 ? Tone.err : .good
    page.line([Run("bgtaskd \(status.version): ", .strong), Run(status.statusLine, tone)])
    var columns = Columns()
    func row(_ label: String, _ text: String) { columns.row([[Run(label, .dim)], [Run(text)]]) }
    var started = status.started
    started.precision = .second
    row("started", "\(StampText.full(started)), \(DurationText.brief(status.uptime)) ago")
    row("clients", String(status.clients))
    row(
      "read",
      "\(Words.count(status.lines, "line")), \(Words.count(status.events, "event")), "
        + "\(status.skipped) skipped, \(status.unreadable) unreadable")
    let ended = auditor.keptSessionCount - auditor.sessionCount
    row("sessions", "\(auditor.sessionCount) open, \(ended) ended")
    row("outstanding", "\(auditor.outstandingCount), \(auditor.leakingCount) leaking")
    row("findings", status.journal ? "to the journal" : "to standard error: no journal here")
    row("silences", text(auditor.silenceCounts))
    row("state", status.state)
    row("live page", status.web.isEmpty ? "not served" : status.web.joined(separator: ", "))
    row("configuration", status.configurationPath ?? "built-in defaults")
    columns.write(to: &page, indent: 2)
    return page.bytes
  }

  private static func text(_ silences: SilenceCounts) -> String {
    if silences.all == 0 { return "none" }
    let expired = silences.expired == 0 ? "" : ", \(silences.expired) expired"
    return "\(silences.all - silences.expired) in force" + expired
  }
}
