/// What the newest line in NSLog's framing had before its message, because the next line mostly has the same: the
/// date and the zone are compared, not read, and so is the process's name.
///
/// What it takes would have been read the same by `Framing`, and its time by `StreamCalendar`.
struct LikelyHeader {
  /// `2019-02-18 ` by its first eight bytes and the rest, and its day; 0 where there was none.
  private var date: UInt64 = 0
  private var restOfDate: UInt64 = 0
  private var day = 0
  /// `+0800 `.
  private var zoneText: UInt64 = 0
  private var zone: Int16 = 0
  /// The process that the newest line named, and how many bytes its name has.
  private(set) var process = TextID.none
  private var processBytes = 0

  private static let dateBytes = 11
  private static let zoneBytes = 6

  /// Learns from a line that was read as NSLog's, its stamp being the newest.
  mutating func learn(_ line: Span<UInt8>, _ time: TimeFields?, _ calendar: StreamCalendar) {
    guard let time, time.month != nil, let zone = time.zone, let latest = calendar.latestDay,
      let start = Self.zoneStart(line), line.byte(at: start &+ Self.zoneBytes &- 1) == 0x20,
      line.byte(at: start) == UInt8(ascii: "+") || line.byte(at: start) == UInt8(ascii: "-")
    else { return }
    date = line.word(at: 0)
    restOfDate = line.word(at: 8).first(Self.dateBytes - 8)
    day = latest
    zoneText = line.word(at: start).first(Self.zoneBytes)
    self.zone = zone
  }

  mutating func learn(_ process: TextID, bytes: Int) {
    self.process = process
    processBytes = bytes
  }

  /// The stamp of a line whose header is as expected; nil for one that must be read thoroughly.
  @inline(__always)
  func read(
    _ line: Span<UInt8>, _ texts: TextTable, into framing: inout Framing,
    _ calendar: inout StreamCalendar
  ) -> Stamp? {
    guard line.word(at: 0) == date, date != 0,
      line.word(at: 8).first(Self.dateBytes &- 8) == restOfDate,
      let second = line.word(at: Self.dateBytes).clockSeconds, let start = Self.zoneStart(line),
      line.word(at: start).first(Self.zoneBytes) == zoneText,
      readProcess(line, from: start &+ Self.zoneBytes, texts, into: &framing)
    else { return nil }
    let isMicro = start &- Self.dateBytes == 15
    let fraction = line.word(at: Self.dateBytes &+ 9).decimal(digits: isMicro ? 6 : 3)
    return calendar.stamp(
      day: day, second: second, micros: Int(fraction) &* (isMicro ? 1 : 1000), zone,
      isMicro ? .microsecond : .millisecond)
  }

  /// Where the zone starts behind three or six digits of a fraction.
  @inline(__always)
  private static func zoneStart(_ line: Span<UInt8>) -> Int? {
    let point = dateBytes &+ 8
    let digits = line.word(at: point &+ 1).maskOfNoDigit.firstPlace
    guard line.byte(at: point) == UInt8(ascii: "."), digits == 3 || digits == 6 else { return nil }
    return point &+ 1 &+ digits
  }

  /// `Chat[4312:367181] `, with nothing before it and no prefix behind it.
  @inline(__always)
  private func readProcess(
    _ line: Span<UInt8>, from start: Int, _ texts: TextTable, into framing: inout Framing
  ) -> Bool {
    // Another logger's columns begin with a number, or with a type of one or two letters.
    if line.word(at: start).maskOfNoLetter.firstPlace < 3 { return false }
    let bracket = start &+ processBytes
    if line.byte(at: bracket) == UInt8(ascii: "["), texts.holds(process, line, start..<bracket) {
      var index = bracket &+ 1
      guard let pid = line.decimal(at: &index), pid <= UInt64(Int32.max),
        line.byte(at: index) == UInt8(ascii: ":")
      else { return false }
      index &+= 1
      guard let thread = line.decimal(at: &index), line.byte(at: index) == UInt8(ascii: "]"),
        line.byte(at: index &+ 1) == 0x20
      else { return false }
      framing.kind = .nslog
      framing.process = start..<bracket
      framing.pid = Int32(truncatingIfNeeded: pid)
      framing.thread = thread
      framing.message = line.skipBlanks(from: index &+ 1)
    } else if !ProcessHeader.read(line, at: start, hexThread: false, into: &framing) {
      return false
    }
    let first = line.byte(at: framing.message)
    return first != UInt8(ascii: "(") && first != UInt8(ascii: "[") && first != UInt8(ascii: "f")
  }
}

extension LineContext {
  /// Reads the framing of a line, and its stamp; learns what the next one's will likely be.
  @inline(__always)
  mutating func read(_ framing: inout Framing, of line: Span<UInt8>) {
    if let stamp = likelyHeader.read(line, texts, into: &framing, &calendar) {
      self.stamp = stamp
    } else {
      readThoroughly(&framing, of: line)
    }
  }

  private mutating func readThoroughly(_ framing: inout Framing, of line: Span<UInt8>) {
    framing = Framing.read(line)
    if let time = framing.time { stamp = calendar.stamp(time) }
    if framing.kind == .nslog { likelyHeader.learn(line, framing.time, calendar) }
  }
}
