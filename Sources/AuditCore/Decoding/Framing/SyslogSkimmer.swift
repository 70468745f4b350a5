/// Passes over the lines of a device's syslog that are of no interest, which nearly all are, without
/// reading them: the time is looked at, and that there is a process and no sign. Runs of them are passed over at once.
///
/// What it takes would have been read as framed, skipped, and with the same stamp.
struct SyslogSkimmer {
  /// Lines in a row that were passed over.
  struct Run {
    var lines = 0
    /// The time of the last one, its second counted from midnight.
    var second = 0
    var micros = 0
    var precision = Stamp.Precision.second
  }

  /// `Dec 15 ` as the newest such line has it, and its day; 0 where there was none.
  private var date: UInt64 = 0
  private var day = 0

  /// Learns the date of a line that was read as syslog.
  mutating func learn(_ line: Span<UInt8>, _ calendar: StreamCalendar) {
    guard let latest = calendar.latestDay else { return }
    date = line.word(at: 0).first(Self.dateBytes)
    day = latest
  }

  /// Moves `position`, where a line starts, past the lines of no interest that end within `chunk`, at most
  /// `most` of them. None where the first one must be read.
  func pass(
    over chunk: Span<UInt8>, from position: inout Int, atMost most: Int, _ calendar: StreamCalendar
  ) -> Run {
    var run = Run()
    if date == 0 || calendar.latestDay != day { return run }
    let filter = SignFilter.shared
    while run.lines < most, let end = passLine(chunk, from: position, filter, into: &run) {
      run.lines &+= 1
      position = end &+ 1
    }
    return run
  }

  private static let dateBytes = 7

  /// Where the line that starts at `start` ends, if it is of no interest; `run` gets its time.
  @inline(__always)
  private func passLine(
    _ chunk: Span<UInt8>, from start: Int, _ filter: SignFilter, into run: inout Run
  ) -> Int? {
    guard chunk.word(at: start).first(Self.dateBytes) == date,
      let second = chunk.word(at: start &+ Self.dateBytes).clockSeconds
    else { return nil }
    var index = start &+ Self.dateBytes &+ 8
    var micros = 0
    var precision = Stamp.Precision.second
    if chunk.byte(at: index) == UInt8(ascii: ".") {
      let fraction = chunk.word(at: index &+ 1)
      let digits = fraction.maskOfNoDigit.firstPlace
      if digits == 0 || digits > 6 { return nil }
      micros = Int(fraction.decimal(digits: digits) &* UInt64.powerOfTen(6 &- digits))
      precision = digits > 3 ? .microsecond : .millisecond
      index &+= digits &+ 1
    }
    guard chunk.byte(at: index) == 0x20,
      let (end, isPlain) = filter.lineEnd(chunk, from: index &+ 1),
      end &- start <= Limits.lineBytesMax
    else { return nil }
    // Blanks at the end are no part of the line.
    var last = end &- 1
    while chunk.byte(at: last) <= 0x20 { last &-= 1 }
    guard last > index, let message = Self.message(chunk, index &+ 1..<last &+ 1),
      chunk.byte(at: last) != UInt8(ascii: "("),
      isPlain && !filter.mayHold(chunk, message..<last &+ 1)
        || !Self.mayMatter(chunk.extracting(message..<last &+ 1))
    else { return nil }
    run.second = second
    run.micros = micros
    run.precision = precision
    return end
  }

  /// What stands behind `[pid]`, if the first bracket in `range` is that.
  @inline(__always)
  private static func message(_ chunk: Span<UInt8>, _ range: Range<Int>) -> Int? {
    let end = min(range.upperBound, range.lowerBound &+ Limits.labelBytesMax)
    var index = range.lowerBound
    while index < end {
      let place = chunk.word(at: index).mask(of: UInt8(ascii: "[")).firstPlace
      index &+= place
      if place < 8 { break }
    }
    if index >= end { return nil }
    let number = chunk.word(at: index &+ 1)
    let digits = number.maskOfNoDigit.firstPlace
    let close = index &+ 1 &+ digits
    let next = chunk.byte(at: close &+ 1)
    guard digits > 0, digits < 8, chunk.byte(at: close) == UInt8(ascii: "]"),
      next == 0x20 || next == UInt8(ascii: ":"), close &+ 1 < range.upperBound
    else { return nil }
    return close &+ 1
  }

  /// The message bears a sign, or may bear an encoded one.
  private static func mayMatter(_ message: Span<UInt8>) -> Bool {
    message.place(of: UInt8(ascii: "\\"), from: 0) != nil
      || SignSieve.shared.holdsSign(message)
  }
}
