/// Cuts a stream into lines without copying those that lie whole in one chunk.
///
/// Invariant: `held` is the beginning of the one line that is not yet complete; it holds no line
/// feed and never more than `Limits.lineBytesMax` bytes. While a line is `dropped`, everything up to its
/// line feed is thrown away but for the head of one that is too long, which `held` is then. Each byte is
/// looked at once, and copied twice at most.
struct LineFramer {
  /// Why a line is thrown away.
  enum Drop: UInt8 {
    /// It has more than `Limits.lineBytesMax` bytes: the first `Limits.lineHeadBytesMax` are kept.
    case tooLong
    /// It was given up half-read: there was no room for more of it.
    case noRoom
  }

  enum Piece: Equatable {
    /// A whole line within the chunk, without its line feed.
    case line(Range<Int>)
    /// A line that started in an earlier chunk: take it with `takeHeld`.
    case held
    /// The head, within the chunk, of a line that is too long.
    case head(Range<Int>)
    /// The same of a line that started in an earlier chunk: take it with `takeHeld`.
    case heldHead
    /// The end of a line that was given up half-read.
    case dropped
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
      if range.count <= Limits.lineBytesMax { return .line(range) }
      return .head(range.lowerBound..<range.lowerBound + Limits.lineHeadBytesMax)
    }
    hold(chunk, range)
    return takePiece()
  }

  /// What stands behind the last line feed, at the end of the stream.
  mutating func last() -> Piece? { isBetweenLines ? nil : takePiece() }

  /// What has become of the line at hand.
  private mutating func takePiece() -> Piece {
    defer { dropped = nil }
    return switch dropped {
    case nil: .held
    case .tooLong: .heldHead
    case .noRoom: .dropped
    }
  }

  /// The line that `.held` or `.heldHead` announced. Give the array back when it is read, to keep its storage.
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

  /// Throws the line at hand away, and gives its storage back.
  mutating func drop() {
    if !isBetweenLines { dropped = .noRoom }
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
      keepHead(chunk, range)
      return
    }
    // Growing by doubling could take two longest lines.
    if held.count + range.count > Limits.lineBytesMax / 2 {
      held.reserveCapacity(Limits.lineBytesMax)
    }
    for index in range { held.append(chunk[index]) }
  }

  /// The line turns out to be too long with these bytes. Its storage is given back.
  private mutating func keepHead(_ chunk: Span<UInt8>, _ range: Range<Int>) {
    var head: [UInt8] = []
    head.reserveCapacity(Limits.lineHeadBytesMax)
    head += held.prefix(Limits.lineHeadBytesMax)
    for index in range.prefix(Limits.lineHeadBytesMax - head.count) { head.append(chunk[index]) }
    held = head
    rows.forgetLine()
    dropped = .tooLong
  }
}

extension UnreadableReason {
  static let tooLong = UnreadableReason("longer than \(Limits.lineBytesMax) bytes")
  static let readInPart = UnreadableReason(
    "longer than \(Limits.lineBytesMax) bytes; only its beginning was")
  static let noRoom = UnreadableReason("given up half-read, for want of memory")
}

extension LineFramer: Archivable {
  static var blank: LineFramer { LineFramer() }

  /// The line at hand itself is in rows of its own, told by its length here.
  mutating func pass(through archive: inout Archive) {
    archive.pass(&dropped)
    rows.pass(length: held.count, through: &archive)
    let most = dropped.map { $0 == .tooLong ? Limits.lineHeadBytesMax : 0 } ?? Limits.lineBytesMax
    archive.require(rows.storedBytes <= most)
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
