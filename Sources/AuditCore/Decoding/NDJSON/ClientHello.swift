/// The `hello` that opens or continues a session, and `mark`, which only asks for an acknowledgement.
enum ClientHello {
  static let unsupported = UnreadableReason(
    "unsupported version of the protocol: this reads version \(ClientEvents.version)")

  static func read(
    _ fields: EventFields, _ line: Span<UInt8>, in context: inout LineContext
  ) throws(UnreadableReason) -> Reading {
    if !fields[.v].isAbsent, fields[.v].unsigned(line) != ClientEvents.version {
      context.clients.refuse()
      throw unsupported
    }
    let sequence = try fields[.seq].sequence(line)
    context.stamp = try EventTime.read(fields[.t], line, in: &context)
    let texts = context.texts
    let origin = Origin(
      device: fields[.device].text(line, texts), process: fields[.process].text(line, texts),
      pid: fields[.pid].unsigned(line).flatMap { Int32(exactly: $0) },
      session: fields[.session].text(line, texts))
    var facts = Event.Hello()
    facts.app = fields[.app].text(line, texts)
    facts.appVersion = fields[.appVersion].text(line, texts)
    facts.os = fields[.os].text(line, texts)
    let negotiatesOnly = origin.isEmpty && facts.app.isNone && facts.os.isNone
    context.clients.hello(
      origin, acknowledge: fields[.ack].bool(line) ?? false, negotiatesOnly: negotiatesOnly)
    context.clients.note(sequence: sequence, isMark: false)
    // A cable's hello names the device of all that comes, but no launch.
    let opensSession =
      origin.pid != nil || !origin.process.isNone || !origin.session.isNone || !facts.app.isNone
    let stream = fields[.stream].text(line, texts)
    // Who forwards what others said does not speak for itself any more.
    if !stream.isNone, context.place.line == 1 { context.clients.stream.announce(stream) }
    if !opensSession { return .skipped(.negotiation) }
    context.place.sequence = sequence
    context.origin = origin
    context.deliver(context.event(.hello(facts), .json))
    return .read
  }

  /// Whether a line that comes again is the sender's own, to be read again.
  static func isOwn(_ line: Span<UInt8>, in stream: StreamPosition) -> Bool {
    guard line.byte(at: 0) == UInt8(ascii: "{") else { return false }
    var fields = EventFields()
    do throws(JSONError) {
      try fields.read(line)
    } catch {
      return false
    }
    let isBye = fields[.event].isText("bye", line)
    guard isBye || fields[.event].isText("mark", line), let sequence = fields[.seq].unsigned(line)
    else { return false }
    return stream.isOwn(sequence, isBye: isBye)
  }

  static func readMark(
    _ fields: EventFields, _ line: Span<UInt8>, in context: inout LineContext
  ) throws(UnreadableReason) -> Reading {
    context.clients.note(sequence: try fields[.seq].sequence(line), isMark: true)
    return .skipped(.negotiation)
  }
}
