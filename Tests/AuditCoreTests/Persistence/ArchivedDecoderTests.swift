import Testing

@testable import AuditCore

/// A decoder that went through the archive goes on as if nothing had been.
@Suite struct ArchivedDecoderTests {
  /// Restarts at every cut.
  private func check(_ bytes: [UInt8], _ cuts: [Int], _ label: String) {
    let whole = DecodedStream(bytes)
    var refused = 0
    let parts = DecodedStream(bytes, cuts: cuts) { decoder, sink in
      if !DecoderHandover.restart(&decoder, &sink) { refused += 1 }
    }
    #expect(refused == 0, "\(label)")
    #expect(parts == whole, "\(label)")
  }

  /// Behind each line feed, and at one place within each line.
  private func cuts(_ bytes: [UInt8], _ random: inout SeededRandom) -> [Int] {
    var cuts: [Int] = []
    var start = 0
    for (index, byte) in bytes.enumerated() where byte == 0x0A {
      cuts += [start + random.below(index + 1 - start), index + 1]
      start = index + 1
    }
    return cuts + [start + random.below(bytes.count - start)]
  }

  @Test func goesOnAfterARestartInEachLineOfEachCase() {
    var random = SeededRandom(seed: 11)
    for (name, log) in CaseLogs.all { check(log, cuts(log, &random), name) }
  }

  @Test func goesOnAfterARestartAtAnyByte() {
    for (name, log) in CaseLogs.all where log.count < 400 {
      check(log, Array(0...log.count), name)
    }
  }

  /// Lines of many logs between each other leave more open than any one log does.
  @Test func goesOnWithManyThingsOpen() {
    for seed in 0..<40 {
      var random = SeededRandom(seed: UInt64(seed))
      let log = StreamMixture.bytes(&random, lines: 120)
      let cuts = (0..<60).map { _ in random.below(log.count + 1) }.sorted()
      check(log, cuts, "seed \(seed)")
    }
  }

  @Test func goesOnWithinALineThatIsTooLong() {
    let long = [UInt8](repeating: 0x61, count: Limits.lineBytesMax)
    let bytes = Array("BGT begin id=1\n".utf8) + long + Array("bc\nBGT end id=1\n".utf8)
    check(bytes, [20, 15 + long.count, 16 + long.count, 17 + long.count], "long line")
  }

  @Test func remembersALineThatWasGivenUp() {
    let bytes = Array("BGT begin id=1\nBGT end id=1\nBGT end id=2\n".utf8)
    func give(up decoder: inout StreamDecoder) {
      if decoder.linesSeen == 1 { decoder.dropHalfLine() }
    }
    let whole = DecodedStream(bytes, cuts: [18, 20]) { decoder, _ in give(up: &decoder) }
    #expect(whole.refusals == ["2: given up half-read, for want of memory"])
    let parts = DecodedStream(bytes, cuts: [18, 20]) { decoder, sink in
      give(up: &decoder)
      #expect(DecoderHandover.restart(&decoder, &sink))
    }
    #expect(parts == whole)
  }

  /// The threads of some loggers are words, which stand as hashes in what waits for its other half.
  @Test func joinsStacksOfNamedThreads() {
    let head = "2026-03-31 15:47:40.800 [info][tid:com.app.work] "
    let log =
      head + "enter beginBackgroundTaskWithExpirationHandler:1\n" + head + "(\n"
      + "0   Chat    0x0000000102903a58 -[Uploader start] + 132\n" + head + ")\n"
    let bytes = Array(log.utf8)
    var random = SeededRandom(seed: 5)
    check(bytes, cuts(bytes, &random), "named threads")
    #expect(DecodedStream(bytes).events.last?.hasSuffix("Chat -[Uploader start]") == true)
    // The same number in every process; worked out by another program.
    let thread: UInt64 = 2_288_110_675_264_786_741
    #expect(RecordingSink.decode(bytes).events.map(\.thread) == [thread, thread])
  }

  /// What a stream that has said nothing yet costs in the store.
  @Test func isSmallWhereNothingIsOpen() {
    let sink = RecordingSink()
    var decoder = StreamDecoder(source: DecoderHandover.source)
    #expect(DecoderHandover.write(&decoder, sink).bytes.count < 16)
    decoder.consume(Array("BGT end id=1\n".utf8).span, into: sink)
    #expect(DecoderHandover.write(&decoder, sink).bytes.count < 64)
  }
}
