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

  var lines: UInt64 = 0
  private(set) var refusedCount = 0
  private var refusals: [Refusal] = []

  mutating func add(_ refusal: Refusal) {
    refusedCount += 1
    if refusals.count < Self.refusalsKept { refusals.append(refusal) }
  }

  func text(file: String, style: TextStyle) -> [UInt8] {
    var page = TextPage(style: style)
    let name = file == InputFile.standardInput ? "standard input" : file
    let sent = "\(name): \(lines) \(lines == 1 ? "line" : "lines") sent, "
    page.line([
      Run(sent),
      refusedCount == 0 ? Run("all taken", .good) : Run("\(refusedCount) refused", .warning),
    ])
    return page.bytes
  }

  func json(file: String) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("version", JSONReport.version)
      json.member("file", file)
      json.member("lines", lines)
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
