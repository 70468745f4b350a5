/// Reading bytes without copying them. Every function takes a position and stays within the span.
extension Span where Element == UInt8 {
  /// Compares byte by byte; spans of different length are unequal.
  package func elementsEqual(_ other: Span<UInt8>) -> Bool {
    if count != other.count { return false }
    for index in indices where self[index] != other[index] { return false }
    return true
  }

  /// True if `text` stands at `position`.
  package func has(_ text: StaticString, at position: Int) -> Bool {
    let length = text.utf8CodeUnitCount
    if position < 0 || position > count - length { return false }
    let start = unsafe text.utf8Start
    for offset in 0..<length where unsafe self[position + offset] != start[offset] { return false }
    return true
  }

  /// The first place at or after `position` where `text` stands.
  package func find(_ text: StaticString, from position: Int = 0) -> Int? {
    let length = text.utf8CodeUnitCount
    if length == 0 || count < length { return nil }
    let first = unsafe text.utf8Start[0]
    var index = Swift.max(position, 0)
    while index <= count - length {
      if self[index] == first, has(text, at: index) { return index }
      index += 1
    }
    return nil
  }

  /// Index of the first such byte at or after `position`; linear.
  package func firstIndex(of byte: UInt8, from position: Int = 0) -> Int? {
    var index = Swift.max(position, 0)
    while index < count {
      if self[index] == byte { return index }
      index += 1
    }
    return nil
  }

  /// Reads decimal digits from `position` on, which moves past them. nil without a digit (`position`
  /// stays) or past 2^64−1 (`position` has moved past all digits, so that callers can tell).
  package func decimal(at position: inout Int) -> UInt64? {
    var value: UInt64 = 0
    var fits = true
    let start = position
    while position < count {
      let digit = self[position] &- 0x30
      if digit > 9 { break }
      let (scaled, tooLarge) = value.multipliedReportingOverflow(by: 10)
      let (sum, carried) = scaled.addingReportingOverflow(UInt64(digit))
      if tooLarge || carried { fits = false }
      value = sum
      position += 1
    }
    return position > start && fits ? value : nil
  }

  /// The span without spaces, tabs and carriage returns at its two ends.
  package func trimmedRange() -> Range<Int> {
    var low = 0
    var high = count
    while low < high, self[low] == 0x20 || self[low] == 0x09 || self[low] == 0x0D { low += 1 }
    while high > low, self[high - 1] == 0x20 || self[high - 1] == 0x09 || self[high - 1] == 0x0D {
      high -= 1
    }
    return low..<high
  }

  /// A 64-bit hash for tables that outlive no process. Seeded anew in each process, so that nobody can
  /// choose texts that collide; it must never reach an output.
  package var wordHash: UInt64 { wordHash(seed: wordHashSeed) }

  /// A 64-bit hash that is the same in every process, for what is stored. Texts that collide can be
  /// made, so only where that deceives nobody but the one who made them.
  package var lastingHash: UInt64 { wordHash(seed: 0x9E37_79B9_7F4A_7C15) }

  /// Eight bytes a step, each folded by a multiplication.
  private func wordHash(seed: UInt64) -> UInt64 {
    var hash = seed ^ UInt64(truncatingIfNeeded: count)
    let raw = unsafe bytes
    var index = 0
    while index &+ 8 <= count {
      // Within the span by the loop's condition, and every bit pattern is a UInt64.
      let word = unsafe raw.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
      hash = Self.fold(hash ^ word.littleEndian)
      index &+= 8
    }
    var tail: UInt64 = 0
    var shift: UInt64 = 0
    while index < count {
      tail |= UInt64(self[index]) &<< shift
      shift &+= 8
      index &+= 1
    }
    return Self.fold(hash ^ tail)
  }

  private static func fold(_ value: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
    return product.high ^ product.low
  }
}

/// From the standard library's own per-process seed.
private let wordHashSeed = UInt64(bitPattern: Int64(Hasher().finalize()))

extension Array {
  /// Memory that the array takes for its elements, in bytes; not what they refer to.
  var storageBytes: Int { capacity * MemoryLayout<Element>.stride }
}
