/// Passes over the lines of a device's syslog that are of no interest, which nearly all are, without
/// reading them: the time is looked at, and that there is a process and no sign.
///
/// What it takes would have been read as framed, skipped, and with the same stamp.
struct SyslogSkimmer {
  /// `Dec 15 ` as the newest such line has it, and its day; 0 where there was none.
  private var date: UInt64 = 0
  private var day = 0

  /// Learns the date of a line that was read as syslog.
  mutating func learn(_ line: Span<UInt8>, _ calendar: StreamCalendar) {
    guard let latest = calendar.latestDay else { return }
    date = line.word(at: 0).first(Self.dateBytes)
    day = latest
  }

  /// The stamp of a line of no interest; nil for one that must be read. `line` has no blanks at its end.
  func stamp(of line: Span<UInt8>, _ calendar: inout StreamCalendar) -> Stamp? {
    guard line.word(at: 0).first(Self.dateBytes) == date, calendar.latestDay == day,
      let second = line.word(at: Self.dateBytes).clockSeconds
    else { return nil }
    var index = Self.dateBytes + 8
    var micros = 0
    var precision = Stamp.Precision.second
    if line.byte(at: index) == UInt8(ascii: ".") {
      let fraction = line.word(at: index &+ 1)
      let digits = fraction.maskOfNoDigit.firstPlace
      if digits == 0 || digits > 6 { return nil }
      micros = Int(fraction.decimal(digits: digits) &* UInt64.powerOfTen(6 &- digits))
      precision = digits > 3 ? .microsecond : .millisecond
      index &+= digits &+ 1
    }
    guard line.byte(at: index) == 0x20, let message = Self.message(line, from: index &+ 1),
      !Self.mayMatter(line, from: message)
    else { return nil }
    return calendar.stampToday(second: second, micros: micros, precision)
  }

  private static let dateBytes = 7

  /// What stands behind `[pid]`, if the first bracket is that.
  @inline(__always)
  private static func message(_ line: Span<UInt8>, from start: Int) -> Int? {
    let end = min(line.count, start &+ Limits.labelBytesMax)
    var index = start
    while index < end {
      let place = line.word(at: index).mask(of: UInt8(ascii: "[")).firstPlace
      index &+= place
      if place < 8 { break }
    }
    if index >= end { return nil }
    let number = line.word(at: index &+ 1)
    let digits = number.maskOfNoDigit.firstPlace
    let close = index &+ 1 &+ digits
    let next = line.byte(at: close &+ 1)
    guard digits > 0, digits < 8, line.byte(at: close) == UInt8(ascii: "]"),
      next == 0x20 || next == UInt8(ascii: ":")
    else { return nil }
    return close &+ 1
  }

  /// It may bear a sign, also an encoded one, or open a block.
  @inline(__always)
  private static func mayMatter(_ line: Span<UInt8>, from message: Int) -> Bool {
    line.byte(at: line.count &- 1) == UInt8(ascii: "(")
      || line.place(of: UInt8(ascii: "\\"), from: message) != nil
      || SignSieve.shared.holdsSign(line, from: message)
  }
}
