/// Reads a command line by the table of verbs.
///
/// As GNU programs do: options and operands may stand in any order, `--name=value` and `--name value`
/// mean the same, `--` ends the options, `-` is an operand.
struct ArgumentParser {
  let verbs: [Verb]

  /// `words` without the program's name.
  func parse(_ words: [String]) throws(UsageError) -> Command {
    guard let first = words.first else {
      throw UsageError(what: "no verb", why: "one of \(names) is needed")
    }
    if first == "--version" { return .version }
    if first == CommonOptions.help.name || first == CommonOptions.help.short { return .help(nil) }
    guard let verb = verbs.first(where: { $0.name == first }) else {
      throw UsageError(
        what: first, why: "no such verb; there are \(names)",
        suggestion: Suggestion.nearest(to: first, among: verbs.map(\.name)))
    }
    do throws(UsageError) {
      return try parse(words.dropFirst(), of: verb)
    } catch {
      var error = error
      error.verb = verb.name
      throw error
    }
  }

  private var names: String { verbs.map(\.name).joined(separator: ", ") }

  private func parse(_ words: ArraySlice<String>, of verb: Verb) throws(UsageError) -> Command {
    var arguments = Arguments()
    var rest = words
    while let word = rest.popFirst() {
      if word == "--" {
        for operand in rest { arguments.add(operand: operand) }
        break
      }
      if word == "-" || !word.hasPrefix("-") {
        arguments.add(operand: word)
        continue
      }
      if word == "--version" { return .version }
      let (option, attached) = try option(word, of: verb)
      if option == CommonOptions.help { return .help(verb) }
      arguments.set(option, to: try value(of: option, attached: attached, rest: &rest))
    }
    try checkOperands(arguments.operands, of: verb)
    return .run(verb, arguments)
  }

  /// The option that `word` names, and what stands behind its equals sign.
  private func option(_ word: String, of verb: Verb) throws(UsageError) -> (Option, String?) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    let known = verb.allOptions
    guard let option = known.first(where: { $0.name == name || $0.short == name }) else {
      throw UsageError(
        what: name, why: "no such option of \(verb.name)",
        suggestion: Suggestion.nearest(to: name, among: known.map(\.name)))
    }
    return (option, parts.count > 1 ? String(parts[1]) : nil)
  }

  private func value(
    of option: Option, attached: String?, rest: inout ArraySlice<String>
  ) throws(UsageError) -> String {
    if option.value == .none, attached == nil { return "" }
    guard let value = attached ?? rest.popFirst() else {
      throw UsageError(what: option.name, why: "its value is missing: \(option.usage)")
    }
    try option.check(value)
    return value
  }

  private func checkOperands(_ operands: [String], of verb: Verb) throws(UsageError) {
    if operands.contains("") { throw UsageError(what: verb.name, why: "an operand is empty") }
    if operands.count < verb.operandCount.lowerBound {
      let missing = operands.isEmpty ? verb.operands : "one of \(verb.operands)"
      throw UsageError(what: verb.name, why: "\(missing) is missing")
    }
    if operands.count > verb.operandCount.upperBound {
      throw UsageError(
        what: operands[verb.operandCount.upperBound],
        why: verb.operands.isEmpty
          ? "\(verb.name) takes no operand"
          : "\(verb.name) takes no more operands than \(verb.operands)")
    }
  }
}
