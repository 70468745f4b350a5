import AuditCore
import Testing

@testable import Configuration

struct ExpressionTests {
  private func matched(
    _ expression: String, _ line: [UInt8], engine: Expression.Engine = .machineCode
  ) throws -> [String: String]? {
    groups(try Expression(expression, engine: engine).match(line.span), in: line)
  }

  private func failure(_ expression: String) -> Expression.Failure? {
    do {
      _ = try Expression(expression)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [Expression.Engine.machineCode, .interpreted])
  func givesTheRangesOfNamedGroups(engine: Expression.Engine) throws {
    let expression = #"""
      (?<process>\w+)\[(?<pid>\d+):(?<thread>\d+)\] task (?<id>\d+)(?: "(?<name>.*?)")?, (?<remaining>[\d.]+) s
      """#
    #expect(
      try matched(expression, Array("x Chat[12:7] task 31 \"上传\", 4.5 s".utf8), engine: engine) == [
        "process": "Chat", "pid": "12", "thread": "7", "id": "31", "name": "上传",
        "remaining": "4.5",
      ])
    #expect(
      try matched(expression, Array("Chat[12:7] task 31, 4.5 s".utf8), engine: engine) == [
        "process": "Chat", "pid": "12", "thread": "7", "id": "31", "remaining": "4.5",
      ])
    #expect(try matched(expression, Array("Chat[12:7] task".utf8), engine: engine) == nil)
  }

  @Test func countsTheFirstOfSeveralGroupsOfOneName() throws {
    let expression = #"(?J)begin (?<id>\d+)|(?<id>\d+) begun"#
    #expect(try matched(expression, Array("begin 4".utf8)) == ["id": "4"])
    #expect(try matched(expression, Array("5 begun".utf8)) == ["id": "5"])
  }

  @Test(arguments: [Expression.Engine.machineCode, .interpreted])
  func matchesBesideInvalidUTF8ButNeverAcrossIt(engine: Expression.Engine) throws {
    let line = [0xFF, 0xC3] + Array("task 5".utf8) + [0xE4, 0xB8] + Array("x".utf8) + [0x80, 0]
    #expect(try matched(#"task (?<id>\d+)"#, line, engine: engine) == ["id": "5"])
    #expect(try matched(#"task (?<id>\d+).*x"#, line, engine: engine) == nil)
    #expect(try matched(#"(?<id>.)task"#, line, engine: engine) == nil)
    #expect(try matched(#"(?<id>.)$"#, line, engine: engine) == ["id": "\0"])
    for length in 0...line.count {
      let part = Array(line.prefix(length))
      _ = try matched(#"(?<name>.*)(?<id>\d*)(?<=.)\X\b"#, part, engine: engine)
    }
  }

  /// Each would take longer than the age of the world; both engines give up after so many steps.
  @Test(arguments: [Expression.Engine.machineCode, .interpreted])
  func givesUpOnCatastrophicExpressions(engine: Expression.Engine) throws {
    let line = [UInt8](repeating: UInt8(ascii: "a"), count: Limits.patternLineBytesMax)
    for expression in ["(?<id>a+)+b?$(?!)", #"(?:a|aa)+(?<id>c|$)(?!)"#, "(?<id>(a*)*)*\\d"] {
      #expect(try matched(expression, line, engine: engine) == nil)
    }
    // Depth: every level of the recursion keeps its place.
    #expect(try matched("(?<id>a(?1)?b|c)", line, engine: engine) == nil)
    // The same expressions are good where they need few steps.
    #expect(try matched("(?<id>a+)+b", Array("aaab".utf8), engine: engine) == ["id": "aaa"])
  }

  @Test func triesLinesUpToALimit() throws {
    let fits = [UInt8](repeating: UInt8(ascii: "7"), count: Limits.patternLineBytesMax)
    #expect(try matched(#"(?<id>\d)"#, fits) == ["id": "7"])
    #expect(try matched(#"(?<id>\d)"#, fits + [0x37]) == nil)
    #expect(try matched(#"(?<id>)"#, []) == nil)
  }

  @Test(arguments: [
    ("(?<id>", "missing closing parenthesis", 7),
    ("[", "missing terminating ] for character class", 2),
    ("上(?<id>*)", "quantifier does not follow a repeatable item", 8),
    (#"\C"#, "using \\C is disabled by the application", 3),
    ("(?<x", "syntax error in subpattern name (missing terminator?)", 5),
  ])
  func saysWhereAnExpressionIsWrong(expression: String, why: String, column: Int) {
    #expect(failure(expression) == Expression.Failure(why: why, column: column))
  }

  @Test func knowsItsGroupNames() throws {
    #expect(
      failure("(?<idd>1)")?.why
        == "the group idd is none of id, name, process, pid, thread, remaining; did you mean id?")
    #expect(failure("(?<whole>1)")?.why.hasSuffix("thread, remaining") == true)
    #expect(try Expression("(?<pid>1)").has(.pid))
    #expect(try !Expression("(?<pid>1)").has(.id))
  }

  @Test func boundsTheExpressionItself() {
    #expect(
      failure(String(repeating: "a", count: Limits.patternBytesMax + 1))?.why
        == "longer than 4096 bytes")
    #expect(failure("(?:(?:a{1000}){1000}){1000}")?.why == "regular expression is too large")
    #expect(failure(String(repeating: "(", count: 4000)) != nil)
  }

  @Test func patternsNeedAnIDExceptForExpiry() throws {
    #expect(
      problems("[Pattern a]\nKind=end\nRegex=over (?<pid>\\d+)") == [
        "f:3: Regex: no group (?<id>…), which Kind=end needs"
      ])
    let read = try settings(("f", "[Pattern a]\nKind=expire\nRegex=^time is up"))
    #expect(read.patterns.count == 1)
    #expect(read.patterns.first?.kind == .expire)
    #expect(read.patterns.first?.literal == Array("time is up".utf8))
  }

  @Test func aPatternStandsOnceInAFile() {
    #expect(
      problems("[Pattern a]\nKind=expire\nRegex=x\n[Pattern a]\nRegex=y\n") == [
        "f:4: [Pattern a]: begins in line 1 already; give it another name, or put both together"
      ])
  }

  @Test func aDropInCorrectsOrRemovesAPattern() throws {
    let main = "[Pattern a]\nKind=begin\nRegex=a(?<id>1)\n[Pattern b]\nKind=end\nRegex=b(?<id>1)\n"
    let read = try settings(
      ("main", main), ("10.conf", "[Pattern b]\nRegex=c(?<id>1)\n"),
      ("20.conf", "[Pattern a]\nRegex=\n"))
    let pattern = try #require(read.patterns.first)
    #expect(read.patterns.count == 1)
    #expect(pattern.kind == .end)
    #expect(groups(of: pattern, in: "c1") == ["id": "1"])
    #expect(groups(of: pattern, in: "b1") == nil)
  }
}
