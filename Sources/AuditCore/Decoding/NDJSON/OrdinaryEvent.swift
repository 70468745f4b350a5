/// A begin or an end, as far as its line says it: what it names is still to be looked up.
struct OrdinaryEvent {
  /// With the line's number and all that is no text.
  var event: Event
  /// nil where the name of the session, which may be none, is in `sessionText`.
  var session: TextID?
  /// Places of texts among the bytes that they were read from.
  var sessionText = 0..<0
  var name = 0..<0
  var slot = 0..<0
  /// The thread where it is a text and not a known one.
  var threadText = 0..<0

  init(in place: Place) { event = Event(.begin, place: place, wording: .json) }
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
        event.id = TaskNumber.normalised(value)
      case .sequence:
        guard let value = Self.whole(bytes, &index) else { return nil }
        event.place.sequence = value
      case .thread:
        guard let value = Self.whole(bytes, &index) else { return nil }
        event.thread = value
      case .time:
        guard let value = EventTime.ordinary(bytes, at: &index) else { return nil }
        event.stamp = Stamp(
          instant: Instant(microseconds: value), precision: .microsecond)
      case .remaining:
        guard let seconds = Self.fraction(bytes, &index) else { return nil }
        event.remaining = BackgroundSeconds.normalised(seconds)
      case .number: if !EventFields.passNumber(bytes, at: &index) { return nil }
      case .session:
        if let known = likely.sessions.meaning(in: bytes, at: first) {
          index = known.end
          session = TextID(rawValue: UInt32(truncatingIfNeeded: known.value))
        } else {
          index = bytes.plainTextEnd(from: first)
          sessionText = first..<index
        }
      case .name:
        index = bytes.plainTextEnd(from: first)
        name = first..<index
      case .slot:
        index = bytes.plainTextEnd(from: first)
        slot = first..<index
      case .threadText:
        if let known = likely.threads.meaning(in: bytes, at: first) {
          index = known.end
          event.thread = known.value
        } else {
          index = bytes.plainTextEnd(from: first)
          threadText = first..<index
        }
      case .text: index = bytes.plainTextEnd(from: first)
      case .stack:
        guard let known = stacks.ordinary(in: bytes, at: index) else { return nil }
        index = known.end
        event.stack = known.stack
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
