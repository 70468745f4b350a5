/// The keys of an NDJSON event, found in one walk over the object. Values stay where they are until the
/// event's kind is known; unknown keys are checked and passed over.
struct EventFields {
  enum Key: Int, CaseIterable {
    case v, t
    case id, os
    case seq, age, app, pid, ack
    case name, slot, code, text
    case event, state, count, stack
    case thread, device, reason
    case handler, battery, session, process
    case stream
    case remaining, heartbeat
    case appVersion
    case stillNotEnded
    /// None that an event has.
    case other
  }

  /// A value and where it stands; strings without their quotes. Lines are shorter than 2^24 bytes.
  struct Value: Equatable {
    enum Kind: UInt8 { case absent, string, escapedString, number, yes, no, array, object }
    /// From the lowest bit on: eight of the kind, 24 of the start, 32 of the end.
    private var packed: UInt64 = 0

    init() {}
    @inline(__always)
    init(_ kind: Kind, from start: Int, to end: Int) {
      packed =
        UInt64(kind.rawValue) | UInt64(truncatingIfNeeded: start) &<< 8
        | UInt64(truncatingIfNeeded: end) &<< 32
    }

    init(_ kind: Kind, _ range: Range<Int>) {
      self.init(kind, from: range.lowerBound, to: range.upperBound)
    }

    var kind: Kind {
      switch UInt8(truncatingIfNeeded: packed) {
      case Kind.string.rawValue: .string
      case Kind.escapedString.rawValue: .escapedString
      case Kind.number.rawValue: .number
      case Kind.yes.rawValue: .yes
      case Kind.no.rawValue: .no
      case Kind.array.rawValue: .array
      case Kind.object.rawValue: .object
      default: .absent
      }
    }
    /// The same as a comparison of `kind`, in less time.
    @inline(__always)
    func isOf(_ kind: Kind) -> Bool { UInt8(truncatingIfNeeded: packed) == kind.rawValue }

    var start: Int { Int(truncatingIfNeeded: packed &>> 8 & 0xFF_FFFF) }
    var end: Int { Int(truncatingIfNeeded: packed &>> 32) }
    var range: Range<Int> { start..<end }
    var isAbsent: Bool { packed == 0 }
  }

  /// A key that only the JSON of others has: the log tool's, MetricKit's, a crash report's.
  private(set) var isReport = false
  /// The stack that the array under `stack` is known to be.
  var knownStack: StackID?
  private var values = InlineArray<30, Value>(repeating: Value())

  subscript(key: Key) -> Value {
    get { values[key.rawValue] }
    set { values[key.rawValue] = newValue }
  }

  var isEvent: Bool {
    let kind = self[.event].kind
    return kind == .string || kind == .escapedString
  }

  /// Throws where the line is no JSON object with nothing behind it. Of a key given twice the last counts.
  mutating func read(_ line: Span<UInt8>) throws(JSONError) {
    var cursor = JSONCursor()
    try cursor.beginObject(in: line)
    while let name = try cursor.nextKey(in: line) {
      let value = try Self.value(&cursor, line)
      if let key = note(name, line) { self[key] = value }
    }
    try cursor.end(in: line)
  }

  /// The key that `name` is. One that only others have is remembered.
  mutating func note(_ name: JSONString, _ line: Span<UInt8>) -> Key? {
    if let key = Self.key(name, line) { return key }
    if Self.isReport(name, line) { isReport = true }
    return nil
  }

  /// The same; nil for a key that only others have.
  static func known(_ name: JSONString, _ line: Span<UInt8>) -> Key? {
    key(name, line) ?? (isReport(name, line) ? nil : .other)
  }

  private static func value(
    _ cursor: inout JSONCursor, _ line: Span<UInt8>
  ) throws(JSONError) -> Value {
    switch try cursor.peek(in: line) {
    case .string:
      let text = try cursor.string(in: line)
      return Value(text.isEscaped ? .escapedString : .string, text.range)
    case .number: return Value(.number, try cursor.number(in: line).range)
    case .bool: return Value(try cursor.bool(in: line) ? .yes : .no, 0..<0)
    case .null:
      try cursor.null(in: line)
      return Value()
    case .array: return Value(.array, try cursor.skipValue(in: line))
    case .object: return Value(.object, try cursor.skipValue(in: line))
    }
  }

  private static func isReport(_ name: JSONString, _ line: Span<UInt8>) -> Bool {
    switch name.range.count {
    case 8: name.equals("procName", in: line) || name.equals("app_name", in: line)
    case 12: name.equals("eventMessage", in: line)
    case 22: name.equals("applicationExitMetrics", in: line)
    default: false
    }
  }

  private static func key(_ name: JSONString, _ line: Span<UInt8>) -> Key? {
    if name.isEscaped { return Key.allCases.first { "\($0)" == name.text(in: line) } }
    let start = name.range.lowerBound
    switch name.range.count {
    case 1:
      return line[start] == UInt8(ascii: "t") ? .t : line[start] == UInt8(ascii: "v") ? .v : nil
    case 2: return line.has("id", at: start) ? .id : line.has("os", at: start) ? .os : nil
    case 3: return key3(line, start)
    case 4: return key4(line, start)
    case 5: return key5(line, start)
    case 6: return key6(line, start)
    case 7: return key7(line, start)
    case 9:
      return line.has("remaining", at: start)
        ? .remaining : line.has("heartbeat", at: start) ? .heartbeat : nil
    case 10: return line.has("appVersion", at: start) ? .appVersion : nil
    case 13: return line.has("stillNotEnded", at: start) ? .stillNotEnded : nil
    default: return nil
    }
  }

  private static func key3(_ line: Span<UInt8>, _ start: Int) -> Key? {
    switch true {
    case line.has("seq", at: start): .seq
    case line.has("age", at: start): .age
    case line.has("app", at: start): .app
    case line.has("pid", at: start): .pid
    case line.has("ack", at: start): .ack
    default: nil
    }
  }

  private static func key4(_ line: Span<UInt8>, _ start: Int) -> Key? {
    switch true {
    case line.has("name", at: start): .name
    case line.has("slot", at: start): .slot
    case line.has("code", at: start): .code
    case line.has("text", at: start): .text
    default: nil
    }
  }

  private static func key5(_ line: Span<UInt8>, _ start: Int) -> Key? {
    switch true {
    case line.has("event", at: start): .event
    case line.has("stack", at: start): .stack
    case line.has("state", at: start): .state
    case line.has("count", at: start): .count
    default: nil
    }
  }

  private static func key6(_ line: Span<UInt8>, _ start: Int) -> Key? {
    switch true {
    case line.has("thread", at: start): .thread
    case line.has("device", at: start): .device
    case line.has("reason", at: start): .reason
    case line.has("stream", at: start): .stream
    default: nil
    }
  }

  private static func key7(_ line: Span<UInt8>, _ start: Int) -> Key? {
    switch true {
    case line.has("handler", at: start): .handler
    case line.has("session", at: start): .session
    case line.has("process", at: start): .process
    case line.has("battery", at: start): .battery
    default: nil
    }
  }
}
