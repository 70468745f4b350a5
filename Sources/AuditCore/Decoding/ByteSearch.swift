/// Searching bytes a word at a time.
extension Span where Element == UInt8 {
  /// The first place at or after `position` where `byte` stands; looks at eight bytes a step.
  func place(of byte: UInt8, from position: Int) -> Int? {
    let pattern = 0x0101_0101_0101_0101 &* UInt64(byte)
    let raw = unsafe bytes
    var index = position
    while index &+ 8 <= count {
      // Within the span by the loop's condition, and every bit pattern is a UInt64.
      let word = unsafe raw.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self) ^ pattern
      let zeros = (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
      if zeros != 0 { return index &+ zeros.littleEndian.trailingZeroBitCount / 8 }
      index &+= 8
    }
    while index < count {
      if self[index] == byte { return index }
      index &+= 1
    }
    return nil
  }

  /// The first place at or after `position` that holds a quote, a backslash or a control character:
  /// the end of what a JSON string has as it stands. `count` if there is none.
  func plainTextEnd(from position: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let raw = unsafe bytes
    var index = position
    while index &+ 8 <= count {
      // As above.
      let word = unsafe raw.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
      let quotes = word ^ (ones &* 0x22)
      let slashes = word ^ (ones &* 0x5C)
      // In each mask the lowest set bit is right; borrows only spoil those above it.
      let found =
        ((quotes &- ones) & ~quotes) | ((slashes &- ones) & ~slashes)
        | ((word &- ones &* 0x20) & ~word)
      let marks = found & 0x8080_8080_8080_8080
      if marks != 0 { return index &+ marks.littleEndian.trailingZeroBitCount / 8 }
      index &+= 8
    }
    while index < count {
      let byte = self[index]
      if byte == 0x22 || byte == 0x5C || byte < 0x20 { return index }
      index &+= 1
    }
    return count
  }

  /// The first place at or after `position` where all of `text` stands.
  func place(of text: Span<UInt8>, from position: Int = 0) -> Int? {
    guard let first = text.indices.first.map({ text[$0] }) else { return position }
    var start = position
    while let found = place(of: first, from: start), found + text.count <= count {
      if extracting(found..<found + text.count).elementsEqual(text) { return found }
      start = found + 1
    }
    return nil
  }

  /// The last place where `text` stands, at or after `position`.
  func last(_ text: StaticString, from position: Int = 0) -> Int? {
    var index = count - text.utf8CodeUnitCount
    while index >= position {
      if has(text, at: index) { return index }
      index -= 1
    }
    return nil
  }

  /// The byte at `index`, or 0 outside the span.
  func byte(at index: Int) -> UInt8 { index >= 0 && index < count ? self[index] : 0 }

  /// The first place at or after `position` that holds neither a space nor a TAB.
  func skipBlanks(from position: Int) -> Int {
    var index = position
    while index < count, self[index] == 0x20 || self[index] == 0x09 { index &+= 1 }
    return index
  }
}

extension UInt8 {
  var isDigit: Bool { self &- 0x30 <= 9 }
  /// An ASCII letter, digit or underscore.
  var isWord: Bool { isDigit || (self | 0x20) &- 0x61 < 26 || self == UInt8(ascii: "_") }
}
