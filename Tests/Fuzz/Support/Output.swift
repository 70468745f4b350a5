@testable import AuditCore

/// What must hold of everything that is printed.
enum Output {
  /// UTF-8 in which nothing but line feeds moves a cursor, and colours where they were asked for.
  static func requireSafe(_ bytes: [UInt8], colour: Bool = false) throws(BrokenProperty) {
    if bytes.allSatisfy({ $0 == 0x0A || (0x20..<0x7F).contains($0) }) { return }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw BrokenProperty(description: "the output is not UTF-8")
    }
    try requireSafe(text, colour: colour)
  }

  /// The same of a text.
  static func requireSafe(_ text: String, colour: Bool = false) throws(BrokenProperty) {
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if scalar == "\n" || !Escaping.isUnsafe(scalar) { continue }
      let isColour = colour && scalar == "\u{1B}" && passColour(&rest)
      try require(
        isColour, "U+\(String(scalar.value, radix: 16)) is printed: \(text.debugDescription)")
    }
  }

  /// Passes what follows the escape character in `ESC [ 0 ; 31 m`.
  private static func passColour(_ text: inout Substring.UnicodeScalarView) -> Bool {
    guard text.popFirst() == "[" else { return false }
    while let scalar = text.popFirst() {
      if scalar == "m" { return true }
      if scalar != ";", !("0"..."9").contains(scalar) { return false }
    }
    return false
  }

  /// One JSON value and a line feed, safe to print; with `isLine`, no other line feed.
  static func requireJSON(_ bytes: [UInt8], isLine: Bool = false) throws(BrokenProperty) {
    try requireSafe(bytes)
    try require(bytes.last == 0x0A, "the JSON does not end with a line feed")
    if isLine { try require(bytes.count { $0 == 0x0A } == 1, "the JSON is more than one line") }
    var cursor = JSONCursor()
    do throws(JSONError) {
      try cursor.skipValue(in: bytes.span)
      try cursor.end(in: bytes.span)
    } catch {
      throw BrokenProperty(
        description: "\(error.text): \(String(decoding: bytes, as: UTF8.self).debugDescription)")
    }
  }

  /// Both are the same; else `what`, with where they begin to differ.
  static func requireEqual(
    _ found: [UInt8], _ wanted: [UInt8], _ what: String
  ) throws(BrokenProperty) {
    if found == wanted { return }
    let start = max(0, zip(found, wanted).prefix { $0 == $1 }.count - 60)
    let parts = [found, wanted].map { String(decoding: $0[start...].prefix(240), as: UTF8.self) }
    throw BrokenProperty(description: "\(what):\n\(parts[0])\ninstead of\n\(parts[1])")
  }
}
