/// One annotation of GitHub Actions: `::error file=app.log,line=3,title=…::message`.
///
/// The runner undoes `%25`, `%0D` and `%0A` everywhere, and `%3A` and `%2C` in properties (actions/toolkit,
/// `command.ts`). Everything else that could start a line or move a cursor is shown, not obeyed.
struct GitHubCommand {
  /// What the runner can annotate with; each has its own limit of 10 for a step.
  enum Level: String, CaseIterable {
    case error, warning, notice

    init(_ severity: Severity) {
      switch severity {
      case .crit, .err: self = .error
      case .warning: self = .warning
      case .notice, .info: self = .notice
      }
    }
  }

  var level: Level
  var file: String?
  var line: UInt32?
  var title: String
  /// One text a line.
  var message: [String]

  var bytes: [UInt8] {
    var properties: [String] = []
    if let file {
      properties.append("file=\(Self.name(file))")
      if let line, line > 0 { properties.append("line=\(line)") }
    }
    properties.append("title=\(Self.property(title))")
    let text = message.map(Self.data).joined(separator: "%0A")
    return Array("::\(level.rawValue) \(properties.joined(separator: ","))::\(text)\n".utf8)
  }

  private static func data(_ text: String) -> String {
    Escaping.visible(text).replacing("%", by: "%25")
  }

  /// Of a file, which the runner must find: its line feeds are not shown but coded.
  private static func name(_ file: String) -> String {
    var name = ""
    var line = String.UnicodeScalarView()
    for scalar in file.unicodeScalars {
      guard scalar == "\n" || scalar == "\r" else {
        line.append(scalar)
        continue
      }
      name += property(String(line)) + (scalar == "\n" ? "%0A" : "%0D")
      line = String.UnicodeScalarView()
    }
    return name + property(String(line))
  }

  private static func property(_ text: String) -> String {
    data(text).replacing(":", by: "%3A").replacing(",", by: "%2C")
  }
}

extension String {
  /// Every occurrence of one character put into other words.
  fileprivate func replacing(_ character: Character, by text: String) -> String {
    if !contains(character) { return self }
    return split(separator: character, omittingEmptySubsequences: false).joined(separator: text)
  }
}
