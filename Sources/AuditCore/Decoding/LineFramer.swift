/// Cuts a stream into lines without copying those that lie whole in one chunk.
///
/// Invariant: `held` is the beginning of the one line that is not yet complete; it holds no line
/// feed and never more than `Limits.lineBytesMax` bytes. While `isDropping`, the line at hand was too
/// long, `held` is empty and everything up to its line feed is thrown away. Each byte is looked at
/// once, and copied at most once.
struct LineFramer {
  enum Piece: Equatable {
    /// A whole line within the chunk, without its line feed.
    case line(Range<Int>)
    /// A line that started in an earlier chunk: take it with `takeHeld`.
    case held
    /// The end of a line of more than `Limits.lineBytesMax` bytes, all of it dropped.
    case tooLong
  }

  private var held: [UInt8] = []
  private var isDropping = false

  /// The next line that ends within `chunk`; nil when the chunk is used up, its rest being kept.
  mutating func next(in chunk: Span<UInt8>, from position: inout Int) -> Piece? {
    guard let end = chunk.place(of: 0x0A, from: position) else {
      hold(chunk, position..<chunk.count)
      position = chunk.count
      return nil
    }
    let range = position..<end
    position = end + 1
    if held.isEmpty, !isDropping {
      return range.count > Limits.lineBytesMax ? .tooLong : .line(range)
    }
    hold(chunk, range)
    defer { isDropping = false }
    return isDropping ? .tooLong : .held
  }

  /// What stands behind the last line feed, at the end of the stream.
  mutating func last() -> Piece? {
    defer { isDropping = false }
    return isDropping ? .tooLong : held.isEmpty ? nil : .held
  }

  /// The line that `.held` announced. Give the array back when it is read, to keep its storage.
  mutating func takeHeld() -> [UInt8] {
    var line: [UInt8] = []
    swap(&line, &held)
    return line
  }

  mutating func giveBack(_ line: consuming [UInt8]) {
    if line.capacity > Self.keptBytesMax { return }
    line.removeAll(keepingCapacity: true)
    held = line
  }

  /// Storage of a longer line is given back to the system.
  private static let keptBytesMax = 1 << 16

  private mutating func hold(_ chunk: Span<UInt8>, _ range: Range<Int>) {
    if isDropping || range.isEmpty { return }
    if held.count + range.count > Limits.lineBytesMax {
      held = []
      isDropping = true
      return
    }
    for index in range { held.append(chunk[index]) }
  }
}
