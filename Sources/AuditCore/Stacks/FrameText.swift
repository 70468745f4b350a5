/// Reads one frame as `callStackSymbols`, `backtrace_symbols` or a crash report prints it:
/// `3   Image   0x0000000104a3c1f8 -[Class method] + 120`.
///
/// The image may hold spaces and is padded to 35 columns; crash reports put a TAB before the address and
/// `(File.m:42)` after the offset. Where symbols are stripped the text has `<redacted> + 64` or the
/// image's base, `0x10004c000 + 5368872`; such a frame has no symbol.
package enum FrameText {
  /// nil where the line is no frame. Takes a printed array's `"…",` around the frame as well.
  package static func parse(_ line: Span<UInt8>, texts: TextTable) -> Frame? {
    let line = line.extracting(withoutQuotes(line))
    var cursor = 0
    guard line.decimal(at: &cursor) != nil, cursor <= indexDigitsMax else { return nil }
    let imageStart = skipBlanks(line, from: cursor)
    guard imageStart > cursor, let hex = address(in: line, from: imageStart + 1) else { return nil }
    let image = trimmed(line, imageStart..<hex.lowerBound)
    var frame = Frame(
      image: texts.intern(line.extracting(image), bytesMax: Limits.labelBytesMax), symbol: .none,
      address: hexadecimal(line, hex))
    if image.isEmpty { return nil }
    let (symbol, offset) = symbolAndOffset(line, from: hex.upperBound)
    frame.offset = offset
    let name = line.extracting(symbol)
    if !isStripped(name), !name.elementsEqual(line.extracting(image)) {
      frame.symbol = texts.intern(name, bytesMax: Limits.symbolBytesMax)
    }
    return frame
  }

  /// What stands in a symbol's place where the system hides it or the image has none.
  package static func isStripped(_ symbol: Span<UInt8>) -> Bool {
    if symbol.has("0x", at: 0) { return true }
    for placeholder in placeholders
    where symbol.count == placeholder.utf8CodeUnitCount && symbol.has(placeholder, at: 0) {
      return true
    }
    return symbol.isEmpty
  }

  private static let placeholders: [StaticString] = [
    "<redacted>", "<private>", "<unknown>", "???", "(null)", "unknown method",
    "_mh_execute_header", "__mh_execute_header", "_mh_dylib_header", "__mh_dylib_header",
  ]
  /// `%-4d` pads a frame's index to four columns; deeper stacks do not occur.
  private static let indexDigitsMax = 4

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private static func skipBlanks(_ line: Span<UInt8>, from start: Int) -> Int {
    var index = start
    while index < line.count, isBlank(line[index]) { index += 1 }
    return index
  }

  private static func trimmed(_ line: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
    let inner = line.extracting(range).trimmedRange()
    return range.lowerBound + inner.lowerBound..<range.lowerBound + inner.upperBound
  }

  private static func withoutQuotes(_ line: Span<UInt8>) -> Range<Int> {
    var range = line.trimmedRange()
    guard !range.isEmpty, line[range.lowerBound] == UInt8(ascii: "\"") else { return range }
    range = range.lowerBound + 1..<range.upperBound
    if range.count > 1, line[range.upperBound - 1] == UInt8(ascii: ",") {
      range = range.lowerBound..<range.upperBound - 1
    }
    if !range.isEmpty, line[range.upperBound - 1] == UInt8(ascii: "\"") {
      range = range.lowerBound..<range.upperBound - 1
    }
    return range
  }

  /// The first `0x…` of 6 to 16 digits that stands between blanks (or at the end).
  private static func address(in line: Span<UInt8>, from start: Int) -> Range<Int>? {
    var from = start
    while let found = line.find("0x", from: from) {
      var end = found + 2
      while end < line.count, hexDigit(line[end]) != nil { end += 1 }
      let digits = end - found - 2
      if isBlank(line[found - 1]), (6...16).contains(digits),
        end == line.count || isBlank(line[end])
      {
        return found..<end
      }
      from = end
    }
    return nil
  }

  private static func hexDigit(_ byte: UInt8) -> UInt64? {
    switch byte {
    case 0x30...0x39: UInt64(byte &- 0x30)
    case 0x41...0x46: UInt64(byte &- 0x37)
    case 0x61...0x66: UInt64(byte &- 0x57)
    default: nil
    }
  }

  private static func hexadecimal(_ line: Span<UInt8>, _ range: Range<Int>) -> UInt64 {
    var value: UInt64 = 0
    for index in range.dropFirst(2) { value = value &<< 4 | (hexDigit(line[index]) ?? 0) }
    return value
  }

  private static func symbolAndOffset(
    _ line: Span<UInt8>, from start: Int
  ) -> (symbol: Range<Int>, offset: UInt64?) {
    let text = trimmed(line, start..<withoutFileAndLine(line, from: start))
    var index = text.upperBound - 3
    while index >= text.lowerBound, !line.has(" + ", at: index) { index -= 1 }
    if index < text.lowerBound {
      // Without a symbol the offset may follow the address at once.
      guard line.has("+ ", at: text.lowerBound) else { return (text, nil) }
      index = text.lowerBound - 1
    }
    var cursor = index + 3
    guard let offset = line.decimal(at: &cursor), cursor == text.upperBound else {
      return (text, nil)
    }
    return (trimmed(line, text.lowerBound..<max(index, text.lowerBound)), offset)
  }

  /// The end of the text before a crash report's ` (File.m:42)`.
  private static func withoutFileAndLine(_ line: Span<UInt8>, from start: Int) -> Int {
    let end = line.count
    guard end > start, line[end - 1] == UInt8(ascii: ")") else { return end }
    var index = end - 2
    while index > start, line[index] &- 0x30 <= 9 { index -= 1 }
    guard index < end - 2, index > start, line[index] == UInt8(ascii: ":") else { return end }
    while index > start, !line.has(" (", at: index) { index -= 1 }
    return index > start ? index : end
  }
}
