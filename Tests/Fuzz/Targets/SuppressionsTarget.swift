import AuditCore

@testable import Configuration

/// A file of suppressions and its drop-ins: what is taken is complete and bounded, what is not can be printed.
enum SuppressionsTarget {
  static let target = FuzzTarget(name: "suppressions", run: run) { _ in
    let values = [
      "late-end double-end", "0123456789abcdef", "EMClient", "Chat*", "*", "2027-01-31", "3", "why",
      "",
    ]
    let sections = SuppressionKey.all.flatMap { key in
      values.map { "[Suppress a]\n\(key.name)=\($0)\nReason=r\n" }
    }
    let twice =
      "[Suppress a]\nApp=a\nReason=r\n\u{1C}[Suppress a]\nApp=\nTask=t\n[Suppress a]\n"
    return (sections + [twice]).map { Array($0.utf8) }
  }

  /// A file separator (U+001C) begins a drop-in.
  private static func run(_ input: inout FuzzInput) throws(BrokenProperty) {
    let files = input.rest().split(separator: 0x1C, omittingEmptySubsequences: false)
      .enumerated().map { INIParser.parse(Array($0.element), name: "file \($0.offset)") }
    var builder = SuppressionBuilder()
    for file in files { builder.take(file) }
    let suppressions = builder.finish()
    let problems = builder.problems.ordered(by: files.indices.map { "file \($0)" })
    try require(suppressions.count <= Limits.suppressionsMax, "too many suppressions")
    try require(problems.count <= Limits.configurationProblemsMax + 1, "too many problems")
    for problem in problems {
      try Output.requireSafe(problem.text)
      try require(!problem.text.contains("\n"), "a problem of two lines")
    }
    if !problems.isEmpty { return }
    try require(
      Set(suppressions.map(\.name)).count == suppressions.count, "two suppressions of one name")
    for suppression in suppressions {
      try require(!suppression.match.isEmpty, "a suppression that holds for everything")
      try require(!suppression.reason.isEmpty, "a suppression without a reason")
      if let most = suppression.countMax { try require(most > 0, "a maximum of nothing") }
    }
  }
}
