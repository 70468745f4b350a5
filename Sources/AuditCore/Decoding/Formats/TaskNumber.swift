/// Reads a task id as the many sources print it.
enum TaskNumber {
  /// What may stand between an id's groups of three digits.
  enum Grouping {
    /// `,` and `.` and the no-break spaces.
    case marks
    /// Those and a plain space.
    case marksAndSpace
  }

  /// Reads an id at `position`, which moves past it. Ids that bridges use for "no task" (2^64−1,
  /// 2^32−1, negative numbers) become 0.
  static func read(
    _ bytes: Span<UInt8>, at position: inout Int, grouping: Grouping = .marks
  ) throws(UnreadableReason) -> UInt64 {
    let isNegative = bytes.byte(at: position) == UInt8(ascii: "-")
    if isNegative { position += 1 }
    let start = position
    let first = bytes.decimal(at: &position)
    let digits = position - start
    if digits == 0 { throw position >= bytes.count ? .missingID : .noNumber }
    var value = first
    if digits <= 3 { readGroups(bytes, at: &position, grouping, into: &value) }
    let next = bytes.byte(at: position)
    let isFraction = next == UInt8(ascii: ".") && bytes.byte(at: position + 1).isDigit
    if next.isWord || isFraction { throw .noNumber }
    if isNegative { return 0 }
    guard let value else { throw .tooLarge }
    return normalised(value)
  }

  /// 0 for the numbers that bridges use for "no task".
  static func normalised(_ id: UInt64) -> UInt64 {
    id == .max || id == UInt64(UInt32.max) ? 0 : id
  }

  private static func readGroups(
    _ bytes: Span<UInt8>, at position: inout Int, _ grouping: Grouping, into value: inout UInt64?
  ) {
    while let length = separatorLength(bytes, at: position, grouping) {
      var end = position + length
      let start = end
      guard let group = bytes.decimal(at: &end), end - start == 3 else { return }
      if let whole = value {
        let (scaled, overflow) = whole.multipliedReportingOverflow(by: 1000)
        let (sum, carry) = scaled.addingReportingOverflow(group)
        value = overflow || carry ? nil : sum
      }
      position = end
    }
  }

  private static func separatorLength(
    _ bytes: Span<UInt8>, at position: Int, _ grouping: Grouping
  ) -> Int? {
    switch bytes.byte(at: position) {
    case UInt8(ascii: ","), UInt8(ascii: "."): return 1
    case 0x20: return grouping == .marksAndSpace ? 1 : nil
    case 0xC2: return bytes.byte(at: position + 1) == 0xA0 ? 2 : nil
    case 0xE2:
      return bytes.byte(at: position + 1) == 0x80 && bytes.byte(at: position + 2) == 0xAF ? 3 : nil
    default: return nil
    }
  }
}

extension UnreadableReason {
  static let missingID = UnreadableReason("missing id")
  static let noNumber = UnreadableReason("the id is not a number")
  static let tooLarge = UnreadableReason("the id is 2^64 or more")
  static let torn = UnreadableReason("the line is torn")
}
