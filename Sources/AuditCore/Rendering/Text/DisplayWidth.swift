/// Columns that a terminal needs: two for CJK and emoji, none for marks that join what stands before.
package enum DisplayWidth {
  /// Columns of a whole text: the sum over its characters.
  package static func of(_ text: String) -> Int {
    text.reduce(0) { $0 + of($1) }
  }

  /// The width of its widest scalar: the others of a cluster are drawn into the same place.
  package static func of(_ character: Character) -> Int {
    var width = 0
    for scalar in character.unicodeScalars {
      // The emoji presentation selector makes a narrow sign a wide picture.
      width = max(width, scalar.value == 0xFE0F ? 2 : of(scalar))
      if width == 2 { break }
    }
    return width
  }

  private static func of(_ scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 { return 1 }
    let properties = scalar.properties
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return isWide(scalar.value) || properties.isEmojiPresentation ? 2 : 1
    }
  }

  /// Blocks that Unicode's EastAsianWidth has as wide or full width; the standard library has no such
  /// property.
  private static func isWide(_ value: UInt32) -> Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97C,
      0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60,
      0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F265,
      0x20000...0x2FFFD, 0x30000...0x3FFFD:
      true
    default: false
    }
  }
}
