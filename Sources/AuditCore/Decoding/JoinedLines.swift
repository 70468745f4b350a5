/// Lines that end in a carriage return alone, so that they come as one: part of a log is from another system.
///
/// A carriage return by itself proves nothing: progress bars print it, and texts hold it. It ends a line only where
/// what follows would be read by itself.
enum JoinedLines {
  /// Whether the line is several.
  static func areIn(_ line: Span<UInt8>) -> Bool {
    guard let first = line.place(of: 0x0D, from: 0), first &+ 1 < line.count else { return false }
    return areIn(line, behind: first)
  }

  /// The first of the lines that begin at `position`, which moves behind it.
  static func next(in line: Span<UInt8>, from position: inout Int) -> Range<Int> {
    let start = position
    let end = line.place(of: 0x0D, from: start) ?? line.count
    position = end + 1
    return start..<end
  }

  @inline(never)
  private static func areIn(_ line: Span<UInt8>, behind first: Int) -> Bool {
    // Within an object it is a blank.
    if line.has("{", at: LineReader.trimmed(line).lowerBound) { return areObjects(line, first) }
    return SignScanner.shared.first(in: line.extracting(first..<line.count)) != nil
  }

  private static func areObjects(_ line: Span<UInt8>, _ first: Int) -> Bool {
    var position = first
    while let place = line.place(of: 0x0D, from: position) {
      if line.has("{", at: place + 1), line.has("}", at: place - 1) { return true }
      position = place + 1
    }
    return false
  }
}
