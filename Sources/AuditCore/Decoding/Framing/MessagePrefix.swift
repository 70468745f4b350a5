/// What stands between the framing and the message: the library in parentheses, os_log's `[Category] `,
/// React Native's `[info][tid:main] `, Flutter's `flutter: `.
enum MessagePrefix: DescribedFormat {
  static let about = FormatDescription(
    name: "message-prefix",
    summary:
      "Library, category, React Native's level or flutter: before the message, in any framing",
    example: "2026-03-31 15:47:40.800 [info][tid:main] BGT end id=6")

  static func pass(_ line: Span<UInt8>, in framing: inout Framing) {
    let start = framing.message
    defer { framing.isPrefixed = framing.message > start }
    passLibrary(line, in: &framing)
    var index = framing.message
    while let end = bracketEnd(line, at: index) {
      if line.has("[tid:", at: index) {
        framing.thread = ThreadNumber.read(line.extracting(index + 5..<end))
      }
      index = end + 1
    }
    if index > framing.message, line.byte(at: index) == 0x20 {
      framing.message = line.skipBlanks(from: index)
    }
    if line.has("flutter: ", at: framing.message) { framing.message += "flutter: ".utf8.count }
  }

  /// `(UIKitCore) ` before a category, as the log tool prints it.
  private static func passLibrary(_ line: Span<UInt8>, in framing: inout Framing) {
    guard line.byte(at: framing.message) == UInt8(ascii: "(") else { return }
    var index = framing.message + 1
    while line.byte(at: index).isWord || [0x2E, 0x2D, 0x2B].contains(line.byte(at: index)) {
      index += 1
    }
    guard line.has(") ", at: index), index > framing.message + 1 else { return }
    framing.message = line.skipBlanks(from: index + 1)
  }

  /// Where the bracket that opens at `index` closes again, if it holds no other one.
  private static func bracketEnd(_ line: Span<UInt8>, at index: Int) -> Int? {
    guard line.byte(at: index) == UInt8(ascii: "[") else { return nil }
    var end = index + 1
    let limit = min(line.count, end + Limits.labelBytesMax)
    while end < limit, line[end] != UInt8(ascii: "]") {
      if line[end] == UInt8(ascii: "[") { return nil }
      end += 1
    }
    return end < limit ? end : nil
  }
}
