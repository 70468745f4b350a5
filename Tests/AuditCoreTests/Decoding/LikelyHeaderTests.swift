import Testing

@testable import AuditCore

/// Headers that are compared with those of lines before must be read as if each were the first.
@Suite struct LikelyHeaderTests {
  private static let parts: [[String]] = [
    ["2019-02-18 ", "2019-02-18 ", "2019-02-19 ", "2019/02/18 ", "2019-02-18T", "2019-02-30 ", ""],
    ["21:40:02", "21:40:03", "23:59:60", "24:00:00", "21:40:2"],
    [".118031", ".118", ".1180", ",118", ":118", "", ".118031123"],
    [
      "+0800 ", "+0800 ", "-0330 ", "+08:00 ", " +0800 ", "Z ", " ", "+0800  ", "+1700 ", "+0800\t",
    ],
    [
      "Chat[4312:367181] ", "Chat[4312:367182] ", "Notes 2[5:6] ", "Chat[4312] ", "Chat[4312:5b7] ",
      "localhost Chat[4312]: ", "a[1:2]b[3:4] ", "Df Chat[4312:15] ", "E  Chat[4312:15] ",
      "Go[1:2] ", "0x1cc1515  Default     0x0                  87108  0    Chat: ",
      "Chat[99999999999:1] ", "Chat[1:99999999999999999999] ", "Chat (Kit)[1:2] ",
      "Chat[4312:367181]",
    ],
    ["", "[UIKit] ", "(UIKitCore) ", "flutter: ", "  ", "[info][tid:main] ", "="],
    [
      "BGT begin id=6 name=\"x\"", "BGT end id=6", "enter endBackgroundTask:6", "of no interest",
      "",
      "lifecycle applicationDidEnterBackground",
    ],
  ]

  /// What a line says of time, process and thread, to tell the same of the next one by its date.
  private func stamp(_ line: String, after before: [String]) -> (Stamp?, [String]) {
    let sink = RecordingSink()
    var decoder = StreamDecoder(source: SourceID(rawValue: 0))
    for text in before + [line] {
      sink.forget()
      let bytes = Array("\(text)\n".utf8)
      decoder.consume(bytes.span, into: sink)
    }
    return (sink.stamps.last ?? nil, sink.lines())
  }

  @Test func readsEachLineAsThoroughly() {
    var random = SeededRandom(seed: 3)
    for _ in 0..<400 {
      var log: [UInt8] = []
      for _ in 0..<12 {
        for part in Self.parts { log += (random.chance(75) ? part[0] : random.pick(part)).utf8 }
        log.append(0x0A)
      }
      #expect(decode(log, thoroughly: false) == decode(log, thoroughly: true))
    }
  }

  /// `thoroughly`: what is known of headers is forgotten before each line.
  private func decode(_ log: [UInt8], thoroughly: Bool) -> [String] {
    let sink = RecordingSink()
    var decoder = StreamDecoder(source: SourceID(rawValue: 0))
    for line in log.split(separator: 0x0A) {
      if thoroughly { decoder.context?.likelyHeader = LikelyHeader() }
      let bytes = Array(line) + [0x0A]
      decoder.consume(bytes.span, into: sink)
    }
    return sink.stamps.map { "\($0, default: "none")" } + sink.lines(places: true)
      + ["\(decoder.linesSkipped) \(decoder.linesRecognised) \(decoder.linesUnreadable)"]
  }

  @Test func knowsTheDayAndTheProcess() throws {
    let first = "2019-02-18 21:40:02.118031+0800 Chat[4312:367181] BGT begin id=6"
    let next = "2019-02-18 21:41:02.118+0800 Chat[4312:15] BGT end id=6"
    let (stamp, events) = stamp(next, after: [first])
    // 2019-02-18 13:41:02.118 UTC.
    #expect(stamp?.instant.microseconds == 1_550_497_262_118_000)
    #expect(stamp?.precision == .millisecond)
    #expect(stamp?.zoneMinutes == 480)
    #expect(events.first?.contains("process=Chat pid=4312 thread=15") == true)
  }
}
