import Testing

@testable import AuditCore

/// Lines that are passed over must leave what they would have left if they had been read.
@Suite struct SyslogSkimmerTests {
  private final class Silent: LineObserver {
    func lineRead(_ line: Span<UInt8>, _ reading: LineReading) {}
  }

  /// Stamps, counts and events; with an observer each line is read.
  private func read(_ log: [UInt8], skims: Bool) -> [String] {
    let sink = RecordingSink()
    var decoder = StreamDecoder(source: SourceID(rawValue: 0))
    if !skims { decoder.observer = Silent() }
    decoder.consume(log.span, into: sink)
    decoder.finish(into: sink)
    return sink.stamps.map { "\($0, default: "none")" } + sink.lines(places: true)
      + ["\(decoder.linesSeen) \(decoder.linesSkipped) \(decoder.linesRecognised)"]
  }

  /// The time of the last line of each beginning of a log, which a run of lines tells alone.
  private final class Newest: EventSink {
    let recording = RecordingSink()
    let mostLinesAtOnce = 100
    private(set) var lines = 0
    private(set) var runs = 0
    private(set) var newest: Stamp?
    var texts: TextTable { recording.texts }
    var stacks: StackTable { recording.stacks }

    func accept(_ event: Event) { recording.accept(event) }
    func lineSeen(source: SourceID, stamp: Stamp?) { linesSeen(1, source: source, stamp: stamp) }
    func linesSeen(_ count: Int, source: SourceID, stamp: Stamp?) {
      lines += count
      if count > 1 { runs += 1 }
      newest = stamp
    }
    func unreadable(origin: Origin, place: Place, reason: UnreadableReason) {
      recording.unreadable(origin: origin, place: place, reason: reason)
    }
  }

  private static let parts: [[String]] = [
    ["Dec 15 ", "Dec 15 ", "Dec 15 ", "Dec 31 ", "Jan  1 ", "Jan 01 ", "Feb 30 ", "2026-12-16 "],
    ["11:48:28", "11:48:29", "23:59:60", "24:00:00", "1:00:00", "11:60:00"],
    ["", ".972604", ".9", ".123", ".9726041", ",123", ":123", "."],
    [" ", "+0800 ", "  "],
    [
      "SampleApp(UIKitCore)[11710]", "kernel()[0]", "iPhone locationd[71]", "a[b]c[12]",
      "x[99999999999]",
      "x[12", "[7]",
    ],
    [" <Notice>: ", ": ", " ", "", " <Error>:"],
    [
      "display layer activity with process", "Ending background task with identifier 3", "",
      "BGT begin id=6", #"\M-e\M-<\M^@"#, "stack (", "enter endBackgroundTask:6", "lifecycle",
      "HWM increased", #"["0   App   0x0000000102903a58 f + 1"]"#, "x\r", "BG time remaining: 3",
    ],
  ]

  @Test func leavesNothingOutThatMatters() {
    var random = SeededRandom(seed: 7)
    for _ in 0..<300 {
      var log = ""
      for _ in 0..<20 {
        // Seldom anything but the ordinary, so that most lines are passed over.
        for part in Self.parts { log += random.chance(70) ? part[0] : random.pick(part) }
        log += "\n"
      }
      let bytes = Array(log.utf8)
      #expect(read(bytes, skims: true) == read(bytes, skims: false), "\(log)")
    }
  }

  @Test func tellsOfRunsByTheirLastLine() {
    var random = SeededRandom(seed: 9)
    var runs = 0
    for _ in 0..<60 {
      var log: [UInt8] = []
      for _ in 0..<12 {
        for part in Self.parts { log += (random.chance(80) ? part[0] : random.pick(part)).utf8 }
        log.append(0x0A)
        // A line that has not ended is room enough for wide steps.
        let more = log + Array(repeating: UInt8(ascii: "x"), count: 80)
        let (each, newest) = (RecordingSink(), Newest())
        var decoders = [
          StreamDecoder(source: SourceID(rawValue: 0)),
          StreamDecoder(source: SourceID(rawValue: 0)),
        ]
        decoders[0].consume(more.span, into: each)
        decoders[1].consume(more.span, into: newest)
        #expect(newest.lines == each.stamps.count)
        #expect(newest.newest == each.stamps.last)
        #expect(newest.recording.lines(places: true) == each.lines(places: true))
        #expect(decoders[0].linesSkipped == decoders[1].linesSkipped)
        #expect(decoders[0].linesRecognised == decoders[1].linesRecognised)
        runs += newest.runs
      }
    }
    #expect(runs > 100)
  }

  /// Each sign at each place of a message, with others around it that are near it.
  @Test func filtersNoSignOut() {
    let signs = LineFormats.all.flatMap { $0.signs }.map { "\($0)" }
    var random = SeededRandom(seed: 11)
    for sign in signs {
      for _ in 0..<60 {
        let (before, after) = (random.pick(signs), random.pick(signs))
        let text =
          before.dropLast(1 + random.below(9)) + String(repeating: "-", count: random.below(9))
          + sign + after.dropFirst(1 + random.below(9))
        let line = Array("\(text)\n".utf8) + Array(repeating: 0x20, count: 40)
        let found = SignFilter.shared.lineEnd(line.span, from: 0)
        #expect(found?.end == text.utf8.count)
        let isPlain = found?.isPlain ?? false
        let mayHold = SignFilter.shared.mayHold(line.span, 0..<text.utf8.count)
        #expect(!isPlain || mayHold, "\(text)")
      }
    }
  }

  @Test func takesOrdinaryTextForWhatItIs() {
    let line = Array("wifid[49] <Notice>: WiFiLQAMgrLogStats of the Home: Rssi -2541\n".utf8)
    let padded = line + Array(repeating: 0x20, count: 40)
    let found = SignFilter.shared.lineEnd(padded.span, from: 0)
    #expect(found?.end == line.count - 1)
    #expect(found?.isPlain == true)
    let mayHold = SignFilter.shared.mayHold(padded.span, 0..<line.count - 1)
    #expect(!mayHold)
  }

  private func holdsSign(_ text: String) -> (sieve: Bool, scanner: Bool) {
    let bytes = Array(text.utf8)
    return (
      SignSieve.shared.holdsSign(bytes.span), SignScanner.shared.first(in: bytes.span) != nil
    )
  }

  @Test func findsEachSignInTheMiddle() {
    for sign in LineFormats.all.flatMap({ $0.signs }) {
      for padding in 0..<6 {
        let pad = String(repeating: "a", count: padding)
        #expect(holdsSign("\(pad)\(sign)\(pad)") == (true, true), "\(sign)")
        let torn = holdsSign("\(pad)\(sign)".dropLast() + "")
        #expect(torn.sieve == torn.scanner, "\(sign)")
      }
    }
  }
}
