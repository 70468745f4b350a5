/// The events of an NDJSON client, as the socket's protocol has them, version 1.
enum ClientEvents: DescribedFormat {
  static let about = FormatDescription(
    name: "client-event", summary: "Events of clients that speak the daemon's protocol, in NDJSON",
    example: #"{"event":"begin","seq":1,"t":1595421000.250,"id":1,"name":"upload","handler":true}"#)

  static let version: UInt64 = 1

  static func read(
    _ fields: EventFields, _ line: Span<UInt8>, in context: inout LineContext
  ) -> Reading {
    do throws(UnreadableReason) {
      return try deliver(fields, line, in: &context)
    } catch {
      return .unreadable(error)
    }
  }

  private static func deliver(
    _ fields: EventFields, _ line: Span<UInt8>, in context: inout LineContext
  ) throws(UnreadableReason) -> Reading {
    let kind = fields[.event].word(line)
    if kind == UInt64.spelt("hello") { return try ClientHello.read(fields, line, in: &context) }
    if kind == UInt64.spelt("mark") { return try ClientHello.readMark(fields, line, in: &context) }
    guard let action = try action(kind, fields, line, context.texts) else {
      if context.clients.saidHello { throw UnreadableReason("unknown event") }
      return .skipped(.foreignEvent)
    }
    if context.clients.isRefused { throw ClientHello.unsupported }
    let sequence = try fields[.seq].sequence(line)
    context.stamp = try EventTime.read(fields[.t], line, in: &context)
    let session = context.intern(session: fields[.session], line)
    let isBye = kind == UInt64.spelt("bye")
    context.clients.note(sequence: sequence, isMark: isBye, isBye: isBye)
    if !isBye { context.place.sequence = sequence }
    context.origin = context.clients.origin(ofSession: session)
    var event = context.event(action, .json)
    try fill(&event, fields, line, &context)
    context.deliver(event)
    if isBye, session.isNone { context.clients.bye() }
    return .read
  }

  /// nil for an event that is not known.
  @inline(__always)
  private static func action(
    _ kind: UInt64, _ fields: EventFields, _ line: Span<UInt8>, _ texts: TextTable
  ) throws(UnreadableReason) -> Event.Action? {
    switch kind {
    case UInt64.spelt("begin"): return .begin
    case UInt64.spelt("end"): return .end
    case UInt64.spelt("expire"): return .expire
    case UInt64.spelt("expired"): return .expired
    case UInt64.spelt("bye"): return .bye
    default: return try detailed(kind, fields, line, texts)
    }
  }

  /// The events that carry more than all do.
  private static func detailed(
    _ kind: UInt64, _ fields: EventFields, _ line: Span<UInt8>, _ texts: TextTable
  ) throws(UnreadableReason) -> Event.Action? {
    switch kind {
    case UInt64.spelt("state"): return .state(try state(fields[.state], line))
    case UInt64.spelt("sample"):
      return .sample(
        battery: fields[.battery].double(line),
        heartbeat: fields[.heartbeat].bool(line) ?? false)
    case UInt64.spelt("warning"):
      return .warning(
        age: fields[.age].double(line),
        stillNotEnded: fields[.stillNotEnded].bool(line) ?? false)
    case UInt64.spelt("exit"): return .exit(exit(fields, line, texts))
    case UInt64.spelt("lost"):
      guard let count = fields[.count].unsigned(line).flatMap({ Int(exactly: $0) }) else {
        throw UnreadableReason("missing count")
      }
      return .lost(count)
    default: return nil
    }
  }

  private static func fill(
    _ event: inout Event, _ fields: EventFields, _ line: Span<UInt8>, _ context: inout LineContext
  ) throws(UnreadableReason) {
    event.id = try fields[.id].taskID(line)
    if event.id == nil, needsID(event.action) { throw .missingID }
    event.remaining = fields[.remaining].double(line).map(BackgroundSeconds.normalised)
    event.thread = fields[.thread].thread(line)
    if !fields[.name].isOf(.string) || !HiddenText.isHidden(line.extracting(fields[.name].range)) {
      event.name = fields[.name].text(line, context.texts, bytesMax: Limits.nameBytesMax)
    }
    event.slot = fields[.slot].text(line, context.texts)
    event.hasHandler = fields[.handler].bool(line)
    if !fields[.stack].isOf(.array) { return }
    if let stack = fields.knownStack {
      event.stack = stack
    } else {
      event.stack = context.stackCache.stack(
        line.extracting(fields[.stack].range), context.texts, context.stacks)
    }
  }

  private static func needsID(_ action: Event.Action) -> Bool {
    switch action {
    case .begin, .end, .warning: true
    default: false
    }
  }

  private static func state(
    _ value: EventFields.Value, _ line: Span<UInt8>
  ) throws(UnreadableReason) -> AppState {
    switch true {
    case value.isText("foreground", line), value.isText("active", line): return .foreground
    case value.isText("inactive", line): return .inactive
    case value.isText("background", line): return .background
    case value.isText("suspended", line): return .suspended
    case value.isText("terminate", line): return .terminate
    default:
      throw UnreadableReason(
        "state is none of foreground, inactive, background, suspended, terminate")
    }
  }

  private static func exit(
    _ fields: EventFields, _ line: Span<UInt8>, _ texts: TextTable
  ) -> Event.Exit {
    let reason = fields[.reason]
    var exit = Event.Exit(
      reason: reason.isText("clean", line)
        ? .clean
        : reason.isText("killed", line)
          ? .killed : reason.isText("crash", line) ? .crash : .unknown)
    exit.code = fields[.code].text(line, texts)
    exit.text = fields[.text].text(line, texts, bytesMax: Limits.nameBytesMax)
    let said = texts[exit.text] + " " + texts[exit.code]
    exit.cause = KillText.cause(of: said.utf8.span)
    return exit
  }
}

extension LineContext {
  fileprivate mutating func intern(session value: EventFields.Value, _ line: Span<UInt8>) -> TextID
  {
    value.isOf(.string) ? intern(session: value.range, line) : value.text(line, texts)
  }

  /// A client's events name one session many times in turn.
  mutating func intern(session range: Range<Int>, _ line: Span<UInt8>) -> TextID {
    let session = texts.intern(
      line, range, bytesMax: Limits.labelBytesMax, likely: clients.latestSession)
    if !session.isNone { likelyTexts.sessions.learn(UInt64(session.rawValue), line, range) }
    clients.latestSession = session
    return session
  }
}
