/// `MyApp[886:367181] `, as NSLog prints it: the name may hold spaces; the thread is decimal, or
/// hexadecimal where the system is older than iOS 10. `log show --style syslog` and other hosts print
/// `localhost MyApp[886]: `.
enum ProcessHeader: DescribedFormat {
  static let about = FormatDescription(
    name: "nslog",
    summary: "NSLog, the Xcode console and log --style syslog: time, process, pid and thread",
    example: "2019-02-18 21:40:02.118031+0800 Chat[4312:367181] BGT end id=6")

  /// Leaves `framing` alone, and says false, where no such header stands at `start`.
  @discardableResult
  static func read(
    _ line: Span<UInt8>, at start: Int, hexThread: Bool, into framing: inout Framing
  ) -> Bool {
    var index = start
    let end = min(line.count, start + Limits.labelBytesMax)
    while index < end {
      // Letters, which most of a name is, by the eight.
      let letters = line.word(at: index).maskOfNoLetter.firstPlace
      if letters > 0 {
        index &+= letters
        continue
      }
      switch line[index] {
      case UInt8(ascii: "["):
        if index == start { return false }
        if readIDs(line, at: index, start: start, hexThread, into: &framing) { return true }
      case UInt8(ascii: ":"), UInt8(ascii: "="), UInt8(ascii: "<"), UInt8(ascii: ">"),
        UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "\""), UInt8(ascii: "/"):
        return false
      default: break
      }
      index &+= 1
    }
    return false
  }

  private static func readIDs(
    _ line: Span<UInt8>, at bracket: Int, start: Int, _ hexThread: Bool,
    into framing: inout Framing
  ) -> Bool {
    var index = bracket + 1
    guard let pid = line.decimal(at: &index), let pid = Int32(exactly: pid) else { return false }
    var thread: UInt64 = 0
    if line.byte(at: index) == UInt8(ascii: ":") {
      index += 1
      guard let number = Self.thread(line, at: &index, isHex: hexThread) else { return false }
      thread = number
    }
    guard line.byte(at: index) == UInt8(ascii: "]") else { return false }
    index += 1
    let hasColon = line.byte(at: index) == UInt8(ascii: ":")
    if hasColon { index += 1 }
    guard index == line.count || line[index] == 0x20 else { return false }
    framing.kind = .nslog
    framing.process = start..<bracket
    if hasColon, let space = line.extracting(start..<bracket).firstIndex(of: 0x20) {
      framing.process = line.skipBlanks(from: start + space)..<bracket
    }
    framing.pid = pid
    framing.thread = thread
    framing.message = line.skipBlanks(from: index)
    return true
  }

  /// A thread's number. One that is not decimal after all is hexadecimal.
  private static func thread(_ line: Span<UInt8>, at position: inout Int, isHex: Bool) -> UInt64? {
    let start = position
    if !isHex, let number = line.decimal(at: &position),
      line.byte(at: position).hexDigitValue == nil
    {
      return number
    }
    position = start
    return line.hexadecimal(at: &position)
  }
}

extension Span where Element == UInt8 {
  /// Reads hexadecimal digits, with or without `0x`; nil without one, or past 2^64−1.
  func hexadecimal(at position: inout Int) -> UInt64? {
    var index = position
    if has("0x", at: index) { index += 2 }
    let start = index
    var value: UInt64 = 0
    while let digit = byte(at: index).hexDigitValue {
      value = value << 4 | UInt64(digit)
      index += 1
    }
    if index == start || index - start > 16 { return nil }
    position = index
    return value
  }
}
