/// The beginning of a line that is too long to be kept, and what of it can be read.
///
/// What happened to which task stands at the beginning of nearly all lines that tell of one. The rest is not
/// known, so the line counts as lost all the same; but no task is forgotten for the length of its stack.
enum LineHead {
  /// The head without the word, number or element that it may end within. What it leaves open of an object
  /// is closed.
  static func whole(_ head: Span<UInt8>) -> [UInt8] {
    let start = LineReader.trimmed(head).lowerBound
    if head.byte(at: start) == UInt8(ascii: "{") { return closed(head, from: start) }
    var end = head.count
    while end > 0, head[end - 1] > 0x20, head[end - 1] != UInt8(ascii: ",") { end -= 1 }
    let isEmpty = LineReader.trimmed(head.extracting(0..<end)).isEmpty
    return [UInt8](copying: isEmpty ? head : head.extracting(0..<end))
  }

  /// Whether a line whose head is no event by itself may be one: the signs of one stand in it, or all that
  /// comes in this stream are events.
  static func mayBeEvent(_ head: Span<UInt8>, in context: LineContext) -> Bool {
    // It was begun under a version that kept none.
    if head.isEmpty { return true }
    guard head.byte(at: LineReader.trimmed(head).lowerBound) == UInt8(ascii: "{") else {
      return false
    }
    if context.trace.skip == .foreignEvent { return false }
    return context.clients.saidHello || head.find("\"stack\":[") != nil
      || head.find("\"stack\": [") != nil
      || (head.find("\"eventMessage\"") != nil && SignScanner.shared.first(in: head) != nil)
  }

  /// The object up to its last comma, with the brackets that are open there closed. The head as it is where
  /// there is no comma, or brackets are nested too deep.
  private static func closed(_ head: Span<UInt8>, from start: Int) -> [UInt8] {
    var open: [UInt8] = []
    var cut: (end: Int, open: [UInt8])?
    var position = start
    while position < head.count {
      switch head[position] {
      case UInt8(ascii: "\""): position = stringEnd(head, from: position + 1)
      case UInt8(ascii: "{"): open.append(UInt8(ascii: "}"))
      case UInt8(ascii: "["): open.append(UInt8(ascii: "]"))
      case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = open.popLast()
      case UInt8(ascii: ","): cut = (position, open)
      default: break
      }
      if open.count > Limits.jsonDepthMax { break }
      position += 1
    }
    guard let cut else { return [UInt8](copying: head) }
    return [UInt8](copying: head.extracting(0..<cut.end)) + cut.open.reversed()
  }

  /// The closing quote, or the end of the head.
  private static func stringEnd(_ head: Span<UInt8>, from start: Int) -> Int {
    var position = start
    while position < head.count, head[position] != UInt8(ascii: "\"") {
      position += head[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    return position
  }
}
