import Testing

@testable import AuditCore

@Suite struct ClientEventsTests {
  private let hello =
    #"{"v":1,"event":"hello","app":"a.b","device":"iPhone8,1","os":"iOS 13.5.1","process":"Chat","pid":4312,"session":"s"}"#
    + "\n"

  private func decode(_ lines: String...) -> RecordingSink {
    RecordingSink.decode(lines.joined(separator: "\n"))
  }

  @Test(arguments: [
    (
      #"{"event":"begin","seq":1,"t":1595421000.250,"id":1,"name":null,"handler":true}"#,
      "begin id=1 handler=true t=1595421000.25 zone=0 seq=1 by=json"
    ),
    (
      #"{"id":1,"event":"begin","name":"a\"\u00e9","slot":7,"thread":"main","handler":0}"#,
      "begin id=1 name=a\"é slot=7 handler=false thread=\(ThreadNumber.read(Array("main".utf8).span)) by=json"
    ),
    (
      #"{"event":"end","id":"18446744073709551615","thread":12,"slot":true}"#,
      "end id=0 slot=true thread=12 by=json"
    ),
    (#"{"event":"end","id":-5}"#, "end id=0 by=json"),
    (#"{"event":"end","id":3.0,"future":{"a":[1,{}]}}"#, "end id=3 by=json"),
    (#"{"event":"end","id":4294967295}"#, "end id=0 by=json"),
    (
      #"{"event":"end","id":1,"t":"2019-02-18T21:40:02.118+08:00"}"#,
      "end id=1 t=1550497202.118 zone=480 by=json"
    ),
    (
      #"{"event":"state","state":"background"}"#,
      "state(AuditCore.AppState.background) by=json"
    ),
    (#"{"event":"expire"}"#, "expire by=json"),
    (#"{"event":"expired","id":2}"#, "expired id=2 by=json"),
    (
      #"{"event":"sample","remaining":1.7976931348623157e+308,"battery":0.76,"heartbeat":true}"#,
      "sample(battery: Optional(0.76), heartbeat: true) remaining=inf by=json"
    ),
    (
      #"{"event":"warning","id":2,"age":30}"#,
      "warning(age: Optional(30.0), stillNotEnded: false) id=2 by=json"
    ),
    (
      #"{"event":"warning","id":2,"stillNotEnded":true}"#,
      "warning(age: nil, stillNotEnded: true) id=2 by=json"
    ),
    (
      #"{"event":"exit","reason":"killed","text":"scene-update watchdog","code":3}"#,
      "exit killed 'scene-update watchdog' unrelated by=json"
    ),
    (#"{"event":"exit"}"#, "exit unknown by=json"),
    (#"{"event":"lost","count":3}"#, "lost(3) by=json"),
    (#"{"event":"bye","seq":4}"#, "bye by=json"),
  ])
  func reads(line: String, event: String) {
    let sink = RecordingSink.decode(line)
    #expect(sink.lines() == [event])
    #expect(sink.refusals == [])
  }

  @Test(arguments: [
    (#"{"event":"end"}"#, "missing id"), (#"{"event":"begin","id":null}"#, "missing id"),
    (#"{"event":"end","id":1.5}"#, "the id is not a number"),
    (#"{"event":"end","id":[1]}"#, "the id is not a number"),
    (#"{"event":"end","id":18446744073709551616}"#, "the id is 2^64 or more"),
    (#"{"event":"warning"}"#, "missing id"), (#"{"event":"lost"}"#, "missing count"),
    (
      #"{"event":"end","id":1,"t":"soon"}"#,
      "t is neither a number of seconds nor an RFC 3339 time"
    ),
    (
      #"{"event":"state","state":"asleep"}"#,
      "state is none of foreground, inactive, background, suspended, terminate"
    ),
    (#"{"event":"end","id":1"#, "JSON at byte 21: an object or array is not closed"),
    (#"{"event":"end","id":1} x"#, "JSON at byte 23: more follows the value"),
    (#"{"event":"dance"}"#, "unknown event"), (#"{"event":"end\u0000","id":1}"#, "unknown event"),
  ])
  func refuses(line: String, reason: String) {
    let sink = RecordingSink.decode(hello + line)
    #expect(sink.events.count == 1)
    #expect(sink.refusals == ["2: \(reason)"])
  }

  /// What a number that is none would have acknowledged, and when the sender sends again, cannot be told.
  @Test(arguments: [
    "-1", "1.5", "18446744073709551616", "1e30", #""first""#, "true", "[1]", #"{"a":1}"#,
  ])
  func refusesANumberThatIsNone(number: String) {
    let lines = [
      #"{"event":"begin","id":1,"seq":\#(number)}"#, #"{"event":"mark","seq":\#(number)}"#,
      #"{"event":"hello","v":1,"session":"t","seq":\#(number)}"#,
      #"{"event":"bye","seq":\#(number)}"#,
    ]
    for line in lines {
      let sink = decode(hello + line, #"{"event":"begin","id":2,"seq":2}"#)
      #expect(
        sink.refusals == ["2: seq is not a whole number from 0 to 18446744073709551615"])
      #expect(
        sink.lines().dropFirst() == [
          "begin id=2 process=Chat pid=4312 device=iPhone8,1 session=s seq=2 by=json"
        ])
    }
  }

  @Test(arguments: ["0", "7", "7.0", #""7""#, "18446744073709551615", "null"])
  func takesEveryWholeNumber(number: String) {
    let sink = decode(#"{"event":"begin","id":1,"seq":\#(number)}"#)
    #expect(sink.refusals == [])
    #expect(sink.events.count == 1)
  }

  @Test func leavesOthersObjectsAlone() {
    let sink = decode(#"{"event":"purchase","id":3}"#, #"{"a":1}"#, "{", "{}", #"{"a":"#)
    #expect(sink.events.isEmpty)
    #expect(sink.refusals.isEmpty)
  }

  @Test func refusesAnUnknownVersionAndWhatFollows() {
    let sink = decode(
      #"{"v":2,"event":"hello","session":"x"}"#, #"{"event":"end","id":1}"#,
      #"{"v":1,"event":"hello","session":"y"}"#, #"{"event":"end","id":2}"#)
    let reason = "unsupported version of the protocol: this reads version 1"
    #expect(sink.refusals == ["1: \(reason)", "2: \(reason)"])
    #expect(sink.lines() == ["hello    session=y by=json", "end id=2 session=y by=json"])
  }

  @Test func givesEventsTheirHellosOrigin() {
    let sink = decode(
      #"{"v":1,"event":"hello","process":"A","pid":1,"session":"a"}"#,
      #"{"v":1,"event":"hello","process":"B","pid":2,"session":"b","device":"D"}"#,
      #"{"event":"end","id":1}"#, #"{"event":"end","id":2,"session":"a"}"#,
      #"{"event":"end","id":3,"session":"c"}"#, "enter endBackgroundTask:4",
      "2020-01-01 00:00:00.000 B[2:a] BGT end id=5", "2020-01-01 00:00:00.000 C[3:a] BGT end id=6")
    #expect(
      sink.lines().dropFirst(2) == [
        "end id=1 process=B pid=2 device=D session=b by=json",
        "end id=2 process=A pid=1 session=a by=json", "end id=3 session=c by=json",
        "end id=4 process=B pid=2 device=D session=b by=enterHook",
        "end id=5 process=B pid=2 device=D session=b thread=10 t=1577836800.0 by=product",
        "end id=6 process=C pid=3 device=D thread=10 t=1577836800.0 by=product",
      ])
  }

  @Test func readsStacksOfTextsAndOfObjects() {
    let sink = decode(
      #"{"event":"begin","id":1,"stack":["0   A\/B   0x0000000100000000 -[X y] + 4",null,"junk"]}"#,
      #"{"event":"begin","id":2,"stack":[{"image":"A","symbol":"f","offset":4,"address":"0x10","uuid":"u"},{"image":"B","symbol":"<redacted>"}]}"#,
      #"{"event":"begin","id":3,"stack":[{"image":"A","symbol":"f","offset":4,"address":16,"uuid":"v"},{"image":"B"}]}"#,
      #"{"event":"begin","id":4,"stack":null}"#, #"{"event":"begin","id":5,"stack":[]}"#)
    #expect(sink.frames(sink.events[0]) == ["A/B -[X y]"])
    #expect(sink.frames(sink.events[1]) == ["A f", "B "])
    #expect(sink.events[1].stack == sink.events[2].stack)
    #expect(sink.events[3].stack.isNone)
    #expect(sink.events[4].stack.isNone)
  }

  @Test func acknowledges() {
    let sink = RecordingSink()
    var decoder = StreamDecoder(source: SourceID(rawValue: 0))
    func feed(_ text: String) { decoder.consume(Array((text + "\n").utf8).span, into: sink) }
    feed(#"{"event":"end","seq":7,"id":1}"#)
    #expect(!decoder.wantsAcknowledgement)
    #expect(decoder.lastSequence == 7)
    feed(#"{"v":1,"event":"hello","session":"a","ack":true}"#)
    feed(#"{"event":"end","seq":8,"id":1}"#)
    feed(#"{"event":"mark","seq":9}"#)
    #expect(decoder.wantsAcknowledgement)
    #expect(decoder.lastSequence == 9)
    feed(#"{"event":"bye","seq":10}"#)
    #expect(decoder.saidBye)
    #expect(decoder.lastSequence == 10)
    #expect(decoder.eventsDelivered == 4)
    #expect(decoder.linesSeen == 5)
  }

  @Test func aByeIsOfTheWholeLogOnlyIfItNamesNoSessionAndNothingFollows() {
    let sink = RecordingSink()
    var decoder = StreamDecoder(source: SourceID(rawValue: 0))
    func feed(_ text: String) { decoder.consume(Array((text + "\n").utf8).span, into: sink) }
    feed(#"{"v":1,"event":"hello","session":"a","ack":true}"#)
    feed(#"{"v":1,"event":"hello","session":"b","ack":true}"#)
    feed(#"{"event":"bye","session":"a"}"#)
    #expect(!decoder.saidBye)
    feed(#"{"event":"bye"}"#)
    #expect(decoder.saidBye)
    feed(#"{"event":"mark","seq":9}"#)
    #expect(decoder.saidBye)
    feed(#"{"v":1,"event":"hello","session":"c","ack":true}"#)
    #expect(!decoder.saidBye)
  }

  @Test(arguments: [
    (#"{"event":"end","se"#, 1), (#"{"event":"end","id":1}"#, 2),
    ("enter endBackgroundTask:1", 1),
  ])
  func aLineTornByABrokenConnectionIsSentAgain(_ last: String, _ events: Int) {
    let sink = RecordingSink()
    var decoder = StreamDecoder(source: SourceID(rawValue: 0))
    let hello = #"{"v":1,"event":"hello","session":"a","ack":true}"#
    decoder.consume(Array((hello + "\n" + last).utf8).span, into: sink)
    decoder.finishConnection(into: sink)
    #expect(decoder.eventsDelivered == events)
    #expect(decoder.linesUnreadable == 0 && decoder.linesSeen == events)
  }

  @Test func acknowledgesMarksAloneOfASenderOfLines() {
    let sink = RecordingSink()
    var decoder = StreamDecoder(source: SourceID(rawValue: 0))
    func feed(_ text: String) { decoder.consume(Array((text + "\n").utf8).span, into: sink) }
    feed(#"{"v":1,"event":"hello","ack":true}"#)
    #expect(sink.events.isEmpty)
    feed(#"{"v":1,"event":"hello","session":"a","ack":false}"#)
    feed(#"{"event":"end","seq":70,"id":1}"#)
    #expect(decoder.wantsAcknowledgement)
    #expect(decoder.lastSequence == nil)
    feed(#"{"event":"mark","seq":2}"#)
    #expect(decoder.lastSequence == 2)
  }

  @Test func tellsRejectsOnceAndBounded() {
    let sink = RecordingSink()
    var decoder = StreamDecoder(source: SourceID(rawValue: 0))
    let lines = String(repeating: "{\"event\":\"end\"}\n", count: Limits.rejectsMax + 5)
    decoder.consume(Array(lines.utf8).span, into: sink)
    let rejects = decoder.takeRejects()
    #expect(rejects.count == Limits.rejectsMax)
    #expect(rejects.first?.line == 1)
    #expect(rejects.first?.reason.text == "missing id")
    #expect(decoder.takeRejects().isEmpty)
    #expect(decoder.linesUnreadable == Limits.rejectsMax + 5)
  }

  @Test func readsTimesToTheMicrosecond() {
    let sink = decode(
      #"{"event":"end","id":1,"t":1595421000}"#,
      #"{"event":"end","id":1,"t":1595421000.123456789}"#,
      #"{"event":"end","id":1,"t":1595421000}"#, #"{"event":"end","id":1,"t":1.5e9}"#,
      #"{"event":"end","id":1,"t":-1.5}"#, #"{"event":"end","id":1,"t":1e300}"#,
      #"{"event":"end","id":1,"t":253402300800}"#)
    #expect(sink.refusals == (5...7).map { "\($0): t is not a time of the years 1970 to 9999" })
    #expect(
      sink.events.map { $0.stamp?.instant.microseconds } == [
        1_595_421_000_000_000, 1_595_421_000_123_456, 1_595_421_000_000_000,
        1_500_000_000_000_000,
      ])
    #expect(
      sink.events.map { $0.stamp?.precision }.prefix(3) == [.second, .microsecond, .microsecond])
  }
}
