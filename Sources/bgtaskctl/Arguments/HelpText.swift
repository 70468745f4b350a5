import AuditCore

/// Help, made from the table of verbs.
enum HelpText {
  static func general(_ verbs: [Verb], style: TextStyle) -> [UInt8] {
    var page = TextPage(style: style)
    page.line([Run("Usage: "), Run("bgtaskctl VERB [OPTIONS]", .strong)])
    page.blank()
    page.line([
      Run(
        "Audits the background tasks of iOS apps: finds ids that are begun and never ended, ids that"
      ),
      Run(" were overwritten, and who is to blame. Offline from log files, or by asking bgtaskd."),
    ])
    page.blank()
    var columns = Columns()
    for verb in verbs { columns.row([[Run(verb.name, .strong)], [Run(verb.summary)]]) }
    columns.write(to: &page, indent: 2)
    page.blank()
    options(CommonOptions.all + [Option("--version", help: "Show the version and exit")], to: &page)
    page.blank()
    page.line([Run("Help of a verb: bgtaskctl VERB --help")])
    return page.bytes
  }

  static func verb(_ verb: Verb, style: TextStyle) -> [UInt8] {
    var page = TextPage(style: style)
    let operands = verb.operands.isEmpty ? "" : " " + verb.operands
    page.line([Run("Usage: "), Run("bgtaskctl \(verb.name) [OPTIONS]\(operands)", .strong)])
    page.blank()
    page.line([Run(verb.summary + ".")])
    for paragraph in verb.details {
      page.blank()
      page.line([Run(paragraph)])
    }
    page.blank()
    options(verb.allOptions, to: &page)
    return page.bytes
  }

  private static func options(_ options: [Option], to page: inout TextPage) {
    page.line([Run("Options:")])
    var columns = Columns()
    for option in options {
      let short = option.short.map { "\($0), " } ?? ""
      columns.row([[Run(short + option.usage, .strong)], [Run(option.help)]])
    }
    columns.write(to: &page, indent: 2)
  }
}
