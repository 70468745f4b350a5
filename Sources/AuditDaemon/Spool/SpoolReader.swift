import LinuxIO

/// Reads the records of a segment that an earlier process wrote. Trusts nothing that it finds.
struct SpoolReader {
  enum Step {
    /// An input, and where the bytes stand that go with it.
    case record(Input, Range<Int>)
    /// There are no more.
    case end
    /// What stands at this offset is no record: nothing behind it can be read.
    case damaged(at: Int)
  }

  private let segment: SpoolSegment
  /// Where the next record stands or would stand.
  private(set) var offset: Int

  init(_ segment: SpoolSegment) {
    self.segment = segment
    offset = segment.log.lowerBound
  }

  mutating func next() -> Step {
    let memory = segment.memory
    let room = segment.log.upperBound - offset
    if room < SpoolRecord.headerBytes { return .end }
    let first = memory[word: offset]
    if first == 0 { return .end }
    let length = Int(first >> 32)
    guard let kind = SpoolRecord.Kind(rawValue: UInt32(truncatingIfNeeded: first)),
      length == 0 || kind == .bytes || kind == .landing,
      length <= room - SpoolRecord.headerBytes,
      let input = SpoolRecord.read(kind, in: memory, at: offset)
    else { return .damaged(at: offset) }
    let start = offset + SpoolRecord.headerBytes
    var bytes = start..<start + length
    if kind == .landing {
      // The process ended in the read, or before it noted its count. The kernel has.
      let count = segment.readNote.count
      if count == 0 { return .end }
      if count > length { return .damaged(at: offset) }
      bytes = start..<start + count
      memory[word: offset] = SpoolRecord.start(.bytes, length: count)
    }
    offset += SpoolRecord.size(length: bytes.count)
    return .record(input, bytes)
  }
}
