import AuditCore

@testable import Configuration

/// Reads texts as if they were files: names and contents in the order of reading.
func settings(
  _ files: (name: String, text: String)...
) throws(ConfigurationError) -> Settings {
  var builder = SettingsBuilder()
  for (name, text) in files { builder.take(INIParser.parse(Array(text.utf8), name: name)) }
  return try builder.finish(files: files.map(\.name))
}

/// The problems of one file "f", as users see them.
func problems(_ text: String) -> [String] { problems(Array(text.utf8)) }

func problems(_ bytes: [UInt8]) -> [String] {
  var builder = SettingsBuilder()
  builder.take(INIParser.parse(bytes, name: "f"))
  do {
    _ = try builder.finish(files: ["f"])
    return []
  } catch {
    return error.problems.map(\.text)
  }
}

/// All that can be compared of settings: everything but the compiled patterns, and those counted.
func comparable(_ settings: Settings) -> String {
  var rest = settings
  rest.patterns = []
  rest.files = []
  let rules = Rule.allCases.map { "\($0) \(String(describing: rest.audit.severities[$0]))" }
  let disabled = Rule.allCases.filter { rest.audit.disabledRules.contains($0) }
  rest.audit.severities = [:]
  rest.audit.disabledRules = []
  return "\(rest) \(rules) \(disabled) \(settings.patterns.count)"
}

/// What each named group matched, as text; nil without a match.
func groups(of pattern: LinePattern, in line: String) -> [String: String]? {
  groups(pattern.match(Array(line.utf8).span), in: Array(line.utf8))
}

func groups(_ match: LinePattern.Match?, in line: [UInt8]) -> [String: String]? {
  guard let match else { return nil }
  let ranges = [
    "id": match.id, "name": match.name, "process": match.process, "pid": match.pid,
    "thread": match.thread, "remaining": match.remaining,
  ]
  return ranges.compactMapValues { $0 }.mapValues { String(decoding: line[$0], as: UTF8.self) }
}
