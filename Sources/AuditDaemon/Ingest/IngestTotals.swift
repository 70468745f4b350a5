import AuditCore

/// What the decoders of all clients have counted since the start.
struct IngestTotals: Hashable {
  var lines = 0
  var events = 0
  var skipped = 0
  var unreadable = 0

  init() {}

  /// What `decoder` has counted so far.
  init(_ decoder: StreamDecoder) {
    lines = Int(decoder.linesSeen)
    events = decoder.eventsDelivered
    skipped = decoder.linesSkipped
    unreadable = decoder.linesUnreadable
  }

  /// Adds what came since `before`. A decoder's count of lines has 32 bits and may start anew.
  mutating func add(_ now: IngestTotals, since before: IngestTotals) {
    lines += max(0, now.lines - before.lines)
    events += now.events - before.events
    skipped += now.skipped - before.skipped
    unreadable += now.unreadable - before.unreadable
  }
}
