/// Builds one JSON text, byte by byte, with commas where they belong.
///
/// Members are written in the order of the calls. Every string is made safe to print and to embed:
/// see `JSONEscaping`.
package struct JSONWriter {
  package private(set) var bytes: [UInt8] = []
  private var needsComma = false

  package init() {}

  /// A line feed between values, where JSON allows any white space: one element a line can be
  /// searched and compared by line.
  package mutating func lineBreak() {
    separate()
    bytes.append(0x0A)
  }

  /// Writes `{`, what the closure writes, and `}`.
  package mutating func object(_ body: (inout JSONWriter) -> Void) {
    enclosed(by: 0x7B, 0x7D, body)
  }

  /// Writes `[`, what the closure writes, and `]`.
  package mutating func array(_ body: (inout JSONWriter) -> Void) {
    enclosed(by: 0x5B, 0x5D, body)
  }

  /// The name of the member whose value comes next.
  package mutating func key(_ name: StaticString) {
    separate()
    bytes.append(0x22)
    for index in 0..<name.utf8CodeUnitCount { unsafe bytes.append(name.utf8Start[index]) }
    bytes.append(0x22)
    bytes.append(0x3A)
  }

  /// Writes a string, escaped; nil as `null`.
  package mutating func string(_ text: String?) {
    guard let text else { return null() }
    separate()
    bytes.append(0x22)
    JSONEscaping.append(text, to: &bytes)
    bytes.append(0x22)
    needsComma = true
  }

  /// Writes a whole number of any size; nil as `null`.
  package mutating func integer(_ value: (some BinaryInteger)?) {
    guard let value else { return null() }
    literal(String(value))
  }

  /// Seconds with up to six decimals, written exactly.
  package mutating func seconds(_ duration: Microseconds?) {
    guard let duration else { return null() }
    literal(DurationText.seconds(duration))
  }

  /// Writes `true` or `false`.
  package mutating func bool(_ value: Bool) { literal(value ? "true" : "false") }

  /// Writes `null`.
  package mutating func null() { literal("null") }

  private mutating func literal(_ text: String) {
    separate()
    bytes.append(contentsOf: text.utf8)
    needsComma = true
  }

  private mutating func enclosed(
    by open: UInt8, _ close: UInt8, _ body: (inout JSONWriter) -> Void
  ) {
    separate()
    bytes.append(open)
    body(&self)
    needsComma = false
    bytes.append(close)
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(0x2C) }
    needsComma = false
  }
}

/// Members by type, so that a report reads as a table of its keys. nil is written as `null`.
extension JSONWriter {
  /// A member that is a text.
  package mutating func member(_ name: StaticString, _ text: String?) {
    key(name)
    string(text)
  }

  /// A member that is a whole number.
  package mutating func member(_ name: StaticString, _ value: (some BinaryInteger)?) {
    key(name)
    integer(value)
  }

  /// A member that is a truth value.
  package mutating func member(_ name: StaticString, _ value: Bool) {
    key(name)
    bool(value)
  }

  /// A member that is a time, as RFC 3339 writes it.
  package mutating func member(_ name: StaticString, _ time: Stamp?) {
    key(name)
    string(time.map(StampText.rfc3339))
  }

  /// A member that is a duration in seconds.
  package mutating func member(_ name: StaticString, seconds duration: Microseconds?) {
    key(name)
    seconds(duration)
  }

  /// A member that is a decimal fraction, with up to six decimals.
  package mutating func member(_ name: StaticString, millionths: Int64) {
    key(name)
    seconds(millionths)
  }

  /// A member that is a list of task ids.
  package mutating func member(_ name: StaticString, _ ids: [UInt64]) {
    key(name)
    array { json in for id in ids { json.integer(id) } }
  }

  /// A member that is a list of texts.
  package mutating func member(_ name: StaticString, _ texts: [String]) {
    key(name)
    array { json in for text in texts { json.string(text) } }
  }
}
