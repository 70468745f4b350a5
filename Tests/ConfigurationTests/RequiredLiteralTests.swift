import Testing

@testable import Configuration

struct RequiredLiteralTests {
  @Test(arguments: [
    (#"^BGT begin (?<id>\d+)"#, "BGT begin "),
    (#"task (?<id>\d+) was begun"#, " was begun"),
    (#"开启任务ID: (?<id>\d+)"#, "开启任务ID: "),
    (#"\[Task\] (?<id>\d+)"#, "[Task] "),
    (#"begins? a task"#, " a task"),
    (#"abcd+ef"#, "abcd"),
    (#"abcé*"#, "abc"),
    (#"abcd{0,2}xy"#, "abc"),
    (#"begin[ _]task"#, "begin"),
    (#"(?:never|ever) ended"#, " ended"),
    (#"a.b.c.end"#, "end"),
    // None, or none that is long enough, or nothing sure.
    (#"begin|end"#, ""), (#"(?<id>\d+)"#, ""), (#"(?i)begin"#, ""), (#"ab\d"#, ""),
    (#"(begin)?"#, ""), (#"\Qbegin\E"#, ""), (#"abc\x41"#, ""), (#"abc(?#x)"#, ""),
    (#"(*ANYCRLF)abc"#, ""), (#"x(?i:abc)def"#, ""), (#"abc\N{U+41}"#, ""), ("abc(", ""),
    ("abc[", ""), ("abc\\", ""), ("", ""),
  ])
  func finds(expression: String, literal: String) {
    #expect(String(decoding: RequiredLiteral.of(expression), as: UTF8.self) == literal)
  }

  /// The promise: whatever matches contains the literal.
  @Test func everyMatchContainsIt() throws {
    var random = SplitMix(seed: 1)
    let parts = [
      "a", "b", "ab", "abc", "é", ".", "\\.", "(a)", "(?:b|c)", "(?<id>a)", "[ab]", "[^]a]", "?",
      "*", "+", "{0,1}", "{2}", "{,3}", "{x", "|", "^", "$", "\\d", "\\b", "(?i)", "(?!a)", "\\(",
      "\\Q", "\\E", " ", "(?x)", "#", "}", "]", "\\R", "\\N",
    ]
    let pieces = [
      "a", "b", "c", "ab", "abc", "abcabc", "é", ".", "(", "x", "A", "#", "]", "}", " ",
    ]
    var tried = 0
    for _ in 0..<10_000 {
      let count = 1 + Int(random.next() % 7)
      let text = (0..<count).map { _ in parts[Int(random.next() % UInt64(parts.count))] }.joined()
      let literal = RequiredLiteral.of(text)
      guard !literal.isEmpty, let expression = try? Expression(text) else { continue }
      for _ in 0..<30 {
        let count = 1 + Int(random.next() % 8)
        let chosen = (0..<count).map { _ in pieces[Int(random.next() % UInt64(pieces.count))] }
        let line = Array(chosen.joined().utf8)
        if expression.match(line.span) == nil { continue }
        tried += 1
        #expect(contains(line, literal), "\(text) matches \(line)")
      }
    }
    #expect(tried > 50)
  }

  private func contains(_ line: [UInt8], _ part: [UInt8]) -> Bool {
    line.indices.contains { line[$0...].starts(with: part) }
  }
}
