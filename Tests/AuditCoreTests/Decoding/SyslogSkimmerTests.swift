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
