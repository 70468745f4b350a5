/// A line that the daemon sends to a client, on either socket.
package enum ServerLine: Hashable, Sendable {
  /// The control request is met; what follows is to be printed.
  case accepted
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
      self = .accepted
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

    mutating func read(_ bytes: Span<UInt8>) throws(JSONError) {
      var cursor = JSONCursor()
      try cursor.beginObject(in: bytes)
      while let key = try cursor.nextKey(in: bytes) {
        if try cursor.peek(in: bytes) == .null {
          try cursor.null(in: bytes)
        } else if key.equals("ok", in: bytes) {
          ok = try cursor.bool(in: bytes)
        } else if key.equals("error", in: bytes) {
          error = try cursor.string(in: bytes).text(in: bytes)
        } else if key.equals("exit", in: bytes) {
          exit = try cursor.number(in: bytes).signed(in: bytes)
        } else if key.equals("ack", in: bytes) {
          sequence = try cursor.number(in: bytes).unsigned(in: bytes)
        } else if key.equals("line", in: bytes) {
          line = try cursor.number(in: bytes).unsigned(in: bytes)
        } else {
          try cursor.skipValue(in: bytes)
        }
      }
      try cursor.end(in: bytes)
    }
  }
}
