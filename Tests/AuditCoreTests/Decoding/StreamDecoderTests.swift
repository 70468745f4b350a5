import Testing

@testable import AuditCore

@Suite struct StreamDecoderTests {
  private static let cases = CaseLogs.all

  @Test func hasCases() { #expect(Self.cases.count >= 60) }

  @Test func givesTheSameEventsHoweverItIsCut() {
    var random = SeededRandom(seed: 1)
    for (name, log) in Self.cases {
      let whole = RecordingSink.decode(log)
      for round in 0..<4 {
        var cuts: [Int] = []
        for _ in 0..<(1 + random.below(round == 0 ? log.count / 3 : 12)) {
          cuts.append(random.below(log.count + 1))
        }
        let cut = RecordingSink.decode(log, cuts: cuts.sorted())
        #expect(cut.lines(places: true) == whole.lines(places: true), "\(name)")
        #expect(cut.stamps == whole.stamps, "\(name)")
        #expect(cut.refusals == whole.refusals, "\(name)")
      }
    }
  }

  @Test func losesNothingToJunkBetweenTheLines() {
    var random = SeededRandom(seed: 2)
    for (name, log) in Self.cases {
      let whole = RecordingSink.decode(log)
      var mixed: [UInt8] = []
      for line in log.split(separator: 0x0A, omittingEmptySubsequences: false) {
        while random.chance(30) { mixed += junk(&random) + [0x0A] }
        mixed += line + [0x0A]
      }
      let junked = RecordingSink.decode(mixed)
      #expect(junked.lines() == whole.lines(), "\(name)")
      #expect(junked.refusals.count == whole.refusals.count, "\(name)")
    }
  }

  /// The pipe's end numbers the lines with marks of its own, wherever a batch happens to end.
  @Test func readsTheSameWithMarksBetweenTheLines() {
    for (name, log) in Self.cases {
      let whole = RecordingSink.decode(log)
      var marked = Array("{\"v\":1,\"event\":\"hello\",\"ack\":true}\n".utf8)
      for (index, line) in log.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated()
      {
        marked += line + [0x0A]
        marked += Array("{\"event\":\"mark\",\"seq\":\(index + 1)}\n".utf8)
      }
      let sink = RecordingSink.decode(marked)
      #expect(sink.lines() == whole.lines(), "\(name)")
      #expect(sink.stamps.compactMap { $0 } == whole.stamps.compactMap { $0 }, "\(name)")
    }
  }

  @Test func survivesBytesOfAnyKind() {
    var random = SeededRandom(seed: 3)
    for _ in 0..<300 {
      var bytes: [UInt8] = []
      for _ in 0..<random.below(40) {
        bytes += random.chance(50) ? junk(&random) : torn(&random)
        if random.chance(60) { bytes.append(0x0A) }
      }
      let cuts = (0..<random.below(6)).map { _ in random.below(bytes.count + 1) }.sorted()
      let sink = RecordingSink.decode(bytes, cuts: cuts)
      #expect(sink.stamps.count <= bytes.count + 1)
    }
  }

  @Test func neverMakesEventsOfJunk() {
    var random = SeededRandom(seed: 4)
    var bytes: [UInt8] = []
    for _ in 0..<3000 { bytes += junk(&random) + [0x0A] }
    let sink = RecordingSink.decode(bytes)
    #expect(sink.events.isEmpty)
    #expect(sink.refusals.isEmpty)
  }

  @Test func countsEveryLineOnce() {
    let text =
      "BGT end id=1\n\nnoise\nBGT end\n2020-01-01 00:00:00.000 P[1:a] noise\n{\"event\":\"bye\"}"
    let sink = RecordingSink()
    var decoder = StreamDecoder(source: SourceID(rawValue: 0))
    decoder.consume(Array(text.utf8).span, into: sink)
    decoder.finish(into: sink)
    #expect(decoder.linesSeen == 6)
    #expect(decoder.eventsDelivered == 2)
    #expect(decoder.linesSkipped == 2)
    #expect(decoder.linesUnreadable == 1)
    #expect(decoder.linesRecognised == 4)
    #expect(sink.stamps.count == 6)
  }

  @Test func countsLongLinesApartFromTornEvents() {
    let long = String(repeating: "x", count: Limits.lineBytesMax + 1)
    let sink = RecordingSink()
    var decoder = StreamDecoder(source: SourceID(rawValue: 0))
    decoder.consume(Array("BGT end\n\(long)\nBGT end id=x\n".utf8).span, into: sink)
    #expect(decoder.linesUnreadable == 2)
    #expect(decoder.linesSkipped == 1)
    #expect(decoder.linesTooLong == 1)
    #expect(decoder.linesRecognised == 2)
  }

  @Test func givesUpAHalfLine() {
    let sink = RecordingSink()
    var decoder = StreamDecoder(source: SourceID(rawValue: 0))
    decoder.consume(Array("BGT begin id=1\nBGT end id=".utf8).span, into: sink)
    #expect(decoder.halfLineBytes >= 11)
    decoder.dropHalfLine()
    #expect(decoder.halfLineBytes == 0)
    #expect(decoder.linesUnreadable == 0)
    decoder.consume(Array("1 BGT end id=2".utf8).span, into: sink)
    #expect(decoder.halfLineBytes == 0)
    decoder.consume(Array("\nBGT end id=3\n".utf8).span, into: sink)
    #expect(sink.lines() == ["begin id=1 by=product", "end id=3 by=product"])
    #expect(sink.refusals == ["2: given up half-read, for want of memory"])
    #expect(decoder.linesSeen == 3)
    #expect(decoder.linesTooLong == 1)
  }

  /// Nothing is given up between two lines, or twice.
  @Test func givesUpNoWholeLine() {
    let sink = RecordingSink()
    var decoder = StreamDecoder(source: SourceID(rawValue: 0))
    decoder.consume(Array("BGT begin id=1\n".utf8).span, into: sink)
    decoder.dropHalfLine()
    decoder.consume(Array("BGT end id=1\nBGT".utf8).span, into: sink)
    decoder.dropHalfLine()
    decoder.dropHalfLine()
    decoder.finish(into: sink)
    #expect(sink.lines() == ["begin id=1 by=product", "end id=1 by=product"])
    #expect(decoder.linesTooLong == 1)
  }

  /// A line's worth of bytes without a line feed.
  private func junk(_ random: inout SeededRandom) -> [UInt8] {
    (0..<random.below(60)).map { _ in
      let byte = UInt8(truncatingIfNeeded: random.next())
      return byte == 0x0A ? 0x0B : byte
    }
  }

  /// A real line with bytes lost, doubled or changed.
  private func torn(_ random: inout SeededRandom) -> [UInt8] {
    let lines = random.pick(Self.cases).log.split(separator: 0x0A)
    if lines.isEmpty { return [] }
    var line = Array(random.pick(lines))
    for _ in 0..<random.below(4) where !line.isEmpty {
      let place = random.below(line.count)
      switch random.below(4) {
      case 0: line.removeSubrange(place...)
      case 1: line.removeSubrange(..<place)
      case 2: line[place] = UInt8(truncatingIfNeeded: random.next())
      default: line.insert(contentsOf: line[place...], at: place)
      }
    }
    return line
  }
}
