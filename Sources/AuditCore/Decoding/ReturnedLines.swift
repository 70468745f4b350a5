/// Lines of one input that end in a carriage return alone, with a line feed instead; before a line feed it stays.
/// The input may come cut anywhere.
package struct ReturnedLines: Sendable {
  private var isBehindReturn = false

  package init() {}

  /// What is to be passed on of the first `count` bytes, which come next.
  package mutating func replace(in bytes: inout [UInt8], count: Int) -> Range<Int> {
    // Its carriage return was the last byte that came, and has ended the line already.
    let start = isBehindReturn && count > 0 && bytes[0] == 0x0A ? 1 : 0
    if count > 0 { isBehindReturn = bytes[count - 1] == 0x0D }
    for index in 0..<count where bytes[index] == 0x0D {
      let isPart = index + 1 < count && bytes[index + 1] == 0x0A
      if !isPart { bytes[index] = 0x0A }
    }
    return start..<count
  }
}
