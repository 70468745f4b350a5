/// `log … --style compact`: behind the time a type of one or two letters, then the process with a
/// hexadecimal thread:
/// `2026-10-08 11:59:59.318 Df BareExample[31848:159e4] [com.apple.UIKit:BackgroundTask] Ending …`.
enum LogCompactFraming: DescribedFormat {
  static let about = FormatDescription(
    name: "log-compact", summary: "log show and log stream in compact style",
    example: "2026-10-08 11:59:59.318 Df Chat[31848:159e4] BGT end id=6")

  private static let types: [StaticString] = [
    "Df ", "E  ", "E ", "Db ", "I  ", "I ", "F  ", "F ", "A  ",
  ]

  static func read(_ line: Span<UInt8>, at start: Int, into framing: inout Framing) -> Bool {
    // D, E, I, F and A, told by one byte for the many lines of others.
    guard (UInt8(ascii: "A")...UInt8(ascii: "I")).contains(line.byte(at: start)),
      line.byte(at: start + 1) == 0x20 || line.byte(at: start + 2) == 0x20
    else { return false }
    guard let type = types.first(where: { line.has($0, at: start) }) else { return false }
    let process = line.skipBlanks(from: start + type.utf8CodeUnitCount)
    guard ProcessHeader.read(line, at: process, hexThread: true, into: &framing) else {
      return false
    }
    framing.kind = .logCompact
    MessagePrefix.pass(line, in: &framing)
    return true
  }
}
