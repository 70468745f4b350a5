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
    /// It takes a whole number of this range, which help calls so: `MIB`.
    case number(ClosedRange<Int>, String)
    /// It takes the version of a system, with or without the system's name: `13.5`, `iPadOS 17`.
    case version
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
    case .number(_, let placeholder): "\(name) \(placeholder)"
    case .version: "\(name) VERSION"
    }
  }

  private static let secondsMax = 86400.0
  /// As logs name systems, of which budgets are known.
  private static let systems = ["ios", "iphone os", "ipados"]
  /// The first that knew background tasks.
  private static let majorVersions = 4...99

  /// Throws if `text` is no value for this option.
  func check(_ text: String) throws(UsageError) {
    switch value {
    case .none:
      throw UsageError(what: "\(name)=\(text)", why: "this option takes no value")
    case .text where text.isEmpty, .version where text.isEmpty:
      throw UsageError(what: name, why: "its value is empty")
    case .text: return
    case .choice(let words, _):
      if words.contains(text) { return }
      throw UsageError(
        what: "\(name) \(text)", why: "not one of \(words.joined(separator: ", "))",
        suggestion: Suggestion.nearest(to: text, among: words))
    case .seconds:
      if Self.isDecimal(text), let seconds = Double(text), seconds > 0,
        seconds <= Self.secondsMax
      {
        return
      }
      throw UsageError(
        what: "\(name) \(text)", why: "not a number of seconds above 0 and at most 86400")
    case .number(let range, _):
      if Self.isDecimal(text), let number = Int(text), range.contains(number) { return }
      throw UsageError(
        what: "\(name) \(text)",
        why: "not a whole number from \(range.lowerBound) to \(range.upperBound)")
    case .version:
      if Self.isVersion(text) { return }
      throw UsageError(
        what: "\(name) \(text)", why: "not a version such as 13.5, 12.4.7 or iPadOS 17")
    }
  }

  /// Digits, with a point between two of them at most.
  private static func isDecimal(_ text: String) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count <= 2 && parts.allSatisfy(isDigits)
  }

  private static func isDigits(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  private static func isVersion(_ text: String) -> Bool {
    let lowered = text.lowercased()
    let system = systems.first { lowered.hasPrefix($0 + " ") }
    let parts = lowered.dropFirst(system.map { $0.count + 1 } ?? 0)
      .split(separator: ".", omittingEmptySubsequences: false)
    guard (1...4).contains(parts.count), parts.allSatisfy({ isDigits($0) && $0.count <= 3 }),
      let major = Int(parts[0])
    else { return false }
    return majorVersions.contains(major)
  }
}
