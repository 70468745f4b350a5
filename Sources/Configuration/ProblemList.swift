import AuditCore

/// Gathers problems up to `Limits.configurationProblemsMax` and counts the rest: a file of garbage is
/// one mistake, not a hundred thousand.
struct ProblemList {
  private(set) var listed: [ConfigurationProblem] = []
  private var dropped = 0

  var isFull: Bool { listed.count >= Limits.configurationProblemsMax }

  mutating func append(_ problem: ConfigurationProblem) {
    if isFull { dropped += 1 } else { listed.append(problem) }
  }

  mutating func append(_ others: ProblemList) {
    for problem in others.listed { append(problem) }
    dropped += others.dropped
  }

  /// In the order of `files`, those that are not among them first, and of lines within a file; last,
  /// how many are not listed.
  func ordered(by files: [String]) -> [ConfigurationProblem] {
    let sorted = listed.enumerated().sorted { a, b in
      let first = (files.firstIndex(of: a.element.file) ?? -1, a.element.line ?? 0, a.offset)
      return first < (files.firstIndex(of: b.element.file) ?? -1, b.element.line ?? 0, b.offset)
    }
    var problems = sorted.map(\.element)
    if let last = problems.last, dropped > 0 {
      problems.append(
        ConfigurationProblem(
          file: last.file, what: "too many problems", why: "\(dropped) more are not listed"))
    }
    return problems
  }
}
