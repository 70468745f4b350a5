/// Strings in JSON that harm neither a terminal nor a page they are pasted into.
///
/// Beyond what RFC 8259 asks for, everything that `Escaping` calls unsafe is a `\u` escape, and so is
/// `<`, which alone could end a script element.
package enum JSONEscaping {
  /// Appends the text, without quotes around it, every unsafe character escaped.
  package static func append(_ text: String, to bytes: inout [UInt8]) {
    if isPlain(text.utf8.span) {
      bytes.append(contentsOf: text.utf8)
      return
    }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": bytes.append(contentsOf: [0x5C, 0x22])
      case "\\": bytes.append(contentsOf: [0x5C, 0x5C])
      case "\n": bytes.append(contentsOf: [0x5C, 0x6E])
      case "\t": bytes.append(contentsOf: [0x5C, 0x74])
      case "\r": bytes.append(contentsOf: [0x5C, 0x72])
      case "<": appendEscape(0x3C, to: &bytes)
      default:
        if Escaping.isUnsafe(scalar) {
          for unit in scalar.utf16 { appendEscape(unit, to: &bytes) }
        } else {
          bytes.append(contentsOf: scalar.utf8)
        }
      }
    }
  }

  /// Printable ASCII without anything to be escaped, which most texts are.
  private static func isPlain(_ text: Span<UInt8>) -> Bool {
    for index in text.indices {
      let byte = text[index]
      if byte &- 0x20 > 0x5E || byte == 0x22 || byte == 0x5C || byte == 0x3C { return false }
    }
    return true
  }

  private static func appendEscape(_ unit: UInt16, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: [0x5C, 0x75])
    for shift in [12, 8, 4, 0] { bytes.append(hexDigit(UInt8(truncatingIfNeeded: unit >> shift))) }
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    let nibble = value & 15
    return nibble < 10 ? 0x30 + nibble : 0x61 + nibble - 10
  }
}
