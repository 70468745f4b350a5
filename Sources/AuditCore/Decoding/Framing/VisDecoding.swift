/// Undoes vis(3), by which syslog makes bytes printable: `\M-e` is 0xE5, `\M^@` 0x80, `\^A` 0x01,
/// `\240` an octal byte, `\\` a backslash. What is none of these stays as it is.
enum VisDecoding {
  /// nil where there is nothing to undo.
  static func decode(_ text: Span<UInt8>) -> [UInt8]? {
    guard let first = text.place(of: UInt8(ascii: "\\"), from: 0) else { return nil }
    var output: [UInt8] = []
    output.reserveCapacity(text.count)
    for index in 0..<first { output.append(text[index]) }
    var index = first
    while index < text.count {
      if text[index] == UInt8(ascii: "\\"), let (byte, length) = escape(text, at: index) {
        output.append(byte)
        index += length
      } else {
        output.append(text[index])
        index += 1
      }
    }
    return output
  }

  private static func escape(_ text: Span<UInt8>, at index: Int) -> (UInt8, length: Int)? {
    let next = text.byte(at: index + 1)
    switch next {
    case UInt8(ascii: "\\"): return (next, 2)
    case UInt8(ascii: "^"):
      return index + 2 < text.count ? (text[index + 2] ^ 0x40, 3) : nil
    case UInt8(ascii: "M"):
      guard index + 3 < text.count else { return nil }
      let plain = text[index + 3]
      if text[index + 2] == UInt8(ascii: "-") { return (plain | 0x80, 4) }
      if text[index + 2] == UInt8(ascii: "^") { return ((plain ^ 0x40) | 0x80, 4) }
      return nil
    default:
      var value = 0
      for offset in 1...3 {
        let digit = text.byte(at: index + offset) &- 0x30
        if digit > 7 { return nil }
        value = value * 8 + Int(digit)
      }
      return UInt8(exactly: value).map { ($0, 4) }
    }
  }
}
