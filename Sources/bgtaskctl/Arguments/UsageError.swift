/// A command line that cannot be understood: which part of it, and why.
struct UsageError: Error, Hashable, Sendable {
  var what: String
  var why: String
  /// What was probably meant.
  var suggestion: String?
  /// Where help is asked for: that of a verb, once it is known.
  var verb: String?

  init(what: String, why: String, suggestion: String? = nil, verb: String? = nil) {
    self.what = what
    self.why = why
    self.suggestion = suggestion
    self.verb = verb
  }

  /// The lines for standard error, without the program's name.
  var lines: [String] {
    let hint = suggestion.map { "did you mean \($0)? " } ?? ""
    let help = verb.map { "bgtaskctl \($0) --help" } ?? "bgtaskctl --help"
    return ["\(what): \(why)", "\(hint)try: \(help)"]
  }
}
