/// A line pattern of the user's own: a regular expression with named groups, matched by the engine
/// that the shell passes in.
package struct LinePattern: Sendable {
  package enum Kind: Sendable { case begin, end, expire }
  /// What the named groups `id`, `name`, `process`, `pid`, `time` and so on matched, as byte ranges.
  package struct Match: Sendable {
    package var id: Range<Int>?
    package var name: Range<Int>?
    package var process: Range<Int>?
    package var pid: Range<Int>?
    package var thread: Range<Int>?
    package var remaining: Range<Int>?
    package init() {}
  }
  package var kind: Kind
  /// Bytes that must occur in a line before the expression is tried; empty tries every line.
  package var literal: [UInt8]
  package var match: @Sendable (borrowing Span<UInt8>) -> Match?

  package init(
    kind: Kind, literal: [UInt8] = [],
    match: @escaping @Sendable (borrowing Span<UInt8>) -> Match?
  ) {
    self.kind = kind
    self.literal = literal
    self.match = match
  }
}

/// Turns one stream's bytes into events: frames lines, undoes the framing of each, tries the formats.
///
/// One for each file or connection: it keeps the half-read line, open stack blocks and the stream's
/// calendar between calls. Bytes may come cut anywhere.
package struct StreamDecoder {
  /// A line that could not be read, for the reply `{"error": …}`.
  package struct Reject: Sendable {
    package var line: UInt32
    package var reason: UnreadableReason
  }

  package let source: SourceID
  /// The client asked for acknowledgements in its `hello`.
  package private(set) var wantsAcknowledgement = false
  /// The newest `seq` that was delivered.
  package private(set) var lastSequence: UInt64?
  /// The client said `bye`.
  package private(set) var saidBye = false
  package private(set) var linesSeen: UInt32 = 0
  package private(set) var linesSkipped = 0
  package private(set) var linesUnreadable = 0
  package private(set) var eventsDelivered = 0
  /// Lines that were unreadable since the last call of `takeRejects`, oldest first, bounded.
  private var rejects: [Reject] = []

  package init(source: SourceID, patterns: [LinePattern] = []) {
    self.source = source
  }

  /// Delivers every event of the lines that `bytes` completes.
  package mutating func consume(_ bytes: Span<UInt8>, into sink: some EventSink) {}

  /// The stream is over: reads the last line even without its line feed.
  package mutating func finish(into sink: some EventSink) {}

  package mutating func takeRejects() -> [Reject] {
    defer { rejects = [] }
    return rejects
  }
}
