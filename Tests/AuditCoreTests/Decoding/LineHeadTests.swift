import Testing

@testable import AuditCore

/// Lines that are too long to be kept: what is known of them stands at their beginning.
@Suite struct LineHeadTests {
  private let tail = String(repeating: "x", count: Limits.lineBytesMax + 1)
  /// More frames than fit a line.
  private let frames: String = {
    let frame = "0   Chat 0x0000000102903a58 -[Uploader start] + 132"
    return Array(repeating: "\"\(frame)\"", count: 20_000).joined(separator: ",")
  }()
  private let hello = #"{"event":"hello","process":"Chat","pid":7}"#
  private let inPart = "longer than 1048576 bytes; only its beginning was"
  private let unread = "longer than 1048576 bytes"

  private func head(_ text: String) -> String {
    String(decoding: LineHead.whole(Array(text.utf8).span), as: UTF8.self)
  }

  private func filled(_ line: String) -> String {
    var filled = line
    for (mark, text) in [("FRAMES", frames), ("TAIL", tail)] {
      filled = filled.split(separator: mark, omittingEmptySubsequences: false)
        .joined(separator: text)
    }
    return filled
  }

  @Test func endsTextWithAWholeWord() {
    #expect(head("BGT begin id=3 name=uplo") == "BGT begin id=3 ")
    #expect(head("BGT begin id=3,4") == "BGT begin id=3,")
    #expect(head("unbroken") == "unbroken")
    #expect(head("    unbroken") == "    unbroken")
    #expect(head("") == "")
  }

  @Test func closesObjects() {
    #expect(head(#"{"event":"begin","id":31"#) == #"{"event":"begin"}"#)
    #expect(head(#"{"id":3,"stack":["0 a","1 b","2"#) == #"{"id":3,"stack":["0 a","1 b"]}"#)
    #expect(head(#"{"a":{"b":[1,2,{"c":4"#) == #"{"a":{"b":[1,2]}}"#)
    #expect(head(#"{"name":"a,\",b","id":3,"x":"y,z"#) == #"{"name":"a,\",b","id":3}"#)
    #expect(head(#"{"name":"never closed, \"#) == #"{"name":"never closed, \"#)
    #expect(head(#"{"a":1}}}],"b":2,"#) == #"{"a":1}}}],"b":2"#)
    let deep = String(repeating: "[1,", count: 40)
    #expect(head("{\"a\":1,\"b\":\(deep)").hasPrefix("{\"a\":1,"))
  }

  /// The task is known, with the frames that there was room for, and that something is lost is said.
  @Test func readsTheEventOfAnObject() {
    let begin =
      #"{"event":"begin","seq":1,"t":1595421000,"id":3,"name":"upload","stack":[\#(frames)]}"#
    let sink = RecordingSink.decode("\(hello)\n\(begin)\n")
    #expect(sink.refusals == ["2: \(inPart)"])
    #expect(sink.events.count == 2)
    let event = sink.events.last
    #expect(event?.id == 3)
    #expect(event.map { sink.texts[$0.name] } == "upload")
    #expect(event.map { sink.stacks.lines($0.stack).count } == Limits.stackFramesMax)
  }

  @Test func readsTheEventOfALine() {
    let sink = RecordingSink.decode("BGT begin id=3 \(tail)\nBGT end id=3\n")
    #expect(sink.lines() == ["begin id=3 by=product", "end id=3 by=product"])
    #expect(sink.refusals == ["1: \(inPart)"])
  }

  @Test(arguments: [
    #"{"event":"begin","handler":true,"stack":[FRAMES],"id":3}"#,
    #"{"stack":[FRAMES],"event":"begin","id":3}"#,
    #"{"v":1, "stack": [FRAMES], "event":"begin","id":3}"#,
    "BGT begin name=TAIL id=3", "BGT end TAIL",
    #"{"eventMessage":"enter beginBackgroundTaskWithExpirationHandler:TAIL"}"#,
  ])
  func saysThatAnEventIsLost(_ line: String) {
    let long = filled(line)
    let sink = RecordingSink.decode(long + "\n")
    #expect(sink.refusals == ["1: \(unread)"])
    #expect(sink.events.isEmpty)
  }

  /// Of who has said hello, all objects are events.
  @Test func saysThatAnObjectOfAClientIsLost() {
    let object = #"{"name":"\#(tail)","event":"end","id":3}"#
    #expect(RecordingSink.decode("\(hello)\n\(object)\n").refusals == ["2: \(unread)"])
    #expect(RecordingSink.decode("\(object)\n").refusals.isEmpty)
  }

  @Test(arguments: [
    "TAIL", "Jul 22 13:40:01 iPhone kernel[0] <Notice>: TAIL BGT begin id=3",
    #"{"event":"page_view","properties":["TAIL"]}"#,
    #"{"data":{"event":"click"},"id":3,"text":"TAIL"}"#,
    #"{"level":"error","stack":"TAIL"}"#, #"{"eventMessage":"TAIL"}"#, "    TAIL",
  ])
  func linesOfOthersCostNothing(_ line: String) {
    let long = filled(line)
    let sink = RecordingSink()
    var decoder = StreamDecoder(source: SourceID(rawValue: 0))
    decoder.consume(Array("\(long)\nBGT end id=3\n".utf8).span, into: sink)
    #expect(sink.refusals.isEmpty)
    #expect(sink.lines() == ["end id=3 by=product"])
    #expect(decoder.linesUnreadable == 0)
    #expect(decoder.linesTooLong == 1)
    #expect(decoder.linesSkipped == 1)
  }

  /// How the bytes come changes nothing.
  @Test func isTheSameInPieces() {
    let begin = #"{"event":"begin","id":3,"stack":[\#(frames)]}"#
    let bytes = Array("\(hello)\n\(begin)\nBGT begin id=4 \(tail)\nlast \(tail)".utf8)
    let whole = RecordingSink.decode(String(decoding: bytes, as: UTF8.self))
    for size in [4096, 100_003, 1 << 20] {
      let sink = RecordingSink()
      var decoder = StreamDecoder(source: SourceID(rawValue: 0))
      for start in stride(from: 0, to: bytes.count, by: size) {
        decoder.consume(Array(bytes[start..<min(start + size, bytes.count)]).span, into: sink)
      }
      decoder.finish(into: sink)
      #expect(sink.lines(places: true) == whole.lines(places: true))
      #expect(sink.refusals == whole.refusals)
    }
    #expect(whole.refusals == ["2: \(inPart)", "3: \(inPart)"])
  }
}
