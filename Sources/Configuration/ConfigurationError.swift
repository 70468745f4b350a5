import AuditCore

/// One thing that is wrong with the configuration.
package struct ConfigurationProblem: Hashable, Sendable {
  package var file: String
  /// Counted from 1; nil where the whole file is meant.
  package var line: Int?
  /// What is wrong: a key, a section, the reading itself.
  package var what: String
  /// Why, with a suggestion where there is one.
  package var why: String

  package init(file: String, line: Int? = nil, what: String, why: String) {
    self.file = file
    self.line = line
    self.what = what
    self.why = why
  }

  /// `FILE:LINE: what: why`, safe to print: control characters of the file are escaped.
  package var text: String {
    let file = Escaping.visible(file)
    let place = line.map { "\(file):\($0)" } ?? file
    return "\(place): \(what): \(why)"
  }
}

/// Everything that is wrong with the configuration, in the order of files and lines; never empty.
package struct ConfigurationError: Error, Hashable, Sendable {
  package var problems: [ConfigurationProblem]

  package init(problems: [ConfigurationProblem]) { self.problems = problems }
}
