import Testing

@testable import AuditCore

/// Damaged bytes of decoders are refused, or are those of a decoder that goes on without a trap.
@Suite struct DamagedDecoderTests {
  /// Reads, and decodes on if what is read is whole.
  @discardableResult
  private func readAndGoOn(
    _ stored: DecoderHandover.Stored, _ names: ArchivedNames, _ rest: [UInt8], _ sink: RecordingSink
  ) -> Bool {
    guard var decoder = DecoderHandover.read(stored, names) else { return false }
    decoder.consume(rest.span, into: sink)
    decoder.finish(into: sink)
    _ = decoder.takeRejects()
    #expect(decoder.heldBytes >= 0)
    sink.forget()
    return true
  }

  @Test func survivesBytesThatChanged() {
    var read = 0
    for seed in 0..<40 {
      var random = SeededRandom(seed: UInt64(seed))
      let sink = RecordingSink()
      var decoder = StreamDecoder(source: DecoderHandover.source)
      let bytes = StreamMixture.bytes(&random, lines: 60)
      decoder.consume(bytes.span.extracting(0..<bytes.count - 5), into: sink)
      let stored = DecoderHandover.write(&decoder, sink)
      let names = DecoderHandover.same(stored.names, sink)
      let rest = StreamMixture.bytes(&random, lines: 25)
      for _ in 0..<60 {
        var damaged = stored
        damage(&damaged.bytes, &random)
        if readAndGoOn(damaged, names, rest, sink) { read += 1 }
      }
    }
    // Most changes are of numbers, and make another decoder.
    #expect(read > 200)
  }

  @Test func refusesBytesThatAreCutOff() {
    var random = SeededRandom(seed: 1)
    let sink = RecordingSink()
    var decoder = StreamDecoder(source: DecoderHandover.source)
    let bytes = StreamMixture.bytes(&random, lines: 60)
    decoder.consume(bytes.span, into: sink)
    let stored = DecoderHandover.write(&decoder, sink)
    let names = DecoderHandover.same(stored.names, sink)
    for count in 0..<stored.bytes.count {
      var damaged = stored
      damaged.bytes = Array(stored.bytes.prefix(count))
      #expect(DecoderHandover.read(damaged, names) == nil)
    }
    var longer = stored
    longer.bytes.append(0)
    #expect(DecoderHandover.read(longer, names) == nil)
  }

  @Test func survivesBytesOfAnyKind() {
    var random = SeededRandom(seed: 2)
    let sink = RecordingSink()
    let names = ArchivedNames(sink.tools)
    for _ in 0..<3000 {
      // Small numbers get further than large ones.
      let bytes = (0..<random.below(200)).map { _ in
        random.chance(80) ? UInt8(random.below(4)) : UInt8(random.below(256))
      }
      let stored = DecoderHandover.Stored(
        bytes: [UInt8(DecoderHandover.source.rawValue)] + bytes, rows: [], names: names)
      readAndGoOn(stored, names, Array("BGT end id=1\n)\n}\n".utf8), sink)
    }
  }

  /// Values that no stream leads to, and that would trap where they are used.
  @Test func refusesWhatCannotBe() {
    var time = TimeFields()
    for (field, bad) in [
      (\TimeFields.hour, -1), (\.hour, 24), (\.minute, -1), (\.second, 61), (\.micros, 1_000_000),
    ] {
      time = TimeFields()
      time[keyPath: field] = bad
      #expect(!comesBack(time))
    }
    time = TimeFields()
    time.year = .max
    #expect(!comesBack(time))
    time = TimeFields()
    time.month = 13
    time.day = 1
    #expect(!comesBack(time))
    time.month = 2
    time.day = 29
    #expect(comesBack(time))
    time.zone = 960
    #expect(!comesBack(time))

    var event = Event.blank
    event.remaining = .nan
    #expect(!comesBack(event))
    let frames = [Frame](repeating: .blank, count: Limits.stackFramesMax + 1)
    #expect(!comesBack(StackBlocks.Block(event: .blank, frames: frames, touched: 0)))
    let pending = [UIKitLaunch.Pending](repeating: .blank, count: Limits.pendingBeginsMax + 1)
    #expect(!comesBack(UIKitLaunch(origin: .blank, pending: pending)))
    let counted = [UIKitLaunch.Counted](repeating: .blank, count: Limits.countedTasksMax + 1)
    #expect(!comesBack(UIKitLaunch(origin: .blank, counted: counted)))
  }

  private func comesBack<Value: Archivable>(_ value: Value) -> Bool {
    let names = ArchivedNames(RecordingSink().tools)
    var archive = Archive(writingWith: names)
    var written = value
    archive.pass(&written)
    var reading = Archive(readingWith: names)
    reading.restart(archive.bytes.span)
    var read = Value.blank
    reading.pass(&read)
    return reading.isAtEnd
  }

  private func damage(_ bytes: inout [UInt8], _ random: inout SeededRandom) {
    for _ in 0..<1 + random.below(3) {
      let place = random.below(bytes.count)
      switch random.below(6) {
      case 0: bytes[place] = UInt8(random.below(256))
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(UInt8(random.below(256)), at: place)
      default: bytes[place] ^= 1 << UInt8(random.below(7))
      }
    }
  }
}
