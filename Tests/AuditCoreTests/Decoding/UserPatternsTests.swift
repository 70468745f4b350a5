import Testing

@testable import AuditCore

@Suite struct UserPatternsTests {
  /// Matches `VERB NUMBER` at the start of a text, as a compiled expression would.
  private func pattern(_ kind: LinePattern.Kind, _ verb: StaticString) -> LinePattern {
    LinePattern(kind: kind, literal: Array("\(verb)".utf8)) { text in
      guard text.has(verb, at: 0) else { return nil }
      var match = LinePattern.Match()
      let start = verb.utf8CodeUnitCount
      if start < text.count { match.id = start..<text.count }
      return match
    }
  }

  private func decode(_ text: String) -> RecordingSink {
    RecordingSink.decode(
      text, patterns: [pattern(.begin, "open "), pattern(.end, "close "), pattern(.expire, "late")])
  }

  @Test func readsMessages() {
    let sink = decode(
      """
      open 5,204
      2020-01-01 00:00:00.000 P[1:a] close 12
      late
      nothing
      """)
    #expect(
      sink.lines() == [
        "begin id=5204 by=userPattern",
        "end id=12 process=P pid=1 thread=10 t=1577836800.0 by=userPattern",
        "expire by=userPattern",
      ])
  }

  @Test func triesTheWholeLineAfterTheMessage() {
    let sink = RecordingSink.decode(
      "06:00:00.000 close 12", patterns: [pattern(.end, "06:00:00.000 close ")])
    #expect(sink.lines().first?.hasPrefix("end id=12") == true)
  }

  @Test func refusesIDsThatAreNone() {
    #expect(decode("open x").refusals == ["1: the id is not a number"])
    #expect(decode("close ").events.isEmpty)
  }
}
