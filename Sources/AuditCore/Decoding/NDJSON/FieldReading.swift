/// Reading the values of an NDJSON event as what they must be.
extension EventFields.Value {
  /// A string, or a number as it is printed; none for anything else.
  func text(_ line: Span<UInt8>, _ texts: TextTable, bytesMax: Int = Limits.labelBytesMax) -> TextID
  {
    if isAbsent { return .none }
    if isOf(.string) || isOf(.number) { return texts.intern(line, range, bytesMax: bytesMax) }
    switch kind {
    case .escapedString:
      var plain: [UInt8] = []
      string.append(to: &plain, in: line)
      return texts.intern(plain.span, bytesMax: bytesMax)
    case .yes: return texts.intern("true")
    case .no: return texts.intern("false")
    default: return .none
    }
  }

  private var string: JSONString { JSONString(range: range, isEscaped: kind == .escapedString) }
  private var number: JSONNumber { JSONNumber(range: range, isWhole: true) }

  /// A string of at most eight bytes as `UInt64.spelt` has it; 0 for anything else.
  func word(_ line: Span<UInt8>) -> UInt64 {
    if isOf(.string) {
      return 1...8 ~= end &- start ? line.word(at: start).first(end &- start) : 0
    }
    if kind != .escapedString { return 0 }
    var plain: [UInt8] = []
    string.append(to: &plain, in: line)
    // One that ends in NUL is not the one without.
    return plain.count <= 8 && !plain.contains(0) ? plain.span.word(at: 0) : 0
  }

  func isText(_ text: StaticString, _ line: Span<UInt8>) -> Bool {
    (kind == .string || kind == .escapedString) && string.equals(text, in: line)
  }

  /// true, false, 1 or 0.
  func bool(_ line: Span<UInt8>) -> Bool? {
    switch kind {
    case .yes: true
    case .no: false
    case .number: number.double(in: line) != 0
    default: nil
    }
  }

  func double(_ line: Span<UInt8>) -> Double? { isOf(.number) ? number.double(in: line) : nil }

  /// A whole number of 0 or more, also when it is printed as `3.0` or as a string of digits.
  @inline(__always)
  func unsigned(_ line: Span<UInt8>) -> UInt64? {
    guard isOf(.number) || isOf(.string) else { return nil }
    var position = start
    let value = line.decimal(at: &position)
    if position == end { return value }
    return isOf(.number) ? wholeDouble(line) : nil
  }

  private func wholeDouble(_ line: Span<UInt8>) -> UInt64? {
    UInt64(exactly: number.double(in: line))
  }

  /// The number of an event; nil where there is none.
  func sequence(_ line: Span<UInt8>) throws(UnreadableReason) -> UInt64? {
    if isAbsent { return nil }
    if let number = unsigned(line) { return number }
    throw UnreadableReason("seq is not a whole number from 0 to \(UInt64.max)")
  }

  /// A task id; sentinels are 0.
  func taskID(_ line: Span<UInt8>) throws(UnreadableReason) -> UInt64? {
    if isAbsent { return nil }
    guard kind == .number || kind == .string else { throw .noNumber }
    if let whole = unsigned(line) { return TaskNumber.normalised(whole) }
    var position = range.lowerBound
    let isNegative = line.byte(at: position) == UInt8(ascii: "-")
    if isNegative { position += 1 }
    let start = position
    _ = line.decimal(at: &position)
    guard position > start, position == range.upperBound else { throw .noNumber }
    if isNegative { return 0 }
    throw .tooLarge
  }

  /// A thread as a number, or a hash of what is none.
  func thread(_ line: Span<UInt8>) -> UInt64 {
    guard isOf(.number) || isOf(.string) else { return 0 }
    var position = start
    if let number = line.decimal(at: &position), position == end { return number }
    return ThreadNumber.read(line.extracting(range))
  }
}
