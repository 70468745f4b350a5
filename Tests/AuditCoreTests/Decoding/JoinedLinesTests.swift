import Testing

@testable import AuditCore

/// Carriage returns within lines.
@Suite struct JoinedLinesTests {
  private func lines(_ text: String) -> [String] {
    RecordingSink.decode(text).lines(places: true)
  }

  @Test func `lines that come as one are all read`() {
    let begin = RecordingSink.decode("BGT begin id=1").lines()
    let end = RecordingSink.decode("BGT end id=1").lines()
    #expect(begin.count == 1 && end.count == 1)
    let both = ["1 " + begin[0], "1 " + end[0]]
    #expect(lines("BGT begin id=1\rBGT end id=1") == both)
    #expect(lines("BGT begin id=1\rBGT end id=1\r\n") == both)
    #expect(lines(" 10 %\r 20 %\rBGT begin id=1\r\r\nBGT end id=1\n")[1] == "2 " + end[0])
  }

  @Test func `so are objects`() {
    let begin = #"{"event":"begin","id":1,"t":1}"#
    let end = #"{"event":"end","id":1,"t":2}"#
    let sink = RecordingSink.decode("\(begin)\r\(end)\r")
    #expect(sink.lines() == RecordingSink.decode("\(begin)\n\(end)\n").lines())
    #expect(sink.refusals.isEmpty)
    let spread = "{\r\"event\":\"begin\",\r\"id\":1,\"t\":1\r}\n"
    #expect(RecordingSink.decode(spread).lines() == RecordingSink.decode(begin).lines())
  }

  @Test func `a carriage return in a line ends none`() {
    let sink = RecordingSink.decode("BGT begin name=\"up\rload\" id=1\r\n")
    #expect(sink.lines() == RecordingSink.decode("BGT begin name=\"up\rload\" id=1\n").lines())
    #expect(sink.events.count == 1 && sink.stamps.count == 1)
    #expect(RecordingSink.decode(" 10 %\r 20 %\r\n").stamps.count == 1)
  }

  @Test func `a log without line feeds is no line of somebody else, however long it is`() {
    let noise = String(repeating: "nothing\r", count: 1 << 10)
    let log = String(repeating: "\(noise)BGT begin id=1\r", count: (1 << 7) + 1)
    #expect(
      RecordingSink.decode(log).refusals == ["1: longer than 1048576 bytes; only its beginning was"]
    )
    #expect(RecordingSink.decode(String(repeating: noise, count: 129)).refusals.isEmpty)
  }

  @Test func `what is no text is told once`() {
    let bytes: [UInt8] = [0x1F, 0x8B, 0x08, 0x08, 0x0A, 0x1F, 0x8B, 0x0A, 0x00]
    #expect(RecordingSink.decode(bytes).refusals == ["1: the input is compressed by gzip"])
  }
}
