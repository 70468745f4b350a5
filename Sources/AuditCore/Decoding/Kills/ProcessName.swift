/// A process as daemons name it.
enum ProcessName {
  /// Reads `BG[4417]`, `Ledger:8831` or `<BKNewProcess: 0x…; com.app; pid: 560; hostpid: -1>` out of
  /// `range`, of which it must be the whole; nil where it is none of them.
  static func read(_ text: Span<UInt8>, _ range: Range<Int>, _ texts: TextTable) -> Origin? {
    let inner = text.extracting(range).trimmedRange()
    let name = text.extracting(
      range.lowerBound + inner.lowerBound..<range.lowerBound + inner.upperBound)
    if let label = name.find("pid: "), name.has("<BK", at: 0) {
      var position = label + 5
      guard let pid = pid(name, at: &position) else { return nil }
      return Origin(pid: pid)
    }
    let isBracketed = name.byte(at: name.count - 1) == UInt8(ascii: "]")
    let mark = isBracketed ? UInt8(ascii: "[") : UInt8(ascii: ":")
    var index = name.count - 1
    while index > 0, name[index] != mark { index -= 1 }
    var position = index + 1
    guard index > 0, let pid = pid(name, at: &position),
      position == name.count - (isBracketed ? 1 : 0)
    else { return nil }
    return Origin(
      process: texts.intern(name.extracting(0..<index), bytesMax: Limits.labelBytesMax), pid: pid)
  }

  static func pid(_ text: Span<UInt8>, at position: inout Int) -> Int32? {
    text.decimal(at: &position).flatMap { Int32(exactly: $0) }
  }

  /// The last `[number]` before `end`.
  static func bracketedPID(_ text: Span<UInt8>, before end: Int) -> Int32? {
    var index = end - 1
    while index >= 0 {
      if text[index] == UInt8(ascii: "[") {
        var position = index + 1
        if let pid = pid(text, at: &position), text.byte(at: position) == UInt8(ascii: "]") {
          return pid
        }
      }
      index -= 1
    }
    return nil
  }

  /// The pid behind `app<bundle(UUID)>:` or `application<bundle>:`.
  static func runningBoardPID(_ text: Span<UInt8>) -> Int32? {
    var from = 0
    while let mark = text.find(">:", from: from) {
      var position = mark + 2
      if let pid = pid(text, at: &position), pid > 0 { return pid }
      from = mark + 2
    }
    return nil
  }
}

/// Names that assertions bear without naming anybody.
enum AssertionName {
  static func read(_ text: Span<UInt8>, _ texts: TextTable) -> TextID {
    for generic: StaticString in [
      "UIKitBackgroundCompletionTask", "Shared Background Assertion ", "Suspending process",
      "Called by UIKit, from <redacted>", "<private>", "(null)",
    ] where text.has(generic, at: 0) {
      return .none
    }
    return texts.intern(text)
  }
}
