/// Reading bytes eight and more at a time: the one place where bytes are read without a check of each.
extension Span where Element == UInt8 {
  /// The eight bytes from `index` on, the first one lowest; zeros stand for what is behind the span's end. 0
  /// where `index` itself is outside.
  @inline(__always)
  func word(at index: Int) -> UInt64 {
    // One comparison for both ends: what is negative is huge without its sign.
    let all = UInt(bitPattern: count)
    if UInt(bitPattern: index) < all &- Swift.min(all, 7) { return whole(at: index) }
    return tornWord(at: index)
  }

  /// The same of sixteen bytes.
  @inline(__always)
  func twoWords(at index: Int) -> (UInt64, UInt64) {
    if index >= 0, index <= count &- 16 {
      return (whole(at: index), whole(at: index &+ 8))
    }
    return (word(at: index), word(at: index &+ 8))
  }

  /// The two bytes from `index` on, the first one lower; nil where they are not both within the span.
  @inline(__always)
  func pair(at index: Int) -> UInt16? {
    // As above.
    let all = UInt(bitPattern: count)
    if UInt(bitPattern: index) >= all &- Swift.min(all, 1) { return nil }
    return unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt16.self)
      .littleEndian
  }

  /// The 32 bytes from `index` on, which are all within the span.
  @inline(__always)
  func block(at index: Int) -> SIMD32<UInt8> {
    precondition(index >= 0 && index <= count &- 32)
    // Within the span by the precondition, and every bit pattern is 32 bytes.
    return unsafe bytes.unsafeLoadUnaligned(
      fromUncheckedByteOffset: index, as: SIMD32<UInt8>.self)
  }

  /// Four words in a row, which are all within the span.
  @inline(__always)
  func fourWords(at index: Int) -> (UInt64, UInt64, UInt64, UInt64) {
    precondition(index >= 0 && index <= count &- 32)
    return (whole(at: index), whole(at: index &+ 8), whole(at: index &+ 16), whole(at: index &+ 24))
  }

  /// `index` is from 0 to `count` − 8.
  @inline(__always)
  private func whole(at index: Int) -> UInt64 {
    // Within the span by the caller's condition, and every bit pattern is a UInt64.
    unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self).littleEndian
  }

  /// At the span's end the last eight bytes are read, and those before `index` are shifted out.
  @inline(never)
  private func tornWord(at index: Int) -> UInt64 {
    if index >= count || index < 0 { return 0 }
    if count >= 8 { return whole(at: count &- 8) &>> UInt64(8 &* (index &+ 8 &- count)) }
    // Two reads that overlap, or one byte.
    let rest = count &- index
    if rest >= 4 {
      return UInt64(half(at: index)) | UInt64(half(at: count &- 4)) &<< UInt64(8 &* (rest &- 4))
    }
    var word = UInt64(self[index])
    if rest > 1 { word |= UInt64(self[index &+ 1]) &<< 8 }
    if rest > 2 { word |= UInt64(self[index &+ 2]) &<< 16 }
    return word
  }

  /// `index` is from 0 to `count` − 4.
  @inline(__always)
  private func half(at index: Int) -> UInt32 {
    // Within the span by the caller's condition, and every bit pattern is a UInt32.
    unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt32.self).littleEndian
  }

  /// The byte at `index`, or 0 outside the span.
  @inline(__always)
  func byte(at index: Int) -> UInt8 {
    // As above.
    if UInt(bitPattern: index) >= UInt(bitPattern: count) { return 0 }
    return unsafe self[unchecked: index]
  }
}

extension SIMD32 where Scalar == UInt8 {
  /// Whether `byte` is one of the 32.
  @inline(__always)
  func holds(_ byte: UInt8) -> Bool { equals(byte).firstPlace != nil }

  /// Which of the 32 are `byte`.
  @inline(__always)
  func equals(_ byte: UInt8) -> SIMDMask<SIMD32<Int8>> { self .== Self(repeating: byte) }
}

extension SIMDMask where Storage == SIMD32<Int8> {
  /// The first place that is true; nil if there is none.
  @inline(__always)
  var firstPlace: Int? {
    // Both are 32 bytes, and every bit pattern is four words.
    let words = unsafe unsafeBitCast(self, to: SIMD4<UInt64>.self)
    if words[0] | words[1] | words[2] | words[3] == 0 { return nil }
    // Where it is nobody can guess, so no branch asks.
    let low = words[0].bitOfEachByte | words[1].bitOfEachByte &<< 8
    let high = words[2].bitOfEachByte &<< 16 | words[3].bitOfEachByte &<< 24
    return (low | high).trailingZeroBitCount
  }
}

/// Finding bytes within words. Of the masks only the lowest set bit is right: borrows and carries spoil
/// those above it.
extension UInt64 {
  private static var ones: UInt64 { 0x0101_0101_0101_0101 }
  private static var highs: UInt64 { 0x8080_8080_8080_8080 }

  /// The word that has `byte` at each of its eight places.
  @inline(__always)
  init(each byte: UInt8) { self = Self.ones &* UInt64(byte) }

  /// `text`, of at most eight bytes, the first one lowest.
  @inline(__always)
  static func spelt(_ text: StaticString) -> UInt64 {
    var word: UInt64 = 0
    var place = text.utf8CodeUnitCount
    let start = unsafe text.utf8Start
    while place > 0 {
      place &-= 1
      // Within the text, whose length the loop starts from.
      let byte = unsafe start[place]
      word = word &<< 8 | UInt64(byte)
    }
    return word
  }

  /// Has its lowest set bit in the first byte that is `byte`; 0 if there is none.
  @inline(__always)
  func mask(of byte: UInt8) -> UInt64 {
    let word = self ^ UInt64(each: byte)
    return (word &- Self.ones) & ~word & Self.highs
  }

  /// The same for the first quote, backslash or control character.
  @inline(__always)
  var maskOfTextEnd: UInt64 {
    let controls = (self &- UInt64(each: 0x20)) & ~self & Self.highs
    return mask(of: UInt8(ascii: "\"")) | mask(of: UInt8(ascii: "\\")) | controls
  }

  /// The same for the first byte that is no decimal digit.
  @inline(__always)
  var maskOfNoDigit: UInt64 {
    let word = self ^ UInt64(each: 0x30)
    return ((word &+ UInt64(each: 0x76)) | word) & Self.highs
  }

  /// The same for the first byte that is no ASCII letter. No bit of this one is wrong.
  @inline(__always)
  var maskOfNoLetter: UInt64 {
    // Letters have the second highest bit, and 1 to 26 in the lowest five.
    let low = self & UInt64(each: 0x1F)
    let past = (low &+ UInt64(each: 0x80 - 27)) | (UInt64(each: 0x80) &- low)
    return (past | ~(self &<< 1) | self) & Self.highs
  }

  /// A bit for each of the eight bytes, which are 0 or 255: the first one's is the lowest.
  @inline(__always)
  var bitOfEachByte: UInt64 { ((self & 0x8040_2010_0804_0201) &* Self.ones) &>> 56 }

  /// Which byte the mask's lowest set bit is in, the first being 0; 8 where no bit is set.
  @inline(__always)
  var firstPlace: Int { trailingZeroBitCount &>> 3 }

  /// The first `count` bytes, from 1 to 8, zeros behind them.
  @inline(__always)
  func first(_ count: Int) -> UInt64 {
    self & (UInt64.max &>> UInt64(truncatingIfNeeded: 64 &- 8 &* count))
  }

  /// Whether this is `hh:mm:ss`, in whose place stands what its digits are worth: 0 for the colons.
  @inline(__always)
  var isClock: Bool {
    // What is more than nine in a digit's place, or not 0 in a colon's, sets a high bit.
    ((self &+ 0x7676_7F76_767F_7676) | self) & Self.highs == 0
  }

  /// The second of the day that `hh:mm:ss` spells; nil for any other eight bytes.
  @inline(__always)
  var clockSeconds: Int? {
    let digits = self ^ UInt64.spelt("00:00:00")
    if !digits.isClock { return nil }
    let pairs = digits &* 10 &+ digits &>> 8
    let hour = Int(pairs & 0xFF)
    let minute = Int(pairs &>> 24 & 0xFF)
    let second = Int(pairs &>> 48 & 0xFF)
    return hour < 24 && minute < 60 && second <= 60 ? hour * 3600 + minute * 60 + second : nil
  }

  /// The bytes before the one with the lowest set bit of `mask`, which is not 0; zeros behind them.
  @inline(__always)
  func before(_ mask: UInt64) -> UInt64 { self & ((mask ^ (mask &- 1)) &>> 8) }

  /// The number that the first `count` bytes spell, which are decimal digits, 1 to 8 of them.
  @inline(__always)
  func decimal(digits count: Int) -> UInt64 {
    // Leading zeros take the place of what the text lacks; then twos, fours and eights are joined.
    let digits = (self ^ UInt64(each: 0x30)) &<< UInt64(truncatingIfNeeded: 8 &* (8 &- count))
    let pairs = digits &* 10 &+ digits &>> 8
    let high = (pairs & 0x0000_00FF_0000_00FF) &* 0x000F_4240_0000_0064
    let low = (pairs &>> 16 & 0x0000_00FF_0000_00FF) &* 0x0000_2710_0000_0001
    return (high &+ low) &>> 32
  }

  /// Ten to the power of `exponent`, which is from 0 to 8.
  @inline(__always)
  static func powerOfTen(_ exponent: Int) -> UInt64 {
    switch exponent {
    case 0: 1
    case 1: 10
    case 2: 100
    case 3: 1000
    case 4: 10_000
    case 5: 100_000
    case 6: 1_000_000
    case 7: 10_000_000
    default: 100_000_000
    }
  }
}
