/// `log show` in its default style, also simctl's: columns of thread, type, activity, pid and time to
/// live before the process:
/// `… 0x1cc1515  Default     0x0                  87108  0    ExampleApp: (UIKitCore) [a:b] Creating …`.
enum LogDefaultFraming: DescribedFormat {
  static let about = FormatDescription(
    name: "log-default", summary: "log show and log stream in their default style",
    example:
      #"2026-04-01 22:50:58.223142+0300 0x1cc1515  Default     0x0                  87108  0    "#
      + #"Chat: BGT end id=6"#)

  static func read(_ line: Span<UInt8>, at start: Int, into framing: inout Framing) -> Bool {
    guard line.has("0x", at: start) else { return false }
    var index = start
    guard let thread = line.hexadecimal(at: &index) else { return false }
    index = line.skipBlanks(from: index)
    while line.byte(at: index).isWord { index += 1 }
    index = line.skipBlanks(from: index)
    guard line.has("0x", at: index), line.hexadecimal(at: &index) != nil else { return false }
    index = line.skipBlanks(from: index)
    guard let pid = line.decimal(at: &index).flatMap({ Int32(exactly: $0) }) else { return false }
    index = line.skipBlanks(from: index)
    guard line.decimal(at: &index) != nil else { return false }
    index = line.skipBlanks(from: index)
    guard let colon = line.firstIndex(of: UInt8(ascii: ":"), from: index),
      colon - index <= Limits.labelBytesMax, colon > index
    else { return false }
    framing.kind = .logDefault
    framing.process = index..<colon
    framing.pid = pid
    framing.thread = thread
    framing.message = line.skipBlanks(from: colon + 1)
    MessagePrefix.pass(line, in: &framing)
    return true
  }
}
