/// An option of the command line. Parsing, help and completions are all made from these.
struct Option: Hashable, Sendable {
  enum Value: Hashable, Sendable {
    /// The option stands alone.
    case none
    /// It takes a text that help calls so: `FILE`.
    case text(String)
    /// It takes one of these words; usage lists them, or calls them by a common name.
    case choice([String], name: String? = nil)
    /// It takes a number of seconds, above 0 and at most a day.
    case seconds
  }

  /// With its dashes: `--format`.
  var name: String
  /// With its dash: `-h`.
  var short: String?
  var value: Value
  var help: String

  init(_ name: String, short: String? = nil, _ value: Value = .none, help: String) {
    self.name = name
    self.short = short
    self.value = value
    self.help = help
  }

  /// `--format text|json`, as usage lines show it.
  var usage: String {
    switch value {
    case .none: name
    case .text(let placeholder): "\(name) \(placeholder)"
    case .choice(let words, let common):
      "\(name) \(common ?? words.joined(separator: "|"))"
    case .seconds: "\(name) SECONDS"
    }
  }

  static let secondsMax = 86400.0

  /// Throws if `text` is no value for this option.
  func check(_ text: String) throws(UsageError) {
    switch value {
    case .none:
      throw UsageError(what: "\(name)=\(text)", why: "this option takes no value")
    case .text:
      if text.isEmpty { throw UsageError(what: name, why: "its value is empty") }
    case .choice(let words, _):
      if words.contains(text) { return }
      throw UsageError(
        what: "\(name) \(text)", why: "not one of \(words.joined(separator: ", "))",
        suggestion: Suggestion.nearest(to: text, among: words))
    case .seconds:
      if let seconds = Double(text), seconds > 0, seconds <= Self.secondsMax { return }
      throw UsageError(
        what: "\(name) \(text)", why: "not a number of seconds above 0 and at most 86400")
    }
  }
}
