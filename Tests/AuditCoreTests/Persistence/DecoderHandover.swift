@testable import AuditCore

/// Takes a decoder from one process to another: through bytes, into other tables of texts and stacks.
enum DecoderHandover {
  static let source = SourceID(rawValue: 3)

  /// What is stored of a decoder.
  struct Stored {
    var bytes: [UInt8]
    /// Rows of the half-read line.
    var rows: [[UInt8]]
    /// The names that are mentioned.
    var names: ArchivedNames
  }

  static func write(_ decoder: inout StreamDecoder, _ sink: RecordingSink) -> Stored {
    let names = ArchivedNames(sink.tools)
    var archive = Archive(writingWith: names)
    decoder.pass(through: &archive)
    let rows = decoder.framer.takeChangedRows(isWhole: true).changed
    return Stored(
      bytes: archive.bytes, rows: rows.map { decoder.framer.bytes(of: $0) }, names: names)
  }

  /// nil where what is stored is refused.
  static func read(_ stored: Stored, _ names: ArchivedNames) -> StreamDecoder? {
    var archive = Archive(readingWith: names)
    archive.restart(stored.bytes.span)
    var decoder = StreamDecoder(source: source)
    decoder.pass(through: &archive)
    if !archive.isAtEnd { return nil }
    for (number, row) in stored.rows.enumerated() {
      if !decoder.framer.restore(number, row.span) { return nil }
    }
    return decoder.framer.isRestored ? decoder : nil
  }

  /// Names for reading in the same process.
  static func same(_ written: ArchivedNames, _ sink: RecordingSink) -> ArchivedNames {
    let names = ArchivedNames(sink.tools)
    for id in written.takeNewStacks() { names.learn(id.rawValue, id) }
    for id in written.takeNewTexts() { names.learn(id.rawValue, id) }
    return names
  }

  /// Names for reading, in the tables of `new`: everything that `written` mentioned.
  static func learn(_ written: ArchivedNames, _ new: RecordingSink) -> ArchivedNames {
    let names = ArchivedNames(new.tools)
    for id in written.takeNewStacks() {
      let frames = written.stacks.frames(id).map { frame in
        var moved = frame
        moved.image = move(frame.image, written, new)
        moved.symbol = move(frame.symbol, written, new)
        return moved
      }
      names.learn(id.rawValue, new.stacks.intern(frames))
    }
    for id in written.takeNewTexts() { names.learn(id.rawValue, move(id, written, new)) }
    return names
  }

  private static func move(
    _ id: TextID, _ written: ArchivedNames, _ new: RecordingSink
  ) -> TextID {
    new.texts.intern(written.texts[id].utf8.span, bytesMax: .max)
  }

  /// Puts the decoder of a new process in place of the old one's; false if it was refused.
  static func restart(_ decoder: inout StreamDecoder, _ sink: inout RecordingSink) -> Bool {
    let stored = write(&decoder, sink)
    let new = RecordingSink()
    guard let read = read(stored, learn(stored.names, new)) else { return false }
    decoder = read
    sink = new
    return true
  }
}

/// All that anybody can see of how a stream was decoded, whatever the tables number things.
struct DecodedStream: Equatable {
  var events: [String] = []
  var stamps: [Stamp?] = []
  var refusals: [String] = []
  var rejects: [String] = []
  var counts: [String] = []

  /// Decodes `bytes` in one process.
  init(_ bytes: [UInt8]) {
    self.init(bytes, cuts: []) { _, _ in }
  }

  /// Decodes `bytes`; at each cut `handOver` may put another decoder and sink in place.
  init(
    _ bytes: [UInt8], cuts: [Int],
    handOver: (inout StreamDecoder, inout RecordingSink) -> Void
  ) {
    var sink = RecordingSink()
    var decoder = StreamDecoder(source: DecoderHandover.source)
    var start = 0
    for cut in cuts {
      decoder.consume(bytes.span.extracting(start..<cut), into: sink)
      start = cut
      take(sink)
      sink.forget()
      handOver(&decoder, &sink)
    }
    decoder.consume(bytes.span.extracting(start..<bytes.count), into: sink)
    note(decoder)
    decoder.finish(into: sink)
    take(sink)
    note(decoder)
    rejects = decoder.takeRejects().map { "\($0.line): \($0.reason.text)" }
  }

  private mutating func take(_ sink: RecordingSink) {
    for event in sink.events {
      events.append(
        "\(event.place) \(sink.describe(event)) \(event.uncertainID) \(event.lineHash) "
          + sink.frames(event).joined(separator: ";"))
    }
    stamps += sink.stamps
    refusals += sink.refusals
  }

  private mutating func note(_ decoder: StreamDecoder) {
    counts.append(
      "\(decoder.linesSeen) \(decoder.linesSkipped) \(decoder.linesUnreadable) "
        + "\(decoder.linesTooLong) \(decoder.linesRecognised) \(decoder.eventsDelivered) "
        + "\(decoder.wantsAcknowledgement) \(decoder.lastSequence ?? 0) \(decoder.saidBye) "
        + "\(decoder.speaksJSON)")
  }
}
