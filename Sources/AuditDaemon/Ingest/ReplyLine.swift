import AuditCore

/// The lines that the ingest socket answers with.
enum ReplyLine {
  /// Everything up to the event with this `seq` is audited.
  static func acknowledgement(_ sequence: UInt64) -> [UInt8] {
    var json = JSONWriter()
    json.object { $0.member("ack", sequence) }
    return json.bytes + [0x0A]
  }

  /// `line` counts from 1 on this connection; nil where no line is meant.
  static func error(_ text: String, line: UInt32?) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("error", text)
      if let line { json.member("line", line) }
    }
    return json.bytes + [0x0A]
  }

  static func text(_ reject: StreamDecoder.Reject) -> String {
    "line \(reject.line): not an event: \(reject.reason.text)"
  }
}
