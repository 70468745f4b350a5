/// Searching bytes a word at a time.
extension Span where Element == UInt8 {
  /// The first place at or after `position` where `byte` stands; looks at 32 bytes a step.
  func place(of byte: UInt8, from position: Int) -> Int? {
    var index = Swift.max(position, 0)
    while index <= count &- 32 {
      if let place = block(at: index).equals(byte).firstPlace { return index &+ place }
      index &+= 32
    }
    while index < count {
      let place = index &+ word(at: index).mask(of: byte).firstPlace
      if place < index &+ 8 { return place < count ? place : nil }
      index &+= 8
    }
    return nil
  }

  /// The first place at or after `position` that holds a quote, a backslash or a control character:
  /// the end of what a JSON string has as it stands. `count` if there is none.
  @inline(__always)
  func plainTextEnd(from position: Int) -> Int {
    var index = position
    while index < count {
      let place = word(at: index).maskOfTextEnd.firstPlace
      // Zeros behind the end are control characters: the first one stands at `count`.
      if place < 8 { return index &+ place }
      index &+= 8
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
