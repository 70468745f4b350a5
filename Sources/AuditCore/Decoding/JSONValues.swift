/// A string that `JSONCursor` found: where it stands between its quotes, escapes still in it.
package struct JSONString: Hashable, Sendable {
  package var range: Range<Int>
  package var isEscaped: Bool

  /// True if the string means `text`. Keys that somebody escaped are compared unescaped.
  package func equals(_ text: StaticString, in bytes: Span<UInt8>) -> Bool {
    if !isEscaped {
      return range.count == text.utf8CodeUnitCount && bytes.has(text, at: range.lowerBound)
    }
    var plain: [UInt8] = []
    append(to: &plain, in: bytes)
    return plain.count == text.utf8CodeUnitCount && plain.span.has(text, at: 0)
  }

  /// Appends the string with its escapes undone. A lone surrogate becomes U+FFFD.
  package func append(to output: inout [UInt8], in bytes: Span<UInt8>) {
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = bytes[index]
      if byte != UInt8(ascii: "\\") {
        output.append(byte)
        index += 1
        continue
      }
      let escape = bytes[index + 1]
      index += 2
      switch escape {
      case UInt8(ascii: "b"): output.append(0x08)
      case UInt8(ascii: "f"): output.append(0x0C)
      case UInt8(ascii: "n"): output.append(0x0A)
      case UInt8(ascii: "r"): output.append(0x0D)
      case UInt8(ascii: "t"): output.append(0x09)
      case UInt8(ascii: "u"): index = appendUnicode(at: index, to: &output, in: bytes)
      default: output.append(escape)
      }
    }
  }

  /// The string as a `String`, escapes undone and ill-formed UTF-8 repaired.
  package func text(in bytes: Span<UInt8>) -> String {
    var plain: [UInt8] = []
    append(to: &plain, in: bytes)
    return String(decodingSpan: plain.span)
  }

  /// `index` stands behind `\u`; returns the place behind what was read, a surrogate pair included.
  private func appendUnicode(
    at index: Int, to output: inout [UInt8], in bytes: Span<UInt8>
  ) -> Int {
    let unit = Self.codeUnit(bytes, at: index)
    var end = index + 4
    var value = unit
    if unit & 0xFC00 == 0xD800, bytes.has("\\u", at: end), end + 6 <= range.upperBound {
      let low = Self.codeUnit(bytes, at: end + 2)
      if low & 0xFC00 == 0xDC00 {
        value = 0x10000 + (unit & 0x3FF) << 10 + low & 0x3FF
        end += 6
      }
    }
    let scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
    output.append(contentsOf: Character(scalar).utf8)
    return end
  }

  private static func codeUnit(_ bytes: Span<UInt8>, at index: Int) -> UInt32 {
    var unit: UInt32 = 0
    for offset in 0..<4 { unit = unit << 4 | UInt32(hexDigit(bytes, at: index + offset) ?? 0) }
    return unit
  }

  static func hexDigit(_ bytes: Span<UInt8>, at index: Int) -> UInt8? {
    index < bytes.count ? bytes[index].hexDigitValue : nil
  }
}

/// A number that `JSONCursor` found, checked in form, not yet read.
package struct JSONNumber: Hashable, Sendable {
  package var range: Range<Int>
  /// Neither point nor exponent.
  package var isWhole: Bool

  /// Whether it is written with a minus sign, as bridges write "invalid" ids.
  package func isNegative(in bytes: Span<UInt8>) -> Bool {
    bytes[range.lowerBound] == UInt8(ascii: "-")
  }

  /// The whole number; nil if it is negative (but for −0), has a point or exponent, or is 2^64 or more.
  package func unsigned(in bytes: Span<UInt8>) -> UInt64? {
    guard isWhole else { return nil }
    var position = range.lowerBound + (isNegative(in: bytes) ? 1 : 0)
    guard let value = bytes.decimal(at: &position) else { return nil }
    return isNegative(in: bytes) && value != 0 ? nil : value
  }

  /// The whole number; nil if it has a point or exponent or does not fit.
  package func signed(in bytes: Span<UInt8>) -> Int64? {
    guard isWhole else { return nil }
    var position = range.lowerBound + (isNegative(in: bytes) ? 1 : 0)
    guard let magnitude = bytes.decimal(at: &position) else { return nil }
    if isNegative(in: bytes) {
      return magnitude == Int64.min.magnitude ? .min : Int64(exactly: magnitude).map { -$0 }
    }
    return Int64(exactly: magnitude)
  }

  /// The nearest Double; past its range, infinity.
  package func double(in bytes: Span<UInt8>) -> Double {
    var position = range.lowerBound
    return bytes.double(at: &position) ?? 0
  }
}

extension UInt8 {
  /// The value of an ASCII hexadecimal digit.
  package var hexDigitValue: UInt8? {
    switch self {
    case 0x30...0x39: self &- 0x30
    case 0x61...0x66: self &- 0x57
    case 0x41...0x46: self &- 0x37
    default: nil
    }
  }
}
