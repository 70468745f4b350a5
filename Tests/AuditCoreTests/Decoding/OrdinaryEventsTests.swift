import Testing

@testable import AuditCore

/// The short way of ordinary events must give what the long one gives, whatever comes.
@Suite struct OrdinaryEventsTests {
  private static let lines = [
    #"{"event":"begin","seq":3,"t":1595421000.028001,"session":"11a25bfa","id":2,"name":"sync","#
      + #""handler":true,"remaining":19.57,"thread":"0x1a2b05","queue":"main"}"#,
    #"{"event":"end","seq":4,"t":1595421000.5,"session":"11a25bfa","id":2,"thread":259}"#,
    #"{"event": "begin", "id": 7, "name": "漢字 upload", "slot": "task", "handler": false}"#,
    #"{"t":1595421001.25,"id":12,"event":"end","remaining":3,"app":"background","x":null}"#,
    #"{"event":"begin","id":9,"t":1595421002.125,"stack":["0   App   0x0000000102901000 -[Chat a] + 4"#
      + #"","1   App   0x0000000102901001 -[Chat applicationDidEnterBackground:] + 1234","2   UIKit"#
      + #"Core   0x00000001a2901002 -[UIApplication _applicationDidEnterBackground] + 120","3   Fr"#
      + #"ontBoardServices   0x00000001b2901003 -[FBSScene updater:didUpdateSettings:] + 552"]}"#,
    #"{"event":"end","id":9,"name":"<private>","remaining":179.9,"seq":1234567890123}"#,
  ]

  /// Is told of each line, so that none is passed on the short way.
  private final class Bystander: LineObserver {
    func lineRead(_ line: Span<UInt8>, _ reading: LineReading) {}
  }

  private struct Outcome: Equatable {
    var events: [Event]
    var refusals: [String]
    var stamps: [Stamp?]
    var counts: [Int]
  }

  private func decode(_ chunks: [[UInt8]], thoroughly: Bool) -> Outcome {
    let sink = RecordingSink()
    let bystander = Bystander()
    var decoder = StreamDecoder(source: SourceID(rawValue: 0))
    if thoroughly { decoder.observer = bystander }
    for chunk in chunks { decoder.consume(chunk.span, into: sink) }
    decoder.finish(into: sink)
    return Outcome(
      events: sink.events, refusals: sink.refusals, stamps: sink.stamps,
      counts: [
        Int(decoder.linesSeen), decoder.linesSkipped, decoder.linesUnreadable,
        decoder.linesRecognised, decoder.eventsDelivered, Int(decoder.lastSequence ?? 0),
      ])
  }

  /// How many lines a decoder that has read `models` takes the short way.
  private func taken(_ line: String, after models: [String]) -> Bool {
    let sink = RecordingSink()
    var context = LineContext(
      source: SourceID(rawValue: 0), texts: sink.texts, stacks: sink.stacks)
    for model in models {
      let bytes = Array(model.utf8)
      _ = LineReader.read(bytes.span, patterns: [], in: &context)
      context.ordinary.learn(bytes.span)
    }
    var event = OrdinaryEvent(in: context.place)
    let bytes = Array(line.utf8) + [0x0A]
    return context.ordinary.read(
      bytes.span, from: 0, into: &event, context.stackCache, context.likelyTexts)
      == bytes.count
  }

  @Test(arguments: lines)
  func takesLinesLikeThoseBefore(line: String) {
    #expect(taken(line, after: Self.lines))
    #expect(!taken(line, after: Self.lines.filter { $0 != line }))
  }

  @Test(arguments: [
    #"{"event":"begin","id":01}"#, #"{"event":"begin","id":-1}"#, #"{"event":"begin","id":1e3}"#,
    #"{"event":"begin","id":18446744073709551616}"#, #"{"event":"begin","id":1.0}"#,
    #"{"event":"begin","id":}"#, #"{"event":"begin","id":1}}"#,
    #"{"event":"begin","id":"1"}"#, #"{"event":"begin","id":1,"id":1}"#,
    #"{"event":"expire","id":1}"#,
  ])
  func leavesTheRest(line: String) {
    #expect(!taken(line, after: [#"{"event":"begin","id":1}"#, line]))
  }

  @Test(arguments: ["0", "7", "1234567", "12345678", "18446744073709551615"])
  func readsEveryID(id: String) throws {
    let line = #"{"event":"begin","id":1}"#
    #expect(taken(line.replacing("1", with: id), after: [line]))
    let event = try #require(
      RecordingSink.decode(line + "\n" + line.replacing("1", with: id) + "\n").events.last)
    // 2^64−1 is a bridge's word for no task.
    #expect(event.id == (id.count == 20 ? 0 : UInt64(id)))
  }

  @Test func refusesLinesWithoutALineFeed() {
    let line = Self.lines[1]
    let outcome = decode([Array((line + "\n" + line).utf8)], thoroughly: false)
    #expect(outcome.counts[0] == 2 && outcome.events.count == 2)
    #expect(outcome.events.map(\.id) == [2, 2])
  }

  /// Six shapes in turn, more shapes than are kept, and one that comes back.
  @Test func forgetsTheOldestShapes() {
    let shapes = (0..<20).map { #"{"event":"begin","key\#($0)":0,"id":1}"# }
    let text = (shapes + shapes.reversed()).joined(separator: "\n") + "\n"
    let chunks = (0..<8).map { _ in Array(text.utf8) }
    #expect(decode(chunks, thoroughly: false) == decode(chunks, thoroughly: true))
  }

  /// Cut lines, changed bytes, parts put twice or left out, in any order and cut anywhere.
  @Test func agreesWithTheLongWay() {
    var random = SeededRandom(seed: 11)
    var text: [UInt8] = []
    for round in 0..<6000 {
      var line = Array(Self.lines[Int.random(in: 0..<Self.lines.count, using: &random)].utf8)
      // The first lines are models.
      let count = round < 20 ? 0 : Int.random(in: 0...2, using: &random)
      LineMutation.apply(count, to: &line, &random)
      text += line + [0x0A]
    }
    var chunks: [[UInt8]] = []
    var rest = text[...]
    while !rest.isEmpty {
      let count = min(rest.count, Int.random(in: 1...9000, using: &random))
      chunks.append(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    let quick = decode(chunks, thoroughly: false)
    let thorough = decode(chunks, thoroughly: true)
    #expect(quick.counts == thorough.counts)
    #expect(quick.refusals == thorough.refusals)
    #expect(quick.stamps == thorough.stamps)
    let different = zip(quick.events, thorough.events).first { $0 != $1 }
    #expect(different == nil && quick.events.count == thorough.events.count)
    #expect(quick.events.count > 2000)
  }

  /// A `hello` of an unknown version, lines that come again, and an end that UIKit's line announced.
  @Test(arguments: [
    #"{"v":9,"event":"hello","session":"11a25bfa"}"#,
    #"{"v":1,"event":"hello","session":"11a25bfa","process":"Chat","pid":4312}"#,
    #"{"v":1,"event":"hello","stream":"x","ack":true}"# + "\n" + #"{"event":"mark","seq":0}"#,
    "Dec 15 11:49:10.500000 Chat[7] <Notice>: Ending background task <private>.",
    #"{"event":"bye"}"#,
  ])
  func agreesAfter(line: String) {
    let some = Self.lines.joined(separator: "\n") + "\n"
    let chunks = [Array((some + some + line + "\n" + some + some).utf8)]
    #expect(decode(chunks, thoroughly: false) == decode(chunks, thoroughly: true))
  }
}
