@testable import AuditCore

/// Writes down all that a decoder delivers, to be compared.
final class Recording: EventSink {
  let texts = TextTable()
  let stacks: StackTable
  private(set) var decoder: StreamDecoder
  private(set) var events: [Event] = []
  private(set) var stamps: [Stamp?] = []
  private(set) var refusals: [UnreadableReason] = []
  private(set) var rejects: [StreamDecoder.Reject] = []

  init(patterns: [LinePattern] = []) {
    stacks = StackTable(texts: texts, symbols: SymbolReader(demangle: { _ in nil }))
    decoder = StreamDecoder(source: SourceID(rawValue: 0), patterns: patterns)
  }

  /// Decodes all of `bytes`, given in pieces that end at `cuts`, which ascend.
  func decode(_ bytes: [UInt8], cuts: [Int] = []) {
    var start = 0
    for cut in cuts + [bytes.count] {
      decoder.consume(bytes.span.extracting(start..<cut), into: self)
      start = cut
    }
    decoder.finish(into: self)
    rejects = decoder.takeRejects()
  }

  func observe(_ observer: any LineObserver) { decoder.observer = observer }

  func accept(_ event: Event) { events.append(event) }
  func lineSeen(source: SourceID, stamp: Stamp?) { stamps.append(stamp) }
  func unreadable(origin: Origin, place: Place, reason: UnreadableReason) {
    refusals.append(reason)
  }

  /// Everything that was delivered is the same, texts and stacks included.
  func requireEqual(_ other: Recording) throws(BrokenProperty) {
    try require(events.count == other.events.count, "other number of events")
    for (mine, others) in zip(events, other.events) {
      try require(mine == others, "\(mine)\nis not\n\(others)")
      for (id, otherID) in zip(texts(of: mine), other.texts(of: others)) {
        try require(
          texts[id] == other.texts[otherID], "\(texts[id]) is not \(other.texts[otherID])")
      }
    }
    try require(stamps == other.stamps, "other stamps")
    try require(refusals == other.refusals, "other refusals")
    try require(
      rejects.map(\.line) == other.rejects.map(\.line)
        && rejects.map(\.reason) == other.rejects.map(\.reason), "other rejects")
    try require(counts == other.counts, "other counts: \(counts) is not \(other.counts)")
  }

  private func texts(of event: Event) -> [TextID] {
    let origin = event.origin
    let frames = stacks.frames(event.stack).flatMap { [$0.image, $0.symbol] }
    return [event.name, event.slot, origin.device, origin.process, origin.session] + frames
  }

  private var counts: [Int] {
    [
      Int(decoder.linesSeen), decoder.linesSkipped, decoder.linesUnreadable, decoder.linesTooLong,
      decoder.linesRecognised, decoder.eventsDelivered, decoder.saidBye ? 1 : 0,
      decoder.speaksJSON ? 1 : 0, decoder.wantsAcknowledgement ? 1 : 0,
      Int(truncatingIfNeeded: decoder.lastSequence ?? .max),
    ]
  }
}
