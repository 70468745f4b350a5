/// Cuts a stream into lines without copying those that lie whole in one chunk.
///
/// Invariant: `held` is the beginning of the one line that is not yet complete; it holds no line
/// feed and never more than `Limits.lineBytesMax` bytes. While a line is `dropped`, `held` is empty and
/// everything up to its line feed is thrown away. Each byte is looked at once, and copied at most once.
struct LineFramer {
  /// Why a line is thrown away.
  enum Drop: UInt8 {
    /// It has more than `Limits.lineBytesMax` bytes.
    case tooLong
    /// It was given up half-read: there was no room for more of it.
    case noRoom
  }

  enum Piece: Equatable {
    /// A whole line within the chunk, without its line feed.
    case line(Range<Int>)
    /// A line that started in an earlier chunk: take it with `takeHeld`.
    case held
    /// The end of a line that was thrown away.
    case dropped(Drop)
  }

  private var held: [UInt8] = []
  private var dropped: Drop?
  /// Which of it is stored.
  private(set) var rows = HalfLineRows()

  /// Bytes of the line at hand.
  var heldCount: Int { held.count }
  /// Bytes of memory that the line at hand, or storage kept for the next, takes.
  var heldBytes: Int { held.capacity }

  /// The line at hand is thrown away up to its end.
  var isDropping: Bool { dropped != nil }

  /// Nothing of the line at hand has come.
  var isBetweenLines: Bool { held.isEmpty && dropped == nil }

  /// The next line that ends within `chunk`; nil when the chunk is used up, its rest being kept.
  mutating func next(in chunk: Span<UInt8>, from position: inout Int) -> Piece? {
    guard let end = chunk.place(of: 0x0A, from: position) else {
      hold(chunk, position..<chunk.count)
      position = chunk.count
      return nil
    }
    let range = position..<end
    position = end + 1
    if isBetweenLines {
      return range.count > Limits.lineBytesMax ? .dropped(.tooLong) : .line(range)
    }
    hold(chunk, range)
    defer { dropped = nil }
    return dropped.map(Piece.dropped) ?? .held
  }

  /// What stands behind the last line feed, at the end of the stream.
  mutating func last() -> Piece? {
    defer { dropped = nil }
    return dropped.map(Piece.dropped) ?? (held.isEmpty ? nil : .held)
  }

  /// The line that `.held` announced. Give the array back when it is read, to keep its storage.
  mutating func takeHeld() -> [UInt8] {
    var line: [UInt8] = []
    swap(&line, &held)
    rows.forgetLine()
    return line
  }

  mutating func giveBack(_ line: consuming [UInt8]) {
    if line.capacity > Self.keptBytesMax { return }
    line.removeAll(keepingCapacity: true)
    held = line
  }

  /// Throws the line at hand away, as if it had been too long, and gives its storage back.
  mutating func drop() {
    if !held.isEmpty { dropped = .noRoom }
    held = []
    rows.forgetLine()
  }

  /// Forgets the line at hand without a word, unless it is a whole JSON object.
  mutating func forgetTornLine() {
    if dropped == nil, held.first == UInt8(ascii: "{"), held.last == UInt8(ascii: "}") { return }
    forgetHalfLine()
  }

  /// Forgets the line at hand without a word.
  mutating func forgetHalfLine() {
    dropped = nil
    held = []
    rows.forgetLine()
  }

  /// Storage of a longer line is given back to the system.
  private static let keptBytesMax = 1 << 12

  private mutating func hold(_ chunk: Span<UInt8>, _ range: Range<Int>) {
    if dropped != nil || range.isEmpty { return }
    if held.count + range.count > Limits.lineBytesMax {
      held = []
      rows.forgetLine()
      dropped = .tooLong
      return
    }
    // Growing by doubling could take two longest lines.
    if held.count + range.count > Limits.lineBytesMax / 2 {
      held.reserveCapacity(Limits.lineBytesMax)
    }
    for index in range { held.append(chunk[index]) }
  }
}

extension UnreadableReason {
  init(_ drop: LineFramer.Drop) {
    switch drop {
    case .tooLong: self.init("longer than \(Limits.lineBytesMax) bytes")
    case .noRoom: self.init("given up half-read, for want of memory")
    }
  }
}

extension LineFramer: Archivable {
  static var blank: LineFramer { LineFramer() }

  /// The line at hand itself is in rows of its own, told by its length here.
  mutating func pass(through archive: inout Archive) {
    archive.pass(&dropped)
    rows.pass(length: held.count, through: &archive)
    archive.require(dropped == nil || rows.storedBytes == 0)
  }

  /// Rows of the line at hand that must be written now, and rows that must be removed.
  mutating func takeChangedRows(isWhole: Bool) -> (changed: Range<Int>, gone: Range<Int>) {
    rows.takeChanged(length: held.count, isWhole: isWhole)
  }

  /// The bytes of a row that `takeChangedRows` told.
  func bytes(of row: Int) -> [UInt8] { Array(held[rows.range(of: row)]) }

  /// Adds a row of the line at hand when it is read back; false if it cannot be one.
  mutating func restore(_ row: Int, _ bytes: Span<UInt8>) -> Bool {
    guard rows.range(of: row) == held.count..<held.count + bytes.count, !bytes.isEmpty,
      bytes.place(of: 0x0A, from: 0) == nil
    else { return false }
    held.append(contentsOf: [UInt8](copying: bytes))
    return true
  }

  /// All rows of the line at hand have been read back.
  var isRestored: Bool { held.count == rows.storedBytes }
}

extension LineFramer.Drop: Archivable {
  static var blank: LineFramer.Drop { .tooLong }
  mutating func pass(through archive: inout Archive) { archive.passCase(&self) }
}
