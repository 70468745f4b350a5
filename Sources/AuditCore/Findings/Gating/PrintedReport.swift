/// What `--format json` or `--write-baseline` printed, as far as runs are compared by it.
struct PrintedReport {
  /// Why a file is none: a clause that completes "FILE: …".
  struct Problem: Error {
    var why: String
    /// Where it is, if the file is a report and cannot be read to its end.
    var line: Int?
    /// The file is a report all the same.
    var isReport = false
  }

  /// One finding, or several of one fingerprint and severity.
  struct Entry {
    var rule: String?
    var fingerprint = ""
    var severity = Severity.info
    /// Without one, nobody knows what the entry excuses.
    var hasSeverity = false
    var count = 1
    var name: String?
    var blame = Blame()
    var sdk: String?
    /// Cleared or suppressed: nothing that a later run is held against.
    var isLeftOut = false
  }

  private(set) var sessions = 1
  private(set) var entries: [Entry] = []
  private var version: UInt64?
  private var hasFindings = false

  /// Reads one JSON object, a byte order mark before it included. Keys that it does not know are passed over.
  init(reading file: Span<UInt8>) throws(Problem) {
    let bytes = file.has("\u{FEFF}", at: 0) ? file.extracting(3..<file.count) : file
    do throws(JSONError) {
      try read(bytes)
    } catch {
      let line = hasFindings ? Self.line(of: error.offset, in: bytes) : nil
      throw Problem(why: "not a report: \(error.text)", line: line, isReport: hasFindings)
    }
    guard let version, hasFindings else {
      throw Problem(why: "not a report: neither of --format json nor of --write-baseline")
    }
    if version != UInt64(JSONReport.version) {
      throw Problem(
        why: "version \(version) is not known, only \(JSONReport.version) is", isReport: true)
    }
    if entries.contains(where: \.fingerprint.isEmpty) {
      throw Problem(why: "a finding has no fingerprint", isReport: true)
    }
    if !entries.allSatisfy(\.hasSeverity) {
      throw Problem(why: "a finding has no severity", isReport: true)
    }
  }

  private mutating func read(_ bytes: Span<UInt8>) throws(JSONError) {
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
        sessions = try Self.count(try cursor.number(in: bytes), atLeast: 0, bytes)
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
        entry.fingerprint = try Self.fingerprint(&cursor, bytes)
      } else if key.equals("severity", in: bytes) {
        entry.severity = try Self.severity(&cursor, bytes)
        entry.hasSeverity = true
      } else if key.equals("count", in: bytes) {
        entry.count = try Self.count(try cursor.number(in: bytes), atLeast: 1, bytes)
      } else if key.equals("state", in: bytes) {
        let cleared = try cursor.string(in: bytes).equals("cleared", in: bytes)
        entry.isLeftOut = entry.isLeftOut || cleared
      } else if key.equals("excuse", in: bytes) {
        let suppressed = try cursor.string(in: bytes).equals("suppressed", in: bytes)
        entry.isLeftOut = entry.isLeftOut || suppressed
      } else if key.equals("rule", in: bytes) {
        entry.rule = try cursor.string(in: bytes).text(in: bytes)
      } else if key.equals("name", in: bytes) {
        entry.name = try cursor.string(in: bytes).text(in: bytes)
      } else if key.equals("blame", in: bytes) {
        try readBlame(of: &entry, &cursor, bytes)
      } else if key.equals("sdk", in: bytes) {
        try readSDK(of: &entry, &cursor, bytes)
      } else {
        try cursor.skipValue(in: bytes)
      }
    }
    entries.append(entry)
  }

  private func readBlame(
    of entry: inout Entry, _ cursor: inout JSONCursor, _ bytes: Span<UInt8>
  ) throws(JSONError) {
    try cursor.beginObject(in: bytes)
    while let key = try cursor.nextKey(in: bytes) {
      guard try cursor.peek(in: bytes) == .string else {
        try cursor.skipValue(in: bytes)
        continue
      }
      let text = try cursor.string(in: bytes).text(in: bytes)
      if key.equals("image", in: bytes) { entry.blame.image = text }
      if key.equals("symbol", in: bytes) { entry.blame.symbol = text }
      if key.equals("holder", in: bytes) { entry.blame.holder = text }
    }
  }

  private func readSDK(
    of entry: inout Entry, _ cursor: inout JSONCursor, _ bytes: Span<UInt8>
  ) throws(JSONError) {
    try cursor.beginObject(in: bytes)
    while let key = try cursor.nextKey(in: bytes) {
      if key.equals("product", in: bytes) {
        entry.sdk = try cursor.string(in: bytes).text(in: bytes)
      } else {
        try cursor.skipValue(in: bytes)
      }
    }
  }

  /// What no audit prints would be known for ever, or never.
  private static func fingerprint(
    _ cursor: inout JSONCursor, _ bytes: Span<UInt8>
  ) throws(JSONError) -> String {
    let string = try cursor.string(in: bytes)
    let text = string.text(in: bytes)
    let digits = "0123456789abcdef".utf8
    let isOne = text.utf8.count == 16 && text.utf8.allSatisfy { digits.contains($0) }
    if isOne { return text }
    throw JSONError(
      offset: string.range.lowerBound,
      reason: "not a fingerprint, which is 16 hexadecimal digits")
  }

  /// Counted from 1.
  private static func line(of offset: Int, in bytes: Span<UInt8>) -> Int {
    var line = 1
    for index in 0..<min(offset, bytes.count) where bytes[index] == 0x0A { line += 1 }
    return line
  }

  private static func severity(
    _ cursor: inout JSONCursor, _ bytes: Span<UInt8>
  ) throws(JSONError) -> Severity {
    let text = try cursor.string(in: bytes)
    guard let severity = Severity(name: text.text(in: bytes)) else {
      throw JSONError(offset: text.range.lowerBound, reason: "no severity that is known")
    }
    return severity
  }

  /// Of findings or launches. More than any run has is a slip of the pen, and would let everything pass.
  private static let countMax = UInt64(Int32.max)

  private static func count(
    _ number: JSONNumber, atLeast least: UInt64, _ bytes: Span<UInt8>
  ) throws(JSONError) -> Int {
    guard let count = number.unsigned(in: bytes), least...countMax ~= count else {
      throw JSONError(
        offset: number.range.lowerBound, reason: "not a whole number from \(least) to \(countMax)")
    }
    return Int(count)
  }
}
