/// A line that the daemon sends to a client, on either socket.
package enum ServerLine: Hashable, Sendable {
  /// The control request is met; what follows is to be printed: so many bytes, if it has an end.
  case accepted(bytes: UInt64?)
  /// The request is refused; `exit` is the status to end with.
  case refused(ControlRequest.Problem)
  /// Everything up to the event with this `seq` is audited.
  case acknowledged(UInt64)
  /// A line of the client could not be read; `line` counts from 1 where it is known.
  case rejected(text: String, line: UInt64?)

  /// nil for a line that is none of them.
  package init?(_ bytes: Span<UInt8>) {
    var fields = Fields()
    do throws(JSONError) {
      try fields.read(bytes)
    } catch {
      return nil
    }
    if let sequence = fields.sequence {
      self = .acknowledged(sequence)
    } else if fields.ok == true {
      self = .accepted(bytes: fields.bytes)
    } else if let error = fields.error {
      let exit = fields.exit.flatMap { Int32(exactly: $0) } ?? ControlRequest.protocolExit
      self =
        fields.ok == false
        ? .refused(ControlRequest.Problem(error, exit: exit))
        : .rejected(text: error, line: fields.line)
    } else {
      return nil
    }
  }

  private struct Fields {
    var ok: Bool?
    var error: String?
    var exit: Int64?
    var sequence: UInt64?
    var line: UInt64?
    var bytes: UInt64?

    mutating func read(_ text: Span<UInt8>) throws(JSONError) {
      var cursor = JSONCursor()
      try cursor.beginObject(in: text)
      while let key = try cursor.nextKey(in: text) {
        if try cursor.peek(in: text) == .null {
          try cursor.null(in: text)
        } else if key.equals("ok", in: text) {
          ok = try cursor.bool(in: text)
        } else if key.equals("error", in: text) {
          error = try cursor.string(in: text).text(in: text)
        } else if key.equals("exit", in: text) {
          exit = try cursor.number(in: text).signed(in: text)
        } else if key.equals("ack", in: text) {
          sequence = try cursor.number(in: text).unsigned(in: text)
        } else if key.equals("line", in: text) {
          line = try cursor.number(in: text).unsigned(in: text)
        } else if key.equals("bytes", in: text) {
          bytes = try cursor.number(in: text).unsigned(in: text)
        } else {
          try cursor.skipValue(in: text)
        }
      }
      try cursor.end(in: text)
    }
  }
}
