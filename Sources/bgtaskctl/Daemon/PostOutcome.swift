import AuditCore

/// What became of a posted log.
struct PostOutcome {
  /// Refused lines that are kept for `--json`; more are only counted.
  private static let refusalsKept = 1000

  struct Refusal {
    /// Counted from 1 in the file; nil where the daemon does not say.
    var line: UInt64?
    var reason: String
  }

  /// Of the input.
  var lines: UInt64 = 0
  /// Lines that were sent once more, because the daemon went away before it had acknowledged them.
  var again: UInt64 = 0
  /// Lines that no room was left for while the daemon was away, and those of them that it was told of.
  private(set) var dropped: UInt64 = 0
  var droppedAndTold: UInt64 = 0
  private(set) var droppedBytes = 0
  private(set) var refusedCount = 0
  private var refusals: [Refusal] = []

  mutating func add(_ refusal: Refusal) {
    refusedCount += 1
    if refusals.count < Self.refusalsKept { refusals.append(refusal) }
  }

  mutating func drop(_ what: (lines: UInt64, bytes: Int)) {
    dropped += what.lines
    droppedBytes += what.bytes
  }

  /// What a script must know; a loss comes first.
  var status: Int32 {
    if dropped > 0 { return ExitStatus.unavailable }
    return refusedCount > 0 ? ExitStatus.dataError : ExitStatus.success
  }

  /// How much was sent again and dropped so far.
  var repeats: String {
    let sent = "\(Count.lines(again)) sent again"
    return dropped == 0 ? sent : "\(sent), \(droppedText)"
  }

  private var droppedText: String {
    "\(Count.lines(dropped)) (\(droppedBytes) bytes) dropped for want of room"
  }

  func text(file: String, style: TextStyle) -> [UInt8] {
    var page = TextPage(style: style)
    let name = file == InputFile.standardInput ? "standard input" : file
    var runs = [Run("\(name): \(Count.lines(lines - dropped)) sent, ")]
    if again > 0 { runs.append(Run("\(again) of them again, ")) }
    if dropped > 0 { runs += [Run(droppedText, .warning), Run(", ")] }
    runs.append(
      refusedCount == 0 ? Run("all taken", .good) : Run("\(refusedCount) refused", .warning))
    page.line(runs)
    return page.bytes
  }

  func json(file: String) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("version", JSONReport.version)
      json.member("file", file)
      json.member("lines", lines)
      json.member("again", again)
      json.member("dropped", dropped)
      json.member("droppedBytes", droppedBytes)
      json.member("refused", refusedCount)
      json.key("refusals")
      json.array { json in
        for refusal in refusals {
          json.object { json in
            json.member("line", refusal.line)
            json.member("reason", refusal.reason)
          }
        }
      }
    }
    return json.bytes + [0x0A]
  }
}

/// Numbers with their noun.
enum Count {
  static func lines(_ count: UInt64) -> String { "\(count) \(count == 1 ? "line" : "lines")" }
}
