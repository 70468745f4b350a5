/// A checksum of one row, kept with it: SQLite sees that a page's structure is broken, and not that a
/// byte of a value has changed.
///
/// Every step is a bijection of the running sum, so that a single changed byte always changes it; what
/// is stored are 32 bits of it. It is part of the file's format: it never changes within a version.
struct RowSum {
  private static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15

  private var sum: UInt64 = 0x2545_F491_4F6C_DD1D

  init(_ a: Int64, _ b: Int64, _ c: Int64) {
    add(UInt64(bitPattern: a))
    add(UInt64(bitPattern: b))
    add(UInt64(bitPattern: c))
  }

  /// As a signed 32-bit number: SQLite stores it in four bytes.
  var value: Int64 { Int64(Int32(truncatingIfNeeded: (sum ^ sum >> 32) &* Self.factor >> 32)) }

  mutating func add(_ value: Span<UInt8>) {
    let bytes = unsafe value.bytes
    var offset = 0
    while bytes.byteCount - offset >= 8 {
      let word = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
      add(UInt64(littleEndian: word))
      offset += 8
    }
    var last: UInt64 = 0
    while offset < bytes.byteCount {
      last = last << 8 | UInt64(value[offset])
      offset += 1
    }
    add(last)
    add(UInt64(bytes.byteCount))
  }

  private mutating func add(_ word: UInt64) {
    sum = (sum ^ word) &* Self.factor
    sum ^= sum >> 29
  }
}
