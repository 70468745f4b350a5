/// Which part of a stream's half-read line is stored.
///
/// The line is stored in rows of `rowBytes`, so that a client that writes a long one in small bits does
/// not make the store write all of it again each time.
struct HalfLineRows {
  /// A page of most file systems.
  static let rowBytes = 1 << 12

  /// The line's first bytes, which are stored as they are. When a decoder is read back: the bytes that
  /// the line must have.
  private(set) var storedBytes = 0
  /// Rows that are stored, also of lines before.
  private var count = 0

  /// The line at hand is another one.
  mutating func forgetLine() { storedBytes = 0 }

  /// Rows to be written, and those to be removed, now that the line has this length.
  mutating func takeChanged(length: Int, isWhole: Bool) -> (changed: Range<Int>, gone: Range<Int>) {
    let needed = Self.rows(length)
    let kept = isWhole ? 0 : storedBytes == length ? needed : storedBytes / Self.rowBytes
    let gone = isWhole ? needed..<needed : needed..<max(needed, count)
    storedBytes = length
    count = needed
    return (kept..<needed, gone)
  }

  /// The bytes of a row, of the line as it is stored.
  func range(of row: Int) -> Range<Int> {
    if row < 0 || row >= count { return 0..<0 }
    return row * Self.rowBytes..<min((row + 1) * Self.rowBytes, storedBytes)
  }

  /// Every row that is stored, to be removed with the connection.
  var all: Range<Int> { 0..<count }

  /// Writes the line's length, or reads how long it must be.
  mutating func pass(length: Int, through archive: inout Archive) {
    var length = length
    archive.pass(&length)
    archive.require((0...Limits.lineBytesMax).contains(length))
    if !archive.isReading || archive.isDamaged { return }
    storedBytes = length
    count = Self.rows(length)
  }

  private static func rows(_ length: Int) -> Int { (length + rowBytes - 1) / rowBytes }
}
