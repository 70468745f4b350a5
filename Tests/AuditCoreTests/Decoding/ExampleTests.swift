import Testing

@testable import AuditCore

/// The examples of `bgtaskctl formats` are read as what they are examples of, and by nothing else.
@Suite struct ExampleTests {
  /// How each line of a text was read.
  static func readings(_ text: String, patterns: [LinePattern] = []) -> [LineReading] {
    let observer = Observer()
    let sink = RecordingSink()
    var decoder = StreamDecoder(source: SourceID(rawValue: 0), patterns: patterns)
    decoder.observer = observer
    decoder.consume(Array(text.utf8).span, into: sink)
    decoder.finish(into: sink)
    return observer.readings
  }

  final class Observer: LineObserver {
    private(set) var readings: [LineReading] = []
    func lineRead(_ line: Span<UInt8>, _ reading: LineReading) { readings.append(reading) }
  }

  @Test(arguments: FormatCatalogue.formats)
  func formatIsReadByItselfAlone(_ about: FormatDescription) throws {
    let last = try #require(Self.readings(about.example).last)
    #expect(last.format == about.name)
    #expect(last.refusals == [])
    #expect(last.outcome != .unreadable)
    let isEvent = about != SiblingLines.about
    #expect(RecordingSink.decode(about.example).events.isEmpty != isEvent)
    let line = try #require(about.example.split(separator: "\n").last)
    for format in LineFormats.all where format.about != about {
      #expect(!reads(format, String(line)), "\(format.about.name) reads it as well")
    }
  }

  /// Whether the format takes the text from any of its signs.
  private func reads(_ format: any LineFormat.Type, _ text: String) -> Bool {
    let sink = RecordingSink()
    let message = Array(text.utf8)
    return format.signs.contains { sign in
      guard let position = message.span.find(sign) else { return false }
      var context = LineContext(
        source: SourceID(rawValue: 0), texts: sink.texts, stacks: sink.stacks)
      return format.read(message.span, sign: position, in: &context) != .notMine
    }
  }

  @Test(arguments: FormatCatalogue.framings)
  func framingIsUndone(_ about: FormatDescription) throws {
    let reading = try #require(Self.readings(about.example).last)
    #expect(reading.framings.last == about.name)
    #expect(reading.format == "product")
    let events = RecordingSink.decode(about.example).events
    #expect(events.map(\.id) == [6])
    #expect(events.first?.stamp != nil)
  }

  @Test func namesAreTheirOwnAndSummariesAreOneLine() {
    let all = FormatCatalogue.framings + FormatCatalogue.formats
    #expect(Set(all.map(\.name)).count == all.count)
    for about in all {
      #expect(about.name.allSatisfy { $0.isASCII && ($0.isLowercase || $0 == "-") })
      #expect(!about.summary.contains("\n") && about.summary.last != ".")
      #expect(about.summary.count <= 88, "\(about.name)")
    }
  }

  /// No logger is undone without a name, whatever the line.
  @Test func everyFramingHasAKind() {
    for text in FormatCatalogue.framings.map(\.example) + FormatCatalogue.formats.map(\.example) {
      for line in text.split(separator: "\n") {
        let framing = Framing.read(Array(line.utf8).span)
        #expect(framing.isNone == (framing.kind == .none), "\(line)")
      }
    }
  }
}
