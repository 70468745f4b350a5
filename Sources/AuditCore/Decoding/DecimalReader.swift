/// Reading decimal fractions the way C prints them.
extension Span where Element == UInt8 {
  /// Reads `[-]digits[.digits][e[±]digits]` from `position` on, which moves past it; nil without a
  /// digit (`position` stays). Exact where 15 digits or fewer meet a power of ten up to 22, else as
  /// the standard library rounds; past a Double's range, infinity.
  package func double(at position: inout Int) -> Double? {
    shortDouble(at: &position) ?? longDouble(at: &position)
  }

  /// Seven digits or fewer before the point and behind it, and no exponent: the most that are printed.
  @inline(__always)
  private func shortDouble(at position: inout Int) -> Double? {
    let head = word(at: position)
    let digits = head.maskOfNoDigit.firstPlace
    guard digits > 0, digits < 8, byte(at: position &+ digits) == UInt8(ascii: ".") else {
      return nil
    }
    let point = position &+ digits
    let tail = word(at: point &+ 1)
    let decimals = tail.maskOfNoDigit.firstPlace
    guard decimals > 0, decimals < 8, byte(at: point &+ 1 &+ decimals) | 0x20 != UInt8(ascii: "e")
    else { return nil }
    position = point &+ 1 &+ decimals
    let scale = UInt64.powerOfTen(decimals)
    let mantissa = head.decimal(digits: digits) &* scale &+ tail.decimal(digits: decimals)
    return Double(mantissa) / Double(scale)
  }

  private func longDouble(at position: inout Int) -> Double? {
    var index = position
    let isNegative = index < count && self[index] == UInt8(ascii: "-")
    if isNegative { index += 1 }
    let start = index
    var mantissa: UInt64 = 0
    var digits = 0
    var exponent = 0
    var isExact = true
    func take(_ digit: UInt8) {
      if digits < 18 {
        mantissa = mantissa &* 10 &+ UInt64(digit)
        if mantissa > 0 { digits += 1 }
      } else {
        isExact = isExact && digit == 0
        exponent += 1
      }
    }
    while index < count, self[index] &- 0x30 <= 9 {
      take(self[index] &- 0x30)
      index += 1
    }
    if index == start { return nil }
    if index + 1 < count, self[index] == UInt8(ascii: "."), self[index + 1] &- 0x30 <= 9 {
      index += 1
      while index < count, self[index] &- 0x30 <= 9 {
        take(self[index] &- 0x30)
        exponent -= 1
        index += 1
      }
    }
    exponent += readExponent(at: &index)
    let text = position..<index
    position = index
    if mantissa == 0 { return isNegative ? -0.0 : 0 }
    if isExact, mantissa < 1 << 53, exponent >= -22, exponent <= 22 {
      let value = Double(mantissa)
      let scaled = exponent < 0 ? value / powersOfTen[-exponent] : value * powersOfTen[exponent]
      return isNegative ? -scaled : scaled
    }
    return Double(String(decodingSpan: extracting(text))) ?? .infinity
  }

  /// Reads `e308` or `E-5`; 0 and no move where none stands. Held within ±9999.
  private func readExponent(at index: inout Int) -> Int {
    var end = index
    guard end < count, self[end] | 0x20 == UInt8(ascii: "e") else { return 0 }
    end += 1
    let isNegative = end < count && self[end] == UInt8(ascii: "-")
    if isNegative || (end < count && self[end] == UInt8(ascii: "+")) { end += 1 }
    let start = end
    var value = 0
    while end < count, self[end] &- 0x30 <= 9 {
      value = Swift.min(value * 10 + Int(self[end] &- 0x30), 9999)
      end += 1
    }
    if end == start { return 0 }
    index = end
    return isNegative ? -value : value
  }
}

/// The powers of ten that a Double holds exactly.
private let powersOfTen: [Double] = [
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
  1e18, 1e19, 1e20, 1e21, 1e22,
]
