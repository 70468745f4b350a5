/// Reading bytes without copying them. Every function takes a position and stays within the span.
extension Span where Element == UInt8 {
  /// Compares eight bytes a step; spans of different length are unequal.
  package func elementsEqual(_ other: Span<UInt8>) -> Bool {
    equal(0..<count, to: other, 0..<other.count)
  }

  /// Whether a part of this span and a part of another hold the same bytes.
  @inline(__always)
  func equal(_ range: Range<Int>, to other: Span<UInt8>, _ otherRange: Range<Int>) -> Bool {
    let count = range.upperBound &- range.lowerBound
    if count != otherRange.upperBound &- otherRange.lowerBound { return false }
    if count == 0 { return true }
    var (mine, others) = (range.lowerBound, otherRange.lowerBound)
    while mine < range.upperBound &- 8 {
      if word(at: mine) != other.word(at: others) { return false }
      mine &+= 8
      others &+= 8
    }
    let difference = word(at: mine) ^ other.word(at: others)
    return difference.first(range.upperBound &- mine) == 0
  }

  /// True if `text` stands at `position`.
  @inline(__always)
  package func has(_ text: StaticString, at position: Int) -> Bool {
    let length = text.utf8CodeUnitCount
    if position < 0 || position > count &- length { return false }
    let start = unsafe text.utf8Start
    var offset = 0
    while offset < length {
      // `position + offset` is within the span by the condition above.
      if unsafe self[position &+ offset] != start[offset] { return false }
      offset &+= 1
    }
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
  @inline(__always)
  package func decimal(at position: inout Int) -> UInt64? {
    let head = word(at: position)
    let digits = head.maskOfNoDigit.firstPlace
    if digits == 0 { return nil }
    if digits == 8 { return longDecimal(head, at: &position) }
    position &+= digits
    return head.decimal(digits: digits)
  }

  /// The same where the first eight bytes, `head`, are digits.
  @inline(never)
  private func longDecimal(_ head: UInt64, at position: inout Int) -> UInt64? {
    let tail = word(at: position &+ 8)
    let digits = tail.maskOfNoDigit.firstPlace
    if digits < 8 {
      position &+= 8 &+ digits
      let high = head.decimal(digits: 8) &* UInt64.powerOfTen(digits)
      return digits == 0 ? high : high &+ tail.decimal(digits: digits)
    }
    var value: UInt64 = 0
    var fits = true
    while position < count {
      let digit = self[position] &- 0x30
      if digit > 9 { break }
      let (scaled, tooLarge) = value.multipliedReportingOverflow(by: 10)
      let (sum, carried) = scaled.addingReportingOverflow(UInt64(digit))
      if tooLarge || carried { fits = false }
      value = sum
      position &+= 1
    }
    return fits ? value : nil
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
  package var wordHash: UInt64 { wordHash(of: 0..<count, seeds: .ofProcess) }

  /// The same of a part: sixteen bytes a step, folded by a multiplication.
  @inline(__always)
  func wordHash(of range: Range<Int>, seeds: HashSeeds) -> UInt64 {
    let (low, high) = (range.lowerBound, range.upperBound)
    var hash = seeds.first ^ UInt64(truncatingIfNeeded: high &- low)
    if high &- low <= 8 {
      let text = high == low ? 0 : word(at: low).first(high &- low)
      return Self.fold(hash ^ text, seeds.second)
    }
    var index = low
    while index < high &- 16 {
      hash = seeds.first ^ Self.fold(hash ^ word(at: index), seeds.second ^ word(at: index &+ 8))
      index &+= 16
    }
    // The last step takes the last bytes, some of them again.
    let start = Swift.max(low, high &- 16)
    return Self.fold(hash ^ word(at: start), seeds.second ^ word(at: high &- 8))
  }

  /// A 64-bit hash that is the same in every process, for what is stored. Texts that collide can be
  /// made, so only where that deceives nobody but the one who made them.
  package var lastingHash: UInt64 {
    var hash = 0x9E37_79B9_7F4A_7C15 ^ UInt64(truncatingIfNeeded: count)
    var index = 0
    while index <= count &- 32 {
      let words = fourWords(at: index)
      hash = Self.fold(Self.fold(hash ^ words.0) ^ words.1)
      hash = Self.fold(Self.fold(hash ^ words.2) ^ words.3)
      index &+= 32
    }
    while index <= count &- 8 {
      hash = Self.fold(hash ^ word(at: index))
      index &+= 8
    }
    return Self.fold(hash ^ (index < count ? word(at: index) : 0))
  }

  private static var factor: UInt64 { 0xA076_1D64_78BD_642F }

  @inline(__always)
  private static func fold(_ value: UInt64, _ other: UInt64 = factor) -> UInt64 {
    let product = value.multipliedFullWidth(by: other)
    return product.high ^ product.low
  }
}

/// What makes the hashes of one process differ from those of all others.
struct HashSeeds {
  let first: UInt64
  let second: UInt64

  /// From the standard library's own per-process seed.
  static let ofProcess = HashSeeds(
    first: UInt64(bitPattern: Int64(1.hashValue)), second: UInt64(bitPattern: Int64(2.hashValue)))
}

extension Array {
  /// Memory that the array takes for its elements, in bytes; not what they refer to.
  var storageBytes: Int { capacity * MemoryLayout<Element>.stride }
}
