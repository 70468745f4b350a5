/// Why a text is no JSON, and where: `offset` counts bytes from the start of the span.
package struct JSONError: Error, Hashable, Sendable {
  package var offset: Int
  /// Completes "JSON at byte 17: …".
  package var reason: String

  package init(offset: Int, reason: String) {
    self.offset = offset
    self.reason = reason
  }

  package var text: String { "JSON at byte \(offset): \(reason)" }
}

/// Reads JSON (RFC 8259) value by value from a span, without allocating and without looking back.
///
/// The cursor holds a position, not the bytes: every call is given the same span. After
/// `beginObject`, each `nextKey` must be followed by reading, or skipping, exactly one value; after
/// `beginArray`, each `nextElement` that says true likewise. Nesting is bounded by
/// `Limits.jsonDepthMax`. Ill-formed UTF-8 within strings passes: texts are repaired when interned.
package struct JSONCursor: Sendable {
  /// What a value is, as its first byte tells.
  package enum Kind: Sendable { case object, array, string, number, bool, null }

  package private(set) var position: Int
  private var depth = 0
  /// A container was just opened: no comma before what comes next.
  private var isFirst = false

  package init(at position: Int = 0) { self.position = position }

  /// What the next value is, told by its first byte.
  package mutating func peek(in bytes: Span<UInt8>) throws(JSONError) -> Kind {
    skipSpace(in: bytes)
    guard position < bytes.count else { throw failure("a value is missing") }
    switch bytes[position] {
    case UInt8(ascii: "{"): return .object
    case UInt8(ascii: "["): return .array
    case UInt8(ascii: "\""): return .string
    case UInt8(ascii: "-"), 0x30...0x39: return .number
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool
    case UInt8(ascii: "n"): return .null
    default: throw failure("no value starts with this byte")
    }
  }

  /// Steps past `{`; throws at the depth limit.
  package mutating func beginObject(in bytes: Span<UInt8>) throws(JSONError) {
    try open(UInt8(ascii: "{"), in: bytes)
  }

  /// The next key, its colon already passed; nil once the object is closed.
  package mutating func nextKey(in bytes: Span<UInt8>) throws(JSONError) -> JSONString? {
    guard try hasNext(before: UInt8(ascii: "}"), in: bytes) else { return nil }
    let key = try string(in: bytes)
    skipSpace(in: bytes)
    try expect(UInt8(ascii: ":"), "a colon is missing after a key", in: bytes)
    return key
  }

  /// Steps past `[`; throws at the depth limit.
  package mutating func beginArray(in bytes: Span<UInt8>) throws(JSONError) {
    try open(UInt8(ascii: "["), in: bytes)
  }

  /// True if an element follows; false once the array is closed.
  package mutating func nextElement(in bytes: Span<UInt8>) throws(JSONError) -> Bool {
    try hasNext(before: UInt8(ascii: "]"), in: bytes)
  }

  /// Reads a string as a range of the span, its escapes still in it.
  package mutating func string(in bytes: Span<UInt8>) throws(JSONError) -> JSONString {
    skipSpace(in: bytes)
    try expect(UInt8(ascii: "\""), "a string is missing", in: bytes)
    let start = position
    var escaped = false
    while true {
      position = bytes.plainTextEnd(from: position)
      guard position < bytes.count else { throw failure("a string is not closed") }
      switch bytes[position] {
      case UInt8(ascii: "\""):
        let text = JSONString(range: start..<position, isEscaped: escaped)
        position += 1
        return text
      case UInt8(ascii: "\\"):
        escaped = true
        try passEscape(in: bytes)
      default:
        throw failure("a control character stands in a string")
      }
    }
  }

  /// Reads a number as a range of the span, its grammar checked.
  package mutating func number(in bytes: Span<UInt8>) throws(JSONError) -> JSONNumber {
    skipSpace(in: bytes)
    let start = position
    if position < bytes.count, bytes[position] == UInt8(ascii: "-") { position += 1 }
    let integer = position
    let digits = passDigits(in: bytes)
    if digits == 0 { throw failure("a number has no digit") }
    if digits > 1, bytes[integer] == UInt8(ascii: "0") {
      position = integer
      throw failure("a number starts with a needless 0")
    }
    var isWhole = true
    if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
      isWhole = false
      position += 1
      if passDigits(in: bytes) == 0 { throw failure("no digit follows the decimal point") }
    }
    if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
      isWhole = false
      position += 1
      if position < bytes.count,
        bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-")
      {
        position += 1
      }
      if passDigits(in: bytes) == 0 { throw failure("no digit follows the exponent's sign") }
    }
    return JSONNumber(range: start..<position, isWhole: isWhole)
  }

  /// Reads `true` or `false`; throws at anything else.
  package mutating func bool(in bytes: Span<UInt8>) throws(JSONError) -> Bool {
    skipSpace(in: bytes)
    if bytes.has("true", at: position) {
      position += 4
      return true
    }
    if bytes.has("false", at: position) {
      position += 5
      return false
    }
    throw failure("neither true nor false")
  }

  /// Reads `null`; throws at anything else.
  package mutating func null(in bytes: Span<UInt8>) throws(JSONError) {
    skipSpace(in: bytes)
    guard bytes.has("null", at: position) else { throw failure("null is missing") }
    position += 4
  }

  /// Reads past one value of any kind, as strictly as if it were wanted, and says where it stood.
  @discardableResult
  package mutating func skipValue(in bytes: Span<UInt8>) throws(JSONError) -> Range<Int> {
    skipSpace(in: bytes)
    let start = position
    let outer = depth
    // One bit for each level: 1 is an object.
    var objects: UInt64 = 0
    repeat {
      if depth > outer {
        let isObject = objects & 1 == 1
        let more = isObject ? try nextKey(in: bytes) != nil : try nextElement(in: bytes)
        if !more {
          objects >>= 1
          continue
        }
      }
      switch try peek(in: bytes) {
      case .object:
        try beginObject(in: bytes)
        objects = objects << 1 | 1
      case .array:
        try beginArray(in: bytes)
        objects <<= 1
      case .string: _ = try string(in: bytes)
      case .number: _ = try number(in: bytes)
      case .bool: _ = try bool(in: bytes)
      case .null: try null(in: bytes)
      }
    } while depth > outer
    return start..<position
  }

  /// Nothing but white space may follow the value.
  package mutating func end(in bytes: Span<UInt8>) throws(JSONError) {
    skipSpace(in: bytes)
    if position < bytes.count { throw failure("more follows the value") }
  }

  private mutating func open(_ bracket: UInt8, in bytes: Span<UInt8>) throws(JSONError) {
    skipSpace(in: bytes)
    try expect(bracket, "another kind of value was expected", in: bytes)
    if depth == Limits.jsonDepthMax { throw failure("nested deeper than \(depth) levels") }
    depth += 1
    isFirst = true
  }

  private mutating func hasNext(
    before bracket: UInt8, in bytes: Span<UInt8>
  ) throws(JSONError) -> Bool {
    skipSpace(in: bytes)
    let first = isFirst
    isFirst = false
    guard position < bytes.count else { throw failure("an object or array is not closed") }
    if bytes[position] == bracket {
      position += 1
      depth -= 1
      return false
    }
    if !first { try expect(UInt8(ascii: ","), "a comma is missing", in: bytes) }
    return true
  }

  /// Stands on a backslash; checks what may follow and passes it.
  private mutating func passEscape(in bytes: Span<UInt8>) throws(JSONError) {
    guard position + 1 < bytes.count else { throw failure("a string is not closed") }
    switch bytes[position + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position += 2
    case UInt8(ascii: "u"):
      for offset in 2..<6 where JSONString.hexDigit(bytes, at: position + offset) == nil {
        throw failure("four hexadecimal digits must follow \\u")
      }
      position += 6
    default: throw failure("an unknown escape")
    }
  }

  private mutating func passDigits(in bytes: Span<UInt8>) -> Int {
    let start = position
    while position < bytes.count, bytes[position] &- 0x30 <= 9 { position &+= 1 }
    return position - start
  }

  private mutating func skipSpace(in bytes: Span<UInt8>) {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position &+= 1
      default: return
      }
    }
  }

  private mutating func expect(
    _ byte: UInt8, _ reason: String, in bytes: Span<UInt8>
  ) throws(JSONError) {
    guard position < bytes.count, bytes[position] == byte else { throw failure(reason) }
    position += 1
  }

  private func failure(_ reason: String) -> JSONError {
    JSONError(offset: position, reason: reason)
  }
}
