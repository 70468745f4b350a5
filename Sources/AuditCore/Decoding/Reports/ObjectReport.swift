/// What the JSON of others says that matters here: an entry of the log tool, a MetricKit payload, or
/// an `.ips` crash report. Keys are known by name, wherever they stand in the object.
struct ObjectReport {
  private var place: Place
  private var entry = LogEntry()
  private var metrics = ExitMetrics()
  private var crash: CrashReport?
  private var process = TextID.none
  private var pid: Int32?
  private var time: TimeFields?

  init(place: Place) { self.place = place }

  var heldBytes: Int { entry.heldBytes + (crash?.heldBytes ?? 0) }

  /// Reads a whole object on one line.
  mutating func read(_ line: Span<UInt8>, _ texts: TextTable) {
    var cursor = JSONCursor()
    read(nil, &cursor, line, texts)
  }

  /// Reads the value of a key; of an object, all its keys. What is cut stays unread.
  mutating func read(
    _ key: JSONString?, _ cursor: inout JSONCursor, _ line: Span<UInt8>, _ texts: TextTable
  ) {
    try? readValue(key, &cursor, line, texts)
  }

  private mutating func readValue(
    _ key: JSONString?, _ cursor: inout JSONCursor, _ line: Span<UInt8>, _ texts: TextTable
  ) throws(JSONError) {
    switch try cursor.peek(in: line) {
    case .object:
      try cursor.beginObject(in: line)
      while let inner = try cursor.nextKey(in: line) {
        try readValue(inner, &cursor, line, texts)
      }
    case .array:
      try cursor.beginArray(in: line)
      while try cursor.nextElement(in: line) { try readValue(key, &cursor, line, texts) }
    case .string:
      let value = try cursor.string(in: line)
      if let key { note(key, value, line, texts) }
    case .number:
      let value = try cursor.number(in: line)
      if let key { note(key, value, line) }
    case .bool: _ = try cursor.bool(in: line)
    case .null: try cursor.null(in: line)
    }
  }

  private mutating func note(
    _ key: JSONString, _ value: JSONString, _ line: Span<UInt8>, _ texts: TextTable
  ) {
    switch true {
    case key.equals("eventMessage", in: line): entry.take(message: value, line)
    case key.equals("processImagePath", in: line): process = Self.fileName(value, line, texts)
    case key.equals("timestamp", in: line), key.equals("captureTime", in: line),
      key.equals("timeStampEnd", in: line):
      time = TimeReader.whole(Self.plain(value, line).span) ?? time
    case key.equals("procName", in: line), key.equals("app_name", in: line):
      process = Self.text(value, line, texts)
      crash = crash ?? CrashReport(place: place)
    case key.equals("bundleIdentifier", in: line): metrics.app = Self.text(value, line, texts)
    case key.equals("appVersion", in: line): metrics.appVersion = Self.text(value, line, texts)
    case key.equals("osVersion", in: line): metrics.os = Self.text(value, line, texts)
    case key.equals("deviceType", in: line): metrics.device = Self.text(value, line, texts)
    case key.equals("signal", in: line), key.equals("type", in: line):
      crash?.exception(Self.plain(value, line).span, texts)
    case key.equals("namespace", in: line), key.equals("indicator", in: line),
      key.equals("reasons", in: line), key.equals("details", in: line):
      crash?.reason(Self.plain(value, line).span, texts)
    case key.equals("symbol", in: line):
      crash?.add(Frame(image: .none, symbol: Self.text(value, line, texts)))
    default: break
    }
  }

  private mutating func note(_ key: JSONString, _ value: JSONNumber, _ line: Span<UInt8>) {
    switch true {
    case key.equals("processID", in: line), key.equals("pid", in: line):
      pid = value.unsigned(in: line).flatMap { Int32(exactly: $0) } ?? pid
    case key.equals("threadID", in: line): entry.thread = value.unsigned(in: line) ?? 0
    // `termination.code`: 2343432205 is 0x8badf00d.
    case key.equals("code", in: line): crash?.note(line.extracting(value.range))
    default: metrics.note(key, value, line)
    }
  }

  /// A string alone on its line: an element of the array that an earlier line opened.
  mutating func noteElement(_ value: JSONString, _ line: Span<UInt8>) {
    crash?.note(Self.plain(value, line).span)
  }

  /// Delivers the object's events; nil where it has none.
  func deliver(in context: inout LineContext) -> LineReader.Outcome? {
    if let time { context.stamp = context.calendar.stamp(time) }
    if entry.isPresent {
      context.origin = context.clients.origin(of: Origin(process: process, pid: pid))
      context.trace.framing = .logObject
      return entry.read(in: &context)
    }
    if metrics.deliver(in: &context) {
      context.trace.reader = .block(.metricKit)
      return .event
    }
    guard var crash else { return nil }
    context.trace.reader = .block(.crashObject)
    crash.identify(process: process, pid: pid)
    if let stamp = context.stamp { crash.happened(stamp) }
    guard let event = crash.event(context) else { return .partOfBlock }
    context.kills.noteKilled(event.origin)
    context.deliver(event)
    return .event
  }

  private static func plain(_ value: JSONString, _ line: Span<UInt8>) -> [UInt8] {
    var plain: [UInt8] = []
    value.append(to: &plain, in: line)
    return plain
  }

  private static func text(_ value: JSONString, _ line: Span<UInt8>, _ texts: TextTable) -> TextID {
    texts.intern(Self.plain(value, line).span, bytesMax: Limits.labelBytesMax)
  }

  /// The last part of a path.
  private static func fileName(_ value: JSONString, _ line: Span<UInt8>, _ texts: TextTable)
    -> TextID
  {
    let path = Self.plain(value, line)
    let start = path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    return texts.intern(path.span.extracting(start..<path.count), bytesMax: Limits.labelBytesMax)
  }
}

extension ObjectReport: Archivable {
  static var blank: ObjectReport { ObjectReport(place: .blank) }

  mutating func pass(through archive: inout Archive) {
    archive.pass(&place)
    archive.pass(&entry)
    archive.pass(&metrics)
    archive.pass(&crash)
    archive.pass(&process)
    archive.pass(&pid)
    archive.pass(&time)
  }
}
