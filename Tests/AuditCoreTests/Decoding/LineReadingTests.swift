import Testing

@testable import AuditCore

/// What a line's explanation says.
@Suite struct LineReadingTests {
  private func readings(_ text: String, patterns: [LinePattern] = []) -> [LineReading] {
    ExampleTests.readings(text, patterns: patterns)
  }

  /// Matches `VERB NUMBER` at the start of a text.
  private func pattern(_ name: String, _ verb: StaticString) -> LinePattern {
    LinePattern(name: name, kind: .begin, literal: Array("open ".utf8)) { text in
      guard text.has(verb, at: 0) else { return nil }
      var match = LinePattern.Match()
      match.id = verb.utf8CodeUnitCount..<text.count
      return match
    }
  }

  @Test func tellsFramingAndFormat() {
    let reading = readings("2019-02-18 21:40:02.118 My App[12:abc] [native] BGT end id=3").last
    #expect(reading?.number == 1)
    #expect(reading?.outcome == .read)
    #expect(reading?.format == "product")
    #expect(reading?.framings == ["nslog", "message-prefix"])
    #expect(reading?.process == "My App")
    #expect(reading?.pid == 12)
    #expect(reading?.thread == 0xABC)
    #expect(reading?.stamp?.precision == .millisecond)
    #expect(reading?.reason == nil)
  }

  @Test(
    arguments: [
      ("", LineReading.Outcome.blank, nil, nil),
      ("Dear diary", .skipped, nil, "no sign of a known format stands in it"),
      ("BGT end", .unreadable, "product", "missing id"),
      ("BGT activity-begin id=1", .skipped, "product", SkipReason.sibling.text),
      ("BGT bgtask-begin id=4", .skipped, "product", SkipReason.sibling.text),
      ("handleEventsForBackgroundURLSession x", .skipped, "sibling", SkipReason.sibling.text),
      ("completed BGAppRefreshTask", .skipped, "sibling", SkipReason.sibling.text),
      ("{\"event\":\"mark\",\"seq\":4}", .skipped, "client-event", SkipReason.negotiation.text),
      ("{\"event\":\"open\"}", .skipped, "client-event", SkipReason.foreignEvent.text),
      ("{\"a\":1}", .skipped, nil, SkipReason.object.text),
      ("Exception Type:  EXC_CRASH", .skipped, "crash-report", SkipReason.partOfCrash.text),
      (
        "Application 'Chat' exited abnormally with signal 9: Killed: 9", .skipped, "process-exit",
        SkipReason.unknownProcess.text
      ),
    ] as [(String, LineReading.Outcome, String?, String?)])
  func tellsWhyNot(
    line: String, outcome: LineReading.Outcome, format: String?, reason: String?
  ) {
    let reading = readings(line + "\n").last
    #expect(reading?.outcome == outcome)
    #expect(reading?.format == format)
    #expect(reading?.reason == reason)
    #expect(reading?.refusals == [])
  }

  @Test func namesTheFormatsThatRefused() {
    let reading = readings("BGT whatever, then enter beginner").last
    #expect(reading?.outcome == .skipped)
    #expect(reading?.format == nil)
    #expect(reading?.refusals == ["product", "hook"])
    #expect(reading?.reason == "a sign of a known format stands in it, and the rest does not fit")
  }

  @Test func aSiblingsNameHidesNoEvent() {
    let text = "BGTaskScheduler wakes: enter endBackgroundTask:6"
    #expect(readings(text).last?.format == "hook")
    #expect(RecordingSink.decode(text).events.map(\.id) == [6])
  }

  @Test func tellsPartsOfAStack() {
    let all = readings(
      "enter endBackgroundTask:6\n(\n0   Chat    0x0000000102903a58 main + 88\n)\nafter\n")
    #expect(all.map(\.outcome) == [.read, .part, .part, .part, .skipped])
    #expect(all.map(\.number) == [1, 2, 3, 4, 5])
    #expect(all[2].format == "stack-block")
  }

  @Test func namesThePatternThatTookTheLine() {
    let patterns = [pattern("strict", "open task "), pattern("chat", "open ")]
    let taken = readings("open 7", patterns: patterns).last
    #expect(taken?.format == "chat")
    #expect(taken?.isPattern == true)
    #expect(taken?.patterns.isEmpty == true)
    let bad = readings("open seven", patterns: patterns).last
    #expect(bad?.outcome == .unreadable)
    #expect(bad?.format == "chat")
    #expect(bad?.isPattern == true)
  }

  @Test func tellsWhatKeptPatternsFromTheLine() {
    let patterns = [pattern("strict", "open task "), pattern("chat", "open ")]
    func refusals(_ line: String) -> [String]? {
      readings(line, patterns: patterns).last?.patterns.map { "\($0.pattern): \($0.why)" }
    }
    #expect(refusals("now open 7") == ["strict: does not match", "chat: does not match"])
    #expect(
      refusals("closed") == [
        "strict: needs \"open \", which is not in the line",
        "chat: needs \"open \", which is not in the line",
      ])
    let long = String(repeating: "x", count: Limits.patternLineBytesMax + 1)
    #expect(refusals(long)?.first == "strict: is not tried on lines over 4096 bytes")
    // A line that a format reads is no failure of any pattern.
    #expect(refusals("BGT end id=3") == [])
    // But one whose text stands in the line may have been meant for it.
    #expect(refusals("BGT end id=3 open 7")?.count == 2)
    #expect(refusals("{\"event\":\"mark\"}")?.first == "strict: is not tried on objects")
  }

  @Test func tellsOfALineThatIsTooLong() {
    let long = String(repeating: "x", count: Limits.lineBytesMax + 1)
    let all = readings("\(long)\nBGT begin \(long)\nBGT end id=3\n")
    #expect(all.map(\.outcome) == [.skipped, .unreadable, .read])
    #expect(all.map(\.number) == [1, 2, 3])
    #expect(all[1].format == "product")
    #expect(all[1].reason == "longer than 1048576 bytes")
  }

  @Test func whatFollowsACrashReportIsNoPartOfIt() {
    let all = readings("Exception Type:  EXC_CRASH (SIGKILL)\nThread 0 name:\nThread 1:\nbye\n")
    #expect(all.map(\.reason).prefix(2).allSatisfy { $0 == SkipReason.partOfCrash.text })
    #expect(all.last?.reason == "no sign of a known format stands in it")
  }

  /// Every line is told of once, however the bytes come, and nothing else is delivered.
  @Test func observingChangesNothing() {
    let text = FormatCatalogue.formats.map(\.example).joined(separator: "\n")
    let plain = RecordingSink.decode(text).lines(places: true)
    let sink = RecordingSink()
    let observer = ExampleTests.Observer()
    var decoder = StreamDecoder(source: SourceID(rawValue: 0))
    decoder.observer = observer
    for byte in text.utf8 { decoder.consume([byte].span, into: sink) }
    decoder.finish(into: sink)
    #expect(sink.lines(places: true) == plain)
    #expect(observer.readings.count == text.split(separator: "\n").count)
  }
}
