/// Console.app's copied or saved lines: columns between TABs in the order the user gave them, pid and
/// date often missing: `default⇥11:06:18.825588+0800⇥app⇥Ending …`,
/// `2247⇥default⇥14:14:22.998399+1100⇥app⇥…`. Pasting may have made spaces of the TABs.
///
/// The columns before the message are told by their looks: a level, a time, a number; the first word
/// behind the time is the process.
enum ConsoleFraming: DescribedFormat {
  static let about = FormatDescription(
    name: "console",
    summary: "Columns copied from Console.app, with TABs or what pasting made of them",
    example: "default\t11:06:18.825588+0800\tChat\tBGT end id=6")

  private static let levels: [StaticString] = [
    "default", "info", "debug", "error", "fault", "notice", "Default", "Info", "Debug", "Error",
    "Fault", "Notice",
  ]
  private static let columnsMax = 12

  static func read(_ line: Span<UInt8>, into framing: inout Framing) -> Bool {
    guard let tab = line.extracting(0..<min(line.count, 80)).firstIndex(of: 0x09) else {
      return readPasted(line, into: &framing)
    }
    var columns = Columns(next: 0)
    var end: Int? = tab
    for _ in 0..<columnsMax {
      guard let stop = end else { break }
      if !columns.take(line, columns.next..<stop, into: &framing) { break }
      columns.next = stop + 1
      end = line.firstIndex(of: 0x09, from: columns.next)
    }
    guard framing.time != nil, !framing.process.isEmpty else { return false }
    framing.message = min(columns.next, line.count)
    framing.kind = .console
    MessagePrefix.pass(line, in: &framing)
    return true
  }

  /// One line's columns, taken from the left.
  private struct Columns {
    var next: Int

    /// False where the column is no more of the framing: it starts the message.
    mutating func take(_ line: Span<UInt8>, _ range: Range<Int>, into framing: inout Framing)
      -> Bool
    {
      let column = line.extracting(range)
      if framing.time == nil {
        if let time = TimeReader.whole(column) {
          framing.time = time
          return true
        }
      } else if framing.process.isEmpty, !column.isEmpty, !ConsoleFraming.isLevel(column) {
        framing.process = range
        return true
      }
      if ConsoleFraming.isLevel(column) || column.isEmpty { return true }
      if let number = ConsoleFraming.number(column) {
        if column.has("0x", at: 0) {
          framing.thread = number
        } else if framing.pid == nil, number > 0, number < 100_000 {
          framing.pid = Int32(number)
        }
        return true
      }
      // Subsystem, category and library are words; a message has spaces.
      return column.count <= Limits.labelBytesMax && column.firstIndex(of: 0x20) == nil
    }
  }

  private static func isLevel(_ column: Span<UInt8>) -> Bool {
    levels.contains { column.isText($0) }
  }

  private static func number(_ column: Span<UInt8>) -> UInt64? {
    var position = 0
    let number =
      column.has("0x", at: 0) ? column.hexadecimal(at: &position) : column.decimal(at: &position)
    return position == column.count ? number : nil
  }

  /// `default 2019-04-16 18:23:09.101000 +0800 Ledger BGT begin …`.
  private static func readPasted(_ line: Span<UInt8>, into framing: inout Framing) -> Bool {
    guard let level = levels.first(where: { line.has($0, at: 0) }),
      line.byte(at: level.utf8CodeUnitCount) == 0x20
    else { return false }
    var position = line.skipBlanks(from: level.utf8CodeUnitCount)
    var time = TimeFields()
    if TimeReader.date(line, at: &position, into: &time) {
      position = line.skipBlanks(from: position)
    }
    guard TimeReader.clock(line, at: &position, into: &time), time.isValid else { return false }
    TimeReader.zone(line, at: &position, into: &time)
    guard line.byte(at: position) == 0x20 else { return false }
    let process = line.skipBlanks(from: position)
    guard let end = line.firstIndex(of: 0x20, from: process) else { return false }
    framing.time = time
    framing.process = process..<end
    framing.message = line.skipBlanks(from: end)
    framing.kind = .console
    MessagePrefix.pass(line, in: &framing)
    return true
  }
}
