/// The device's syslog as Xcode and `idevicesyslog` print it, three generations:
/// `Aug 29 22:52:43 Some-iPhone BG[21017] <Warning>: 579` up to iOS 9,
/// `Oct  7 14:30:01 iPhone HelloApp(UIKitCore)[812] <Notice>: …` from iOS 10 on, and
/// `Dec 15 11:48:28.972604 SampleApp(UIKitCore)[11710] <Notice>: …` today, without a host.
///
/// Non-ASCII is vis(3)-encoded on the wire.
enum SyslogFraming: DescribedFormat {
  static let about = FormatDescription(
    name: "syslog", summary: "The syslog of a device, old and new, as idevicesyslog prints it",
    example: "Oct  7 14:30:01 iPhone Chat(UIKitCore)[812] <Notice>: BGT end id=6")

  static func read(_ line: Span<UInt8>, into framing: inout Framing) -> Bool {
    var time = TimeFields()
    var position = 0
    guard TimeReader.monthAndDay(line, at: &position, into: &time),
      line.byte(at: position) == 0x20
    else { return false }
    position += 1
    guard TimeReader.clock(line, at: &position, into: &time), time.isValid,
      line.byte(at: position) == 0x20
    else { return false }
    let start = position + 1
    guard let bracket = readPID(line, from: start, into: &framing) else { return false }
    framing.time = time
    framing.isVisEncoded = true
    framing.kind = .syslog
    readNames(line, start..<bracket, hasHost: time.precision == .second, into: &framing)
    passLevel(line, in: &framing)
    return true
  }

  /// Finds `[pid]` and returns where its bracket stands.
  private static func readPID(
    _ line: Span<UInt8>, from start: Int, into framing: inout Framing
  ) -> Int? {
    var index = start
    let end = min(line.count, start + Limits.labelBytesMax)
    while index < end {
      if line[index] == UInt8(ascii: "[") {
        var inner = index + 1
        if let pid = line.decimal(at: &inner), let pid = Int32(exactly: pid),
          line.byte(at: inner) == UInt8(ascii: "]"),
          line.byte(at: inner + 1) == 0x20 || line.byte(at: inner + 1) == UInt8(ascii: ":")
        {
          framing.pid = pid
          framing.message = inner + 1
          return index
        }
      }
      index += 1
    }
    return nil
  }

  /// `iPhone-A Depot(Depot)`: the host, the process, the library that logged. The last is nobody's
  /// name: for NSLog it is the hook's image.
  private static func readNames(
    _ line: Span<UInt8>, _ range: Range<Int>, hasHost: Bool, into framing: inout Framing
  ) {
    var process = range
    if hasHost, let space = line.extracting(range).firstIndex(of: 0x20) {
      framing.device = range.lowerBound..<range.lowerBound + space
      process = line.skipBlanks(from: range.lowerBound + space)..<range.upperBound
    }
    if line.byte(at: process.upperBound - 1) == UInt8(ascii: ")"), process.count > 2,
      let open = line.extracting(process).firstIndex(of: UInt8(ascii: "("), from: 1)
    {
      process = process.lowerBound..<process.lowerBound + open
    }
    framing.process = process
  }

  /// ` <Notice>: ` or `: `. A service's own name may stand before the level, as launchd prints it.
  private static func passLevel(_ line: Span<UInt8>, in framing: inout Framing) {
    var index = framing.message
    if line.has(" (", at: index), let level = line.find(") <", from: index) { index = level + 1 }
    if line.has(" <", at: index),
      let close = line.firstIndex(of: UInt8(ascii: ">"), from: index), close - index <= 12
    {
      index = close + 1
    }
    if line.byte(at: index) == UInt8(ascii: ":") { index += 1 }
    framing.message = line.skipBlanks(from: index)
  }
}
