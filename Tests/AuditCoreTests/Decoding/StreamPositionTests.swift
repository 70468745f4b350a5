import Testing

@testable import AuditCore

/// A log that comes over several connections is read as if it came over one.
@Suite struct StreamPositionTests {
  private static let lines = (1...40).flatMap { id -> [String] in
    [
      "Jul 22 12:30:\(10 + id) phone Chat[7] <Notice>: enter beginBackgroundTaskWithExpirationHandler:\(id)",
      "", "nothing of ours", #"{"event":"lost","count":1}"#, #"{"event":"mark","seq":3}"#,
      #"{"event":"bye"}"#, "BGT end id=\(id)x",
    ]
  }

  private static func text(_ lines: some Sequence<String>) -> String {
    lines.map { $0 + "\n" }.joined()
  }

  private static let hello = #"{"v":1,"event":"hello","ack":true,"stream":"log 1"}"# + "\n"

  private static func mark(_ lines: Int) -> String { #"{"event":"mark","seq":\#(lines)}"# + "\n" }

  /// Reads `text`; the name of the stream must come first.
  private static func feed(
    _ text: String, _ decoder: inout StreamDecoder, _ sink: RecordingSink
  ) {
    let bytes = Array(text.utf8)
    decoder.consume(bytes.span, into: sink)
  }

  @Test func stopsBehindTheLineThatNamesTheStream() {
    var decoder = StreamDecoder(source: SourceID(rawValue: 0))
    let bytes = Array((Self.hello + Self.mark(0) + "one\n").utf8)
    let sink = RecordingSink()
    #expect(decoder.consume(bytes.span, into: sink, untilNamed: true) == Self.hello.utf8.count)
    #expect(decoder.takeStreamName() == "log 1")
    #expect(decoder.takeStreamName() == nil)
    #expect(decoder.streamName == "log 1")
    let rest = bytes.span.extracting(Self.hello.utf8.count..<bytes.count)
    #expect(decoder.consume(rest, into: sink, untilNamed: true) == rest.count)
  }

  /// Broken after every so many bytes, and sent again from every mark that may have been acknowledged.
  @Test func linesThatComeAgainArePassedOver() {
    let whole = RecordingSink()
    var once = StreamDecoder(source: SourceID(rawValue: 0))
    Self.feed(Self.hello + Self.mark(0) + Self.text(Self.lines), &once, whole)
    for broken in stride(from: 0, to: Self.lines.count, by: 13) {
      for acknowledged in [0, broken / 2, broken] {
        let sink = RecordingSink()
        var decoder = StreamDecoder(source: SourceID(rawValue: 0))
        // A mark where the sender's batch ended, and half a line.
        let sent =
          Self.text(Self.lines[..<acknowledged]) + Self.mark(acknowledged)
          + Self.text(Self.lines[acknowledged..<broken]) + "BGT beg"
        Self.feed(Self.hello + Self.mark(0) + sent, &decoder, sink)
        decoder.suspend()
        decoder.resume()
        #expect(decoder.lastSequence == nil)
        // The sender's batches have grown, and end elsewhere now.
        let middle = (acknowledged + Self.lines.count) / 2
        Self.feed(
          Self.mark(acknowledged) + Self.text(Self.lines[acknowledged..<middle])
            + Self.mark(middle), &decoder, sink)
        #expect(decoder.lastSequence == UInt64(middle))
        Self.feed(Self.text(Self.lines[middle...]), &decoder, sink)
        #expect(
          sink.events.map { "\($0.action) \($0.id ?? 0)" }
            == whole.events.map { "\($0.action) \($0.id ?? 0)" })
        #expect(sink.events.count > 60)
      }
    }
  }

  @Test func linesThatTheSenderGaveUpAreNotWaitedFor() {
    let sink = RecordingSink()
    var decoder = StreamDecoder(source: SourceID(rawValue: 0))
    Self.feed(Self.hello + Self.mark(0) + "BGT begin id=1\n", &decoder, sink)
    decoder.suspend()
    decoder.resume()
    Self.feed(
      #"{"event":"lost","count":6}"# + "\n" + Self.mark(7) + "BGT begin id=8\n" + Self.mark(8),
      &decoder, sink)
    #expect(sink.events.compactMap(\.id) == [1, 8])
    #expect(decoder.lastSequence == 8)
  }

  @Test func anEndThatComesAgainIsTheSameEnd() {
    let sink = RecordingSink()
    var decoder = StreamDecoder(source: SourceID(rawValue: 0))
    let bye = #"{"event":"bye","seq":2}"# + "\n"
    Self.feed(Self.hello + Self.mark(0) + "BGT begin id=1\n" + Self.mark(1) + bye, &decoder, sink)
    #expect(decoder.lastSequence == 2)
    decoder.suspend()
    decoder.resume()
    Self.feed(Self.mark(1) + bye, &decoder, sink)
    #expect(decoder.lastSequence == 2)
    #expect(decoder.saidBye)
    #expect(sink.events.compactMap(\.id) == [1])
  }

  @Test func onlyTheFirstLineNamesAStream() {
    var decoder = StreamDecoder(source: SourceID(rawValue: 0))
    Self.feed("one\n" + Self.hello, &decoder, RecordingSink())
    #expect(decoder.streamName == nil)
  }
}
