@testable import AuditCore
@testable import Configuration

/// Users' expressions on hostile lines: bounded, within the line, and never without their literal.
enum PatternTarget {
  static let target = FuzzTarget(name: "pattern", run: run) { _ in
    [
      "task (?<id>[0-9]+) begins\ntask 7 begins\n", "(?i)(?<id>\\d+)|(?<name>a+)+b\n3\naaaaaa\n",
      "^(?<process>\\w+)\\[(?<pid>\\d+)\\]: BG (?<id>\\d+)\\x41\nP[7]: BG 1A\n",
      "id=(?<id>0x[0-9a-f]{1,8}+)(?=;)\\Q.*\\E[^]a-z]?\nid=0x1f;.*\n",
    ].map { Array($0.utf8) }
  }

  /// The first line is the expression, the others are the log.
  private static func run(_ input: inout FuzzInput) throws(BrokenProperty) {
    let lines = input.rest().split(separator: 0x0A, omittingEmptySubsequences: false)
    let text = String(decoding: lines.first ?? [], as: UTF8.self)
    let expression: Expression
    do throws(Expression.Failure) {
      expression = try Expression(text)
    } catch {
      return try require(!error.why.isEmpty, "refused without a reason")
    }
    let literal = RequiredLiteral.of(text)
    for line in lines.dropFirst() {
      let line = Array(line)
      guard let match = expression.match(line.span) else { continue }
      try check(match, within: line.count)
      let has = literal.isEmpty || line.span.place(of: literal.span) != nil
      try require(has, "matches a line without \(literal)")
    }
    try decode(lines.dropFirst(), expression, literal)
  }

  private static func check(
    _ match: LinePattern.Match, within count: Int
  ) throws(BrokenProperty) {
    for range in [match.id, match.name, match.process, match.pid, match.thread, match.remaining] {
      if let range { try require(range.upperBound <= count, "a group outside of the line") }
    }
  }

  private static func decode(
    _ lines: ArraySlice<ArraySlice<UInt8>>, _ expression: Expression, _ literal: [UInt8]
  ) throws(BrokenProperty) {
    let patterns = [LinePattern.Kind.begin, .end, .expire].map { kind in
      LinePattern(kind: kind, literal: literal) { expression.match($0) }
    }
    let recording = Recording(patterns: patterns)
    recording.decode(Array(lines.joined(separator: [0x0A])))
    // Some may end in a carriage return alone.
    let most = lines.reduce(0) { $0 + $1.count { $0 == 0x0D } + 1 }
    try require(recording.stamps.count <= most, "more lines than there are")
  }
}
