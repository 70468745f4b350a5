/// `bgtaskctl formats`: all that is recognised, with an example of each.
package enum FormatsText {
  /// Framings, formats, and the user's own patterns if there are any.
  package static func render(patterns: [LinePattern], style: TextStyle) -> [UInt8] {
    var page = TextPage(style: style)
    page.line([Run("Framings: what loggers put around a message; a line may have none", .strong)])
    for about in FormatCatalogue.framings { write(about, to: &page) }
    page.blank()
    page.line([Run("Formats of messages, objects and blocks", .strong)])
    for about in FormatCatalogue.formats { write(about, to: &page) }
    if patterns.isEmpty { return page.bytes }
    page.blank()
    page.line([Run("Patterns of the configuration, tried before all formats", .strong)])
    for pattern in patterns {
      page.line(
        [Run("  "), Run(pattern.name, .strong), Run("  \(pattern.kind.word)")], hanging: 6)
      page.verbatim([Run("      "), Run(pattern.expression, .dim)])
    }
    return page.bytes
  }

  private static func write(_ about: FormatDescription, to page: inout TextPage) {
    page.line([Run("  "), Run(about.name, .strong), Run("  \(about.summary)")], hanging: 6)
    for line in about.example.split(separator: "\n") {
      page.verbatim([Run("      "), Run(String(line), .dim)])
    }
  }
}

/// `bgtaskctl formats --json`.
package enum JSONFormats {
  /// The arrays `framings`, `formats` and `patterns`; keys may be added, never renamed.
  package static func render(patterns: [LinePattern]) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("version", JSONReport.version)
      json.key("framings")
      write(FormatCatalogue.framings, in: &json)
      json.key("formats")
      write(FormatCatalogue.formats, in: &json)
      json.key("patterns")
      json.array { json in
        for pattern in patterns {
          json.lineBreak()
          json.object { json in
            json.member("name", pattern.name)
            json.member("kind", pattern.kind.word)
            json.member("regex", pattern.expression)
          }
        }
      }
    }
    return json.bytes + [0x0A]
  }

  private static func write(_ formats: [FormatDescription], in json: inout JSONWriter) {
    json.array { json in
      for about in formats {
        json.lineBreak()
        json.object { json in
          json.member("name", about.name)
          json.member("summary", about.summary)
          json.member("example", about.example)
        }
      }
    }
  }
}

extension LinePattern.Kind {
  /// As the configuration has it.
  fileprivate var word: String {
    switch self {
    case .begin: "begin"
    case .end: "end"
    case .expire: "expire"
    }
  }
}
