import Testing

@testable import AuditCore

/// Nothing that a decoder stores is forgotten by the archive.
@Suite struct DecoderPropertiesTests {
  /// What is not archived: see `LineContext.pass` and `StreamDecoder.pass`.
  private static let left: Set<String> = [
    // The tables of the process; what stands in them is stored once for all.
    "texts", "stacks",
    // The caller's.
    "patterns", "observer",
    // Of the line at hand, and between two calls there is none.
    "trace", "events", "isNotNew", "isAnnounced",
    // What it would save is read again.
    "stackCache", "skimmer", "likelyHeader", "likelySigns", "hints", "latestSession",
    "latestOrigin", "ordinary", "likelyTexts", "newestPlace",
  ]

  /// Every struct within a decoder and its stored properties.
  ///
  /// If this fails you have added or removed one: name it in `pass(through:)` of its type, check there what
  /// hostile bytes could make of it, and bring this list up to date. What is stored by a daemon of the
  /// version before can then not be read any more: raise the version of the store's schema.
  private static let properties: [String: [String]] = [
    "StreamDecoder": [
      "source", "linesSeen", "linesSkipped", "linesUnreadable", "linesTooLong", "linesRecognised",
      "eventsDelivered", "rejects", "refusedObject", "framer", "patterns", "observer", "context",
    ],
    "Reject": ["line", "reason"],
    "UnreadableReason": ["text"],
    "LineFramer": ["held", "dropped", "rows"],
    "HalfLineRows": ["storedBytes", "count"],
    "LineContext": [
      "texts", "stacks", "place", "stamp", "origin", "thread", "isUnframed", "trace", "events",
      "calendar", "blocks", "clients", "stackCache", "ordinary", "likelyTexts", "skimmer",
      "likelyHeader",
      "likelySigns", "uikit", "kills", "report",
    ],
    "StreamCalendar": ["lastDay", "lastSecond", "zone"],
    "TimeFields": [
      "year", "month", "day", "hour", "minute", "second", "micros", "zone", "precision",
    ],
    "StackBlocks": ["open", "tasks", "nextTask"],
    "Block": ["event", "frames", "touched", "isInParts"],
    "Task": ["origin", "thread", "stamp"],
    "ClientState": [
      "wantsAcknowledgement", "lastSequence", "saidBye", "isRefused", "sawFraction", "saidHello",
      "defaultOrigin", "sessions", "hints", "latestOrigin", "latestSession",
      "acknowledgesMarksOnly", "stream",
    ],
    "StreamPosition": ["name", "lines", "again", "awaitsMark", "isNotNew", "isAnnounced"],
    "UIKitTaskCounter": ["launches", "held"],
    "UIKitLaunch": [
      "origin", "pending", "counted", "nextID", "confirmedID", "isCertain", "hasCreated",
      "hasGuesses",
    ],
    "Pending": ["name", "handler", "thread"],
    "Counted": ["id", "handler"],
    "KnownProcesses": ["known", "uses", "newestPlace", "hints"],
    "Known": ["origin", "use"],
    "KillReports": ["assertions", "crash", "known", "lastKilled"],
    "Assertions": ["event", "exit", "namesTask", "namesOther"],
    "CrashReport": [
      "process", "pid", "stamp", "place", "name", "isKill", "hasException", "namesTask",
      "namesOther", "words", "headline", "frames", "isInThread",
    ],
    "ObjectReport": ["place", "entry", "metrics", "crash", "process", "pid", "time"],
    "LogEntry": ["message", "isPresent", "thread"],
    "ExitMetrics": ["app", "appVersion", "os", "device", "taskTimeouts", "otherKills"],
    "Event": [
      "action", "origin", "stamp", "place", "wording", "id", "name", "stack", "slot", "hasHandler",
      "remaining", "appState", "uncertainID", "thread", "lineHash",
    ],
    "Exit": ["reason", "code", "text", "cause"],
    "Frame": ["image", "symbol", "offset", "address"],
    "Origin": ["device", "process", "pid", "session"],
    "Place": ["source", "line", "sequence"],
    "Stamp": ["instant", "zoneMinutes", "precision", "calendar"],
    "Instant": ["microseconds"],
    "SourceID": ["rawValue"],
    "TextID": ["rawValue"],
    "StackID": ["rawValue"],
  ]

  @Test func listsEveryStoredProperty() {
    let found = StoredProperties(of: decode(OpenStreams.everything).0, skipping: Self.left).names
    for name in found.keys.sorted() {
      #expect(found[name] == Self.properties[name], "\(name)")
    }
    #expect(found.keys.sorted() == Self.properties.keys.sorted())
  }

  @Test func bringsEveryStoredPropertyBack() {
    // What is the same in all of these has not been shown to come back.
    var values: [String: Set<String>] = [:]
    func note(_ value: Any) {
      let found = StoredProperties(of: value, skipping: Self.left).values
      values.merge(found) { $0.union($1) }
    }
    for text in [
      OpenStreams.everything, OpenStreams.reports, OpenStreams.explained, OpenStreams.tooLong,
      "half a line",
    ] {
      var (decoder, sink) = decode(text)
      compare(&decoder, sink, String(text.prefix(80)))
      note(decoder)
    }
    // A stream that goes on over another connection: what comes again is passed over.
    var (decoder, sink) = decode(OpenStreams.everything)
    decoder.suspend()
    decoder.resume()
    compare(&decoder, sink, "between connections")
    note(decoder)
    decoder.consume(Array("{\"event\":\"mark\",\"seq\":4}\n".utf8).span, into: sink)
    compare(&decoder, sink, "coming again")
    note(decoder)
    let blanks: [Any] = [
      ArchivedEventTests.event, Event.blank, UIKitLaunch.blank, UIKitLaunch.Counted.blank,
      UIKitLaunch.Pending.blank,
      CrashReport.blank,
      KillReports.Assertions.blank, ObjectReport.blank, TimeFields.blank, StackBlocks.Block.blank,
      Event.Exit.blank,
    ]
    for blank in blanks { note(blank) }
    for (type, names) in Self.properties where type != "SourceID" {
      for name in names where !Self.left.contains(name) && name != "source" {
        #expect(values["\(type).\(name)", default: []].count > 1, "\(type).\(name)")
      }
    }
  }

  @Test func bringsMixturesBack() {
    for seed in 0..<6 {
      var random = SeededRandom(seed: UInt64(seed))
      let sink = RecordingSink()
      var decoder = StreamDecoder(source: DecoderHandover.source)
      for round in 0..<8 {
        let bytes = StreamMixture.bytes(&random, lines: 12)
        decoder.consume(bytes.span.extracting(0..<random.below(bytes.count)), into: sink)
        compare(&decoder, sink, "seed \(seed), round \(round)")
      }
    }
  }

  private func compare(_ decoder: inout StreamDecoder, _ sink: RecordingSink, _ label: String) {
    let stored = DecoderHandover.write(&decoder, sink)
    guard let read = DecoderHandover.read(stored, DecoderHandover.same(stored.names, sink)) else {
      Issue.record("refused: \(label)")
      return
    }
    let before = StoredProperties(of: decoder, skipping: Self.left).leaves
    #expect(StoredProperties(of: read, skipping: Self.left).leaves == before, "\(label)")
  }

  private func decode(_ text: String) -> (StreamDecoder, RecordingSink) {
    let sink = RecordingSink()
    var decoder = StreamDecoder(source: DecoderHandover.source)
    decoder.consume(Array(text.utf8).span, into: sink)
    return (decoder, sink)
  }
}
