/// A value that an `Archive` can write and read back.
package protocol Archivable {
  /// What stands in for the value until it is read.
  static var blank: Self { get }
  /// Names each part of the value once; the archive writes the parts or fills them in.
  mutating func pass(through archive: inout Archive)
}

/// Writes values to bytes, or reads them back, by one and the same description of each type: what is
/// written and what is read cannot differ.
///
/// Integers have a variable length (LEB128, signed ones zigzag). Texts, stacks and holders are numbers
/// of `ArchivedNames`. Bytes that do not fit what is asked for are `damage`: from then on everything
/// reads as zero, nothing traps, and the caller throws the value away.
package struct Archive {
  package let isReading: Bool
  package private(set) var bytes: [UInt8] = []
  package private(set) var isDamaged = false
  let names: ArchivedNames
  /// Added to times of the monotonic clock when they are read: another boot has another zero.
  let monotonicShift: Microseconds
  /// `StateFormat.version` of what is written or read.
  let format: Int64
  private var position = 0

  /// An archive to write to.
  init(writingWith names: ArchivedNames) {
    isReading = false
    self.names = names
    monotonicShift = 0
    format = StateFormat.version
  }

  /// An archive to read from, one value after the other.
  init(
    readingWith names: ArchivedNames, monotonicShift: Microseconds = 0,
    format: Int64 = StateFormat.version
  ) {
    isReading = true
    self.names = names
    self.monotonicShift = monotonicShift
    self.format = format
  }

  /// Writes or reads one value.
  @inline(__always)
  package mutating func pass<Value: Archivable>(_ value: inout Value) {
    value.pass(through: &self)
  }

  /// Starts an empty value to write, keeping the storage.
  mutating func restart() {
    bytes.removeAll(keepingCapacity: true)
    position = 0
    isDamaged = false
  }

  /// Starts to read `value`, keeping the storage.
  mutating func restart(_ value: Span<UInt8>) {
    restart()
    for index in value.indices { bytes.append(value[index]) }
  }

  /// Everything that was there has been read, and nothing else was asked for.
  var isAtEnd: Bool { position == bytes.count && !isDamaged }

  /// What was read cannot be.
  package mutating func refuse() { isDamaged = true }

  /// Refuses what was read if it cannot be.
  package mutating func require(_ holds: Bool) {
    if isReading, !holds { isDamaged = true }
  }

  /// No count comes as far.
  static let tallyMax: Int64 = 1 << 56

  /// A number that grows by one at a time.
  mutating func passTally(_ value: inout UInt64) {
    passNumber(&value)
    require(value <= UInt64(Self.tallyMax))
  }

  // MARK: Bytes

  /// An unsigned number of up to 64 bits in one to ten bytes.
  mutating func passNumber(_ value: inout UInt64) {
    if isReading { value = readNumber() } else { writeNumber(value) }
  }

  private mutating func writeNumber(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  private mutating func readNumber() -> UInt64 {
    var number: UInt64 = 0
    var shift: UInt64 = 0
    while shift < 64, let byte = readByte() {
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return number }
      shift += 7
    }
    isDamaged = true
    return 0
  }

  private mutating func readByte() -> UInt8? {
    if isDamaged || position >= bytes.count { return nil }
    defer { position += 1 }
    return bytes[position]
  }

  mutating func passByte(_ value: inout UInt8) {
    if !isReading {
      bytes.append(value)
    } else if let byte = readByte() {
      value = byte
    } else {
      isDamaged = true
      value = 0
    }
  }

  /// A run of bytes with its length before it.
  package mutating func passBytes(_ value: inout [UInt8]) {
    guard let count = passCount(value.count) else {
      value = []
      return
    }
    if isReading {
      value = [UInt8](bytes[position..<position + count])
      position += count
    } else {
      bytes.append(contentsOf: value)
    }
  }

  /// The number of elements that follow, of which each takes at least one byte. nil when reading what
  /// cannot be.
  mutating func passCount(_ count: Int) -> Int? {
    var number = UInt64(count)
    passNumber(&number)
    if isReading {
      guard !isDamaged, number <= UInt64(bytes.count - position) else {
        isDamaged = true
        return nil
      }
    }
    return Int(number)
  }
}

// MARK: - Composites

extension Optional: Archivable where Wrapped: Archivable {
  package static var blank: Wrapped? { nil }

  package mutating func pass(through archive: inout Archive) {
    var isThere = self != nil
    archive.pass(&isThere)
    if !isThere {
      self = nil
      return
    }
    var some: Wrapped = self ?? Wrapped.blank
    archive.pass(&some)
    self = some
  }
}

extension Array: Archivable where Element: Archivable {
  package static var blank: [Element] { [] }

  package mutating func pass(through archive: inout Archive) {
    guard let count = archive.passCount(self.count) else {
      self = []
      return
    }
    if !archive.isReading {
      for index in indices { archive.pass(&self[index]) }
      return
    }
    self = []
    reserveCapacity(count)
    for _ in 0..<count where !archive.isDamaged {
      var value = Element.blank
      archive.pass(&value)
      append(value)
    }
  }
}

extension Archive {
  /// A case by its raw number.
  package mutating func passCase<Case: RawRepresentable>(_ value: inout Case)
  where Case.RawValue: FixedWidthInteger & Archivable {
    var raw = value.rawValue
    pass(&raw)
    if !isReading { return }
    if let found = Case(rawValue: raw) { value = found } else { refuse() }
  }

  /// A case by its name.
  package mutating func passCase<Case: RawRepresentable>(_ value: inout Case)
  where Case.RawValue == String {
    var raw = value.rawValue
    pass(&raw)
    if !isReading { return }
    if let found = Case(rawValue: raw) { value = found } else { refuse() }
  }

  /// A value that may be absent and is described by `body`, for types that are no `Archivable`.
  package mutating func passOptional<Value>(
    _ value: inout Value?, blank: Value, _ body: (inout Archive, inout Value) -> Void
  ) {
    var isThere = value != nil
    pass(&isThere)
    if !isThere {
      value = nil
      return
    }
    var some = value ?? blank
    body(&self, &some)
    value = some
  }

  /// A list of values that are described by `body`, for types that are no `Archivable`.
  package mutating func passList<Value>(
    _ values: inout [Value], blank: Value, _ body: (inout Archive, inout Value) -> Void
  ) {
    guard let count = passCount(values.count) else {
      values = []
      return
    }
    if !isReading {
      for index in values.indices { body(&self, &values[index]) }
      return
    }
    values = []
    for _ in 0..<count where !isDamaged {
      var value = blank
      body(&self, &value)
      values.append(value)
    }
  }

  /// A time of the monotonic clock.
  mutating func passMonotonic(_ time: inout Instant?) {
    pass(&time)
    if isReading, let read = time { time = read + monotonicShift }
  }
}

// MARK: - Numbers, texts, times

extension UInt64: Archivable {
  package static var blank: UInt64 { 0 }
  package mutating func pass(through archive: inout Archive) { archive.passNumber(&self) }
}

extension Int64: Archivable {
  package static var blank: Int64 { 0 }
  package mutating func pass(through archive: inout Archive) {
    var zigzag = UInt64(bitPattern: (self << 1) ^ (self >> 63))
    archive.passNumber(&zigzag)
    self = Int64(bitPattern: zigzag >> 1) ^ -Int64(bitPattern: zigzag & 1)
  }
}

/// Counts and places. What was counted one by one never comes near the ends of the type; a damaged
/// number that does would overflow at the next count.
extension Int: Archivable {
  package static var blank: Int { 0 }
  package mutating func pass(through archive: inout Archive) {
    var wide = Int64(self)
    archive.pass(&wide)
    archive.require((-Archive.tallyMax...Archive.tallyMax).contains(wide))
    self = Int(wide)
  }
}

extension FixedWidthInteger {
  /// The same as a wider number; one that does not fit is damage.
  fileprivate mutating func passWide(through archive: inout Archive) {
    if Self.isSigned {
      var wide = Int64(self)
      archive.pass(&wide)
      if archive.isReading { self = fitting(Self(exactly: wide), &archive) }
    } else {
      var wide = UInt64(self)
      archive.pass(&wide)
      if archive.isReading { self = fitting(Self(exactly: wide), &archive) }
    }
  }

  private func fitting(_ value: Self?, _ archive: inout Archive) -> Self {
    if value == nil { archive.refuse() }
    return value ?? 0
  }
}

extension UInt32: Archivable {
  package static var blank: UInt32 { 0 }
  package mutating func pass(through archive: inout Archive) { passWide(through: &archive) }
}

extension Int32: Archivable {
  package static var blank: Int32 { 0 }
  package mutating func pass(through archive: inout Archive) { passWide(through: &archive) }
}

extension UInt16: Archivable {
  package static var blank: UInt16 { 0 }
  package mutating func pass(through archive: inout Archive) { passWide(through: &archive) }
}

extension Int16: Archivable {
  package static var blank: Int16 { 0 }
  package mutating func pass(through archive: inout Archive) { passWide(through: &archive) }
}

extension UInt8: Archivable {
  package static var blank: UInt8 { 0 }
  package mutating func pass(through archive: inout Archive) { archive.passByte(&self) }
}

extension Bool: Archivable {
  package static var blank: Bool { false }
  package mutating func pass(through archive: inout Archive) {
    var byte: UInt8 = self ? 1 : 0
    archive.passByte(&byte)
    archive.require(byte <= 1)
    self = byte == 1
  }
}

extension Double: Archivable {
  package static var blank: Double { 0 }
  package mutating func pass(through archive: inout Archive) {
    var bits = bitPattern
    archive.passNumber(&bits)
    self = Double(bitPattern: bits)
  }
}

extension String: Archivable {
  package static var blank: String { "" }
  package mutating func pass(through archive: inout Archive) {
    var utf8 = archive.isReading ? [] : [UInt8](self.utf8)
    archive.passBytes(&utf8)
    if archive.isReading { self = String(decoding: utf8, as: UTF8.self) }
  }
}

extension Instant: Archivable {
  package static var blank: Instant { Instant(microseconds: 0) }
  package mutating func pass(through archive: inout Archive) { archive.pass(&microseconds) }
}

extension Stamp: Archivable {
  package static var blank: Stamp { Stamp(instant: .blank) }
  package mutating func pass(through archive: inout Archive) {
    archive.pass(&instant)
    archive.pass(&zoneMinutes)
    archive.passCase(&precision)
    archive.passCase(&calendar)
  }
}
