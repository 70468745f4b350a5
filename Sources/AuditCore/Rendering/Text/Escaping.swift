/// Makes text from clients safe to show: no character of it may move a cursor, start a line, or turn
/// the reading order.
package enum Escaping {
  /// Unsafe characters as `\n`, `\t`, `\r`, or `\u{1B}`. A backslash stays as it is: symbols and paths
  /// are to be copied from what is shown.
  package static func visible(_ text: String) -> String {
    if text.isPlain || !text.unicodeScalars.contains(where: isUnsafe) { return text }
    var shown = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": shown += "\\n"
      case "\t": shown += "\\t"
      case "\r": shown += "\\r"
      case _ where isUnsafe(scalar):
        shown += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      default: shown.unicodeScalars.append(scalar)
      }
    }
    return shown
  }

  /// Control characters (C0, DEL, C1), line and paragraph separators, and format characters (bidi
  /// controls, byte order marks, tags). The two joiners stay: scripts and emoji are made with them.
  package static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x7F { return scalar.value < 0x20 }
    if scalar.value < 0xA0 { return true }
    switch scalar.properties.generalCategory {
    case .lineSeparator, .paragraphSeparator: return true
    case .format: return scalar.value != 0x200C && scalar.value != 0x200D
    default: return false
    }
  }
}
