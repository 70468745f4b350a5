/// Walks `key=value` pairs between blanks. Values with blanks are quoted, `\"` inside.
struct KeyValues {
  struct Pair {
    var key: Range<Int>
    /// Without its quotes.
    var value: Range<Int>
    var isQuoted = false
    var isEscaped = false

    /// The value's text; none for `(null)` and `nil` without quotes, and where the system hid it.
    func text(in bytes: Span<UInt8>, _ texts: TextTable, bytesMax: Int) -> TextID {
      let raw = bytes.extracting(value)
      if !isQuoted, raw.isText("(null)") || raw.isText("nil") || raw.isText("null") { return .none }
      if HiddenText.isHidden(raw) { return .none }
      if !isEscaped { return texts.intern(raw, bytesMax: bytesMax) }
      var plain: [UInt8] = []
      var index = value.lowerBound
      while index < value.upperBound {
        if bytes[index] == UInt8(ascii: "\\"), index + 1 < value.upperBound { index += 1 }
        plain.append(bytes[index])
        index += 1
      }
      return texts.intern(plain.span, bytesMax: bytesMax)
    }
  }

  /// Where the walk stands; words that are no pair are passed over.
  var position: Int

  mutating func next(in bytes: Span<UInt8>) -> Pair? {
    while true {
      let start = bytes.skipBlanks(from: position)
      // A printed stack follows the pairs.
      if start >= bytes.count || bytes[start] == UInt8(ascii: "[") { return nil }
      // Letters by the eight, and what else a key may have one by one.
      var index = start &+ bytes.word(at: start).maskOfNoLetter.firstPlace
      while bytes.byte(at: index).isWord || bytes.byte(at: index) == UInt8(ascii: "-") {
        index &+= 1
      }
      if index > start, bytes.byte(at: index) == UInt8(ascii: "=") {
        return value(in: bytes, key: start..<index)
      }
      while index < bytes.count, bytes[index] > 0x20 { index += 1 }
      // A control character is neither a blank nor part of a word.
      position = max(index, start + 1)
    }
  }

  private mutating func value(in bytes: Span<UInt8>, key: Range<Int>) -> Pair {
    var index = key.upperBound + 1
    if bytes.byte(at: index) == UInt8(ascii: "\"") {
      let start = index + 1
      var pair = Pair(key: key, value: start..<start, isQuoted: true)
      index = start
      while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
        if bytes[index] == UInt8(ascii: "\\") {
          pair.isEscaped = true
          index += 1
        }
        index += 1
      }
      // A line cut within the quotes keeps what it has.
      pair.value = start..<min(index, bytes.count)
      position = min(index + 1, bytes.count)
      return pair
    }
    let start = index
    while index < bytes.count, bytes[index] > 0x20 { index += 1 }
    position = index
    return Pair(key: key, value: start..<index)
  }
}
