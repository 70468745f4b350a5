/// The `t` of an NDJSON event: seconds since 1970, or an RFC 3339 text.
enum EventTime {
  /// nil where there is none. Learns and uses the stream's finest digit.
  static func read(
    _ value: EventFields.Value, _ line: Span<UInt8>, in context: inout LineContext
  ) throws(UnreadableReason) -> Stamp? {
    switch value.kind {
    case .absent: return nil
    case .number:
      let stamp = number(value, line, &context)
      guard years.contains(stamp.instant.microseconds) else {
        throw UnreadableReason("t is not a time of the years 1970 to 9999")
      }
      return stamp
    case .string:
      let text = line.extracting(value.range)
      guard let time = TimeReader.whole(text), time.month != nil else { break }
      return context.calendar.stamp(time)
    default: break
    }
    throw UnreadableReason("t is neither a number of seconds nor an RFC 3339 time")
  }

  /// 1970-01-01 to 9999-12-31: one stray time outside would hold the clock of its session there.
  private static var years: ClosedRange<Microseconds> { 0...253_402_300_799_000_000 }

  /// Digit by digit, because a Double cannot hold every microsecond of a date.
  private static func number(
    _ value: EventFields.Value, _ line: Span<UInt8>, _ context: inout LineContext
  ) -> Stamp {
    let text = line.extracting(value.range)
    let micros: Microseconds
    var end = value.start
    if let today = ordinary(line, at: &end), end == value.end {
      micros = today
      context.clients.sawFraction = true
    } else {
      micros = self.micros(text)
      if text.firstIndex(of: UInt8(ascii: ".")) != nil { context.clients.sawFraction = true }
    }
    let instant = Instant(microseconds: micros)
    context.calendar.note(instant)
    return Stamp(
      instant: instant, precision: context.clients.sawFraction ? .microsecond : .second)
  }

  /// Ten digits that do not begin with 0, a point, and up to six: the times of the years 2001 to 2286. `index`
  /// stands on the first and moves behind the last.
  @inline(__always)
  static func ordinary(_ line: Span<UInt8>, at index: inout Int) -> Microseconds? {
    let head = line.word(at: index)
    let tail = line.word(at: index &+ 8)
    let fraction = line.word(at: index &+ 11)
    let digits = fraction.maskOfNoDigit.firstPlace
    guard head.maskOfNoDigit == 0, UInt8(truncatingIfNeeded: head) != 0x30,
      tail.maskOfNoDigit.firstPlace == 2,
      UInt8(truncatingIfNeeded: tail &>> 16) == UInt8(ascii: "."), 1...6 ~= digits
    else { return nil }
    index &+= 11 &+ digits
    let seconds = head.decimal(digits: 8) &* 100 &+ tail.decimal(digits: 2)
    let micros = fraction.decimal(digits: digits) &* UInt64.powerOfTen(6 &- digits)
    return Int64(truncatingIfNeeded: seconds &* 1_000_000 &+ micros)
  }

  private static func micros(_ text: Span<UInt8>) -> Microseconds {
    var position = 0
    guard let seconds = text.decimal(at: &position), seconds < 1 << 40 else { return slow(text) }
    var micros = Int64(seconds) * 1_000_000
    if position == text.count { return micros }
    guard text[position] == UInt8(ascii: ".") else { return slow(text) }
    position += 1
    var fraction = text.word(at: position)
    let digits = fraction.maskOfNoDigit.firstPlace
    if digits == 0 { return slow(text) }
    // The seventh digit and those behind it count for nothing.
    let counted = min(digits, 6)
    fraction = fraction.decimal(digits: counted) &* UInt64.powerOfTen(6 &- counted)
    micros += Int64(truncatingIfNeeded: fraction)
    position += digits
    while text.byte(at: position).isDigit { position += 1 }
    return position == text.count ? micros : slow(text)
  }

  /// Negative times and exponents.
  private static func slow(_ text: Span<UInt8>) -> Microseconds {
    var position = 0
    return Microseconds(fromSeconds: text.double(at: &position) ?? 0)
  }
}
