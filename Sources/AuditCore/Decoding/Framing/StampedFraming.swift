/// Lines that start with a date or a time of day in digits: NSLog and the Xcode console, old and new,
/// CocoaLumberjack's files and terminal.
enum StampedFraming {
  static func read(_ line: Span<UInt8>, into framing: inout Framing) -> Bool {
    var time = TimeFields()
    var position = 0
    if TimeReader.date(line, at: &position, into: &time) {
      let separator = line.byte(at: position)
      guard separator == 0x20 || separator == UInt8(ascii: "T") else { return false }
      position += 1
    }
    guard TimeReader.clock(line, at: &position, into: &time), time.isValid else { return false }
    TimeReader.zone(line, at: &position, into: &time)
    framing.time = time
    // A timer line prints a date of its own, which is part of its message.
    if line.byte(at: position) == UInt8(ascii: "=") { return true }
    let start = line.skipBlanks(from: position)
    if start == position, start < line.count { return false }
    framing.message = start
    ProcessHeader.read(line, at: start, hexThread: time.zone == nil, into: &framing)
    CategoryPrefix.pass(line, in: &framing)
    return true
  }
}

/// `MyApp[886:367181] `, as NSLog prints it: the name may hold spaces; the thread is decimal, or
/// hexadecimal where the system is older than iOS 10.
enum ProcessHeader {
  /// Leaves `framing` alone where no such header stands at `start`.
  static func read(
    _ line: Span<UInt8>, at start: Int, hexThread: Bool, into framing: inout Framing
  ) {
    var index = start
    let end = min(line.count, start + Limits.labelBytesMax)
    while index < end {
      switch line[index] {
      case UInt8(ascii: "["):
        if index > start, readIDs(line, at: index, start: start, hexThread, into: &framing) {
          return
        }
        if index == start { return }
      case UInt8(ascii: ":"), UInt8(ascii: "="), UInt8(ascii: "<"), UInt8(ascii: ">"),
        UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "\""), UInt8(ascii: "/"):
        return
      default: break
      }
      index += 1
    }
  }

  private static func readIDs(
    _ line: Span<UInt8>, at bracket: Int, start: Int, _ hexThread: Bool, into framing: inout Framing
  ) -> Bool {
    var index = bracket + 1
    guard let pid = line.decimal(at: &index), let pid = Int32(exactly: pid) else { return false }
    var thread: UInt64 = 0
    if line.byte(at: index) == UInt8(ascii: ":") {
      index += 1
      guard let number = number(line, at: &index, isHex: hexThread) else { return false }
      thread = number
    }
    guard line.byte(at: index) == UInt8(ascii: "]"),
      index + 1 == line.count || line[index + 1] == 0x20
    else { return false }
    framing.process = start..<bracket
    framing.pid = pid
    framing.thread = thread
    framing.message = line.skipBlanks(from: index + 1)
    return true
  }

  /// A thread's number. One that is not decimal after all is hexadecimal.
  private static func number(
    _ line: Span<UInt8>, at position: inout Int, isHex: Bool
  ) -> UInt64? {
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

/// What stands between the framing and the message: os_log's `[Category] `.
enum CategoryPrefix {
  /// Moves the message's start behind one bracketed word.
  static func pass(_ line: Span<UInt8>, in framing: inout Framing) {
    guard line.byte(at: framing.message) == UInt8(ascii: "[") else { return }
    var index = framing.message + 1
    let end = min(line.count, index + Limits.labelBytesMax)
    while index < end, line[index] != UInt8(ascii: "]"), line[index] != UInt8(ascii: "[") {
      index += 1
    }
    guard line.byte(at: index) == UInt8(ascii: "]"), line.byte(at: index + 1) == 0x20 else {
      return
    }
    framing.message = line.skipBlanks(from: index + 1)
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
