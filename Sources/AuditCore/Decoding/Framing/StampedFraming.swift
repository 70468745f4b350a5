/// Lines that start with a date or a time of day in digits. Behind the time the custom of each logger
/// is tried in turn; what none of them knows is the message.
enum StampedFraming: DescribedFormat {
  static let about = FormatDescription(
    name: "stamped", summary: "A date or time alone, as CocoaLumberjack writes files",
    example: "2019/02/18 21:40:02:118  BGT end id=6")

  static func read(_ line: Span<UInt8>, into framing: inout Framing) -> Bool {
    guard let end = readTime(line, into: &framing) else { return false }
    // A timer line prints a date of its own, which is part of its message.
    if line.byte(at: end) == UInt8(ascii: "=") { return true }
    if line.byte(at: end) == 0x09 { return false }
    let start = line.skipBlanks(from: end)
    if start == end, start < line.count { return false }
    framing.message = start
    if LogDefaultFraming.read(line, at: start, into: &framing) { return true }
    if LogCompactFraming.read(line, at: start, into: &framing) { return true }
    let isOld = framing.time?.zone == nil
    ProcessHeader.read(line, at: start, hexThread: isOld, into: &framing)
    MessagePrefix.pass(line, in: &framing)
    return true
  }

  /// Reads the time at the line's start and returns where it ends.
  private static func readTime(_ line: Span<UInt8>, into framing: inout Framing) -> Int? {
    var time = TimeFields()
    var position = 0
    if TimeReader.date(line, at: &position, into: &time) {
      let separator = line.byte(at: position)
      guard separator == 0x20 || separator == UInt8(ascii: "T") else { return nil }
      position += 1
    }
    guard TimeReader.clock(line, at: &position, into: &time), time.isValid else { return nil }
    TimeReader.zone(line, at: &position, into: &time)
    framing.time = time
    framing.kind = .stamped
    return position
  }
}
