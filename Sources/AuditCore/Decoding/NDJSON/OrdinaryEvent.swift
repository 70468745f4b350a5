/// What a begin or end says, its texts as places among the bytes that it was read from.
struct OrdinaryEvent {
  var isEnd = false
  var id: UInt64 = 0
  var sequence: UInt64?
  var time: Microseconds?
  var remaining: Double?
  var hasHandler: Bool?
  var session = 0..<0
  /// It is that of the newest event, and so is the text of the thread: neither was read.
  var isLikelySession = false
  var isLikelyThread = false
  var name = 0..<0
  var slot = 0..<0
  /// As a number; what is printed as a text is in `threadText`.
  var thread: UInt64 = 0
  var threadText = 0..<0
  var stack = StackID.none
}

extension OrdinaryEvent {
  /// Where the next line begins; nil where the one at `start` has another shape, or a value that must be
  /// looked at more closely. Of its own, so that the processor's registers are all for it.
  @inline(never)
  mutating func read(
    _ bytes: Span<UInt8>, from start: Int, by parts: Span<EventShape.Part>,
    _ stacks: borrowing ClientStacks, _ likely: borrowing LikelyTexts
  ) -> Int? {
    var index = start
    var place = 0
    while place < parts.count {
      let words = bytes.twoWords(at: index)
      let difference =
        (words.0 ^ parts[place].text.0) & parts[place].mask.0
        | (words.1 ^ parts[place].text.1) & parts[place].mask.1
      if difference != 0 { return nil }
      index &+= Int(parts[place].count)
      let first = index
      switch parts[place].value {
      case .nothing: break
      case .id:
        guard let value = Self.whole(bytes, &index) else { return nil }
        id = value
      case .sequence:
        guard let value = Self.whole(bytes, &index) else { return nil }
        sequence = value
      case .thread:
        guard let value = Self.whole(bytes, &index) else { return nil }
        thread = value
      case .time:
        guard let value = EventTime.ordinary(bytes, at: &index) else { return nil }
        time = value
      case .remaining:
        guard let seconds = Self.fraction(bytes, &index) else { return nil }
        remaining = seconds
      case .number: if !EventFields.passNumber(bytes, at: &index) { return nil }
      case .session:
        if let end = likely.session.end(in: bytes, at: first) {
          index = end
          isLikelySession = true
        } else {
          index = bytes.plainTextEnd(from: first)
          session = first..<index
        }
      case .name:
        index = bytes.plainTextEnd(from: first)
        name = first..<index
      case .slot:
        index = bytes.plainTextEnd(from: first)
        slot = first..<index
      case .threadText:
        if let end = likely.thread.end(in: bytes, at: first) {
          index = end
          isLikelyThread = true
        } else {
          index = bytes.plainTextEnd(from: first)
          threadText = first..<index
        }
      case .text: index = bytes.plainTextEnd(from: first)
      case .stack:
        guard let known = stacks.ordinary(in: bytes, at: index) else { return nil }
        index = known.end
        stack = known.stack
      }
      place &+= 1
    }
    return index
  }

  /// Digits as JSON has them: no zero before others.
  @inline(__always)
  private static func whole(_ bytes: Span<UInt8>, _ index: inout Int) -> UInt64? {
    let word = bytes.word(at: index)
    let digits = word.maskOfNoDigit.firstPlace
    if digits == 0 || digits > 7 { return long(bytes, &index) }
    index &+= digits
    return digits > 1 && UInt8(truncatingIfNeeded: word) == 0x30
      ? nil : word.decimal(digits: digits)
  }

  /// The same where there is no digit, or more than seven.
  @inline(never)
  private static func long(_ bytes: Span<UInt8>, _ index: inout Int) -> UInt64? {
    bytes.byte(at: index) == 0x30 ? nil : bytes.decimal(at: &index)
  }

  /// A number without sign and exponent, of at most seven digits before the point and behind it.
  @inline(__always)
  private static func fraction(_ bytes: Span<UInt8>, _ index: inout Int) -> Double? {
    let head = bytes.word(at: index)
    let digits = head.maskOfNoDigit.firstPlace
    guard 1...7 ~= digits, digits == 1 || UInt8(truncatingIfNeeded: head) != 0x30 else {
      return nil
    }
    index &+= digits
    if bytes.byte(at: index) != UInt8(ascii: ".") { return Double(head.decimal(digits: digits)) }
    let tail = bytes.word(at: index &+ 1)
    let decimals = tail.maskOfNoDigit.firstPlace
    if decimals == 0 || decimals > 7 { return nil }
    index &+= decimals &+ 1
    let scale = UInt64.powerOfTen(decimals)
    let mantissa = head.decimal(digits: digits) &* scale &+ tail.decimal(digits: decimals)
    return Double(mantissa) / Double(scale)
  }
}
