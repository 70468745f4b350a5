/// Reads a baseline: what `--format json` printed, or the smaller object of `JSONBaseline`.
extension Baseline {
  /// Why a file is no baseline: a clause that completes "FILE: …".
  package struct Problem: Error, Hashable, Sendable {
    package var why: String
  }

  /// Reads one JSON object. Keys that it does not know are passed over; cleared and suppressed findings
  /// are no part of a baseline.
  package init(reading bytes: Span<UInt8>) throws(Problem) {
    var file = BaselineFile()
    do throws(JSONError) {
      try file.read(bytes)
    } catch {
      throw Problem(why: "not a baseline: \(error.text)")
    }
    guard let version = file.version, file.hasFindings else {
      throw Problem(
        why: "not a baseline: neither a report of --format json nor of --write-baseline")
    }
    if version != UInt64(JSONReport.version) {
      throw Problem(why: "version \(version) is not known, only \(JSONReport.version) is")
    }
    self.init(sessions: file.sessions)
    for entry in file.entries {
      guard let fingerprint = entry.fingerprint else {
        throw Problem(why: "a finding has no fingerprint")
      }
      guard let severity = entry.severity.flatMap({ Severity(name: $0) }) else {
        throw Problem(why: "a finding has no severity that is known")
      }
      if entry.isLeftOut { continue }
      if !add(fingerprint, severity, entry.count) {
        throw Problem(why: "more than \(Limits.baselineFingerprintsMax) fingerprints")
      }
    }
  }
}

/// What a file of a baseline says, before it is judged.
private struct BaselineFile {
  var version: UInt64?
  var sessions = 1
  var hasFindings = false
  var entries: [Entry] = []

  struct Entry {
    var fingerprint: String?
    var severity: String?
    var count = 1
    var isLeftOut = false
  }

  mutating func read(_ bytes: Span<UInt8>) throws(JSONError) {
    var cursor = JSONCursor()
    try cursor.beginObject(in: bytes)
    while let key = try cursor.nextKey(in: bytes) {
      if key.equals("version", in: bytes) {
        version = try cursor.number(in: bytes).unsigned(in: bytes)
      } else if key.equals("summary", in: bytes) {
        try readSummary(&cursor, bytes)
      } else if key.equals("findings", in: bytes) {
        hasFindings = true
        try cursor.beginArray(in: bytes)
        while try cursor.nextElement(in: bytes) { try readFinding(&cursor, bytes) }
      } else {
        try cursor.skipValue(in: bytes)
      }
    }
    try cursor.end(in: bytes)
  }

  private mutating func readSummary(
    _ cursor: inout JSONCursor, _ bytes: Span<UInt8>
  ) throws(JSONError) {
    try cursor.beginObject(in: bytes)
    while let key = try cursor.nextKey(in: bytes) {
      if key.equals("sessions", in: bytes) {
        sessions = Self.count(try cursor.number(in: bytes), bytes)
      } else {
        try cursor.skipValue(in: bytes)
      }
    }
  }

  private mutating func readFinding(
    _ cursor: inout JSONCursor, _ bytes: Span<UInt8>
  ) throws(JSONError) {
    var entry = Entry()
    try cursor.beginObject(in: bytes)
    while let key = try cursor.nextKey(in: bytes) {
      if try cursor.peek(in: bytes) == .null {
        try cursor.null(in: bytes)
      } else if key.equals("fingerprint", in: bytes) {
        entry.fingerprint = try cursor.string(in: bytes).text(in: bytes)
      } else if key.equals("severity", in: bytes) {
        entry.severity = try cursor.string(in: bytes).text(in: bytes)
      } else if key.equals("count", in: bytes) {
        entry.count = Self.count(try cursor.number(in: bytes), bytes)
      } else if key.equals("state", in: bytes) {
        let cleared = try cursor.string(in: bytes).equals("cleared", in: bytes)
        entry.isLeftOut = entry.isLeftOut || cleared
      } else if key.equals("excuse", in: bytes) {
        let suppressed = try cursor.string(in: bytes).equals("suppressed", in: bytes)
        entry.isLeftOut = entry.isLeftOut || suppressed
      } else {
        try cursor.skipValue(in: bytes)
      }
    }
    entries.append(entry)
  }

  /// A whole number as a count; what is none counts once.
  private static func count(_ number: JSONNumber, _ bytes: Span<UInt8>) -> Int {
    number.unsigned(in: bytes).map { Int(clamping: $0) } ?? 1
  }
}
