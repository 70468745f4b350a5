import Testing

@testable import AuditCore

@Suite struct LineFramerTests {
  /// The lines of a text that comes in these chunks; a line too long is nil.
  private func lines(_ chunks: [[UInt8]]) -> [String?] {
    var framer = LineFramer()
    var lines: [String?] = []
    for chunk in chunks {
      var position = 0
      while let piece = framer.next(in: chunk.span, from: &position) {
        switch piece {
        case .line(let range): lines.append(String(decoding: chunk[range], as: UTF8.self))
        case .held:
          let held = framer.takeHeld()
          lines.append(String(decoding: held, as: UTF8.self))
          framer.giveBack(held)
        case .head: lines.append(nil)
        case .heldHead:
          _ = framer.takeHeld()
          lines.append(nil)
        case .dropped: Issue.record("nothing was given up")
        }
      }
    }
    switch framer.last() {
    case .held: lines.append(String(decoding: framer.takeHeld(), as: UTF8.self))
    case .heldHead: lines.append(nil)
    default: break
    }
    return lines
  }

  /// The heads of the lines of these chunks that are too long.
  private func heads(_ chunks: [[UInt8]]) -> [[UInt8]] {
    var framer = LineFramer()
    var heads: [[UInt8]] = []
    for chunk in chunks {
      var position = 0
      while let piece = framer.next(in: chunk.span, from: &position) {
        if case .head(let range) = piece { heads.append(Array(chunk[range])) }
        if case .heldHead = piece { heads.append(framer.takeHeld()) }
      }
      #expect(framer.heldCount <= Limits.lineBytesMax)
    }
    if case .heldHead = framer.last() { heads.append(framer.takeHeld()) }
    return heads
  }

  @Test func keepsTheSameHeadHoweverTheBytesCome() {
    let line = (0...Limits.lineBytesMax).map { UInt8(ascii: "a") + UInt8($0 % 23) }
    let head = Array(line.prefix(Limits.lineHeadBytesMax))
    #expect(heads([line + Array("\nb\n".utf8)]) == [head])
    #expect(heads([line]) == [head])
    for cut in [1, Limits.lineHeadBytesMax, Limits.lineBytesMax - 1, Limits.lineBytesMax] {
      #expect(heads([Array(line[..<cut]), Array(line[cut...]), line + [0x0A]]) == [head], "\(cut)")
    }
  }

  /// What waits for the end of a line that is too long takes no more memory than its head.
  @Test func givesTheRestBack() {
    var framer = LineFramer()
    let chunk = [UInt8](repeating: 0x61, count: 1 << 16)
    for _ in 0..<40 {
      var position = 0
      #expect(framer.next(in: chunk.span, from: &position) == nil)
    }
    #expect(framer.heldCount == Limits.lineHeadBytesMax)
    #expect(framer.heldBytes < 2 * Limits.lineHeadBytesMax)
  }

  @Test func cutsAnywhere() {
    let text = Array("one\n\ntwo three\r\nfour".utf8)
    let whole: [String?] = ["one", "", "two three\r", "four"]
    #expect(lines([text]) == whole)
    for cut in 0...text.count {
      #expect(lines([Array(text[..<cut]), Array(text[cut...])]) == whole, "cut at \(cut)")
    }
    #expect(lines(text.map { [$0] }) == whole)
  }

  @Test func dropsLongLinesWholeAndGoesOn() {
    let most = [UInt8](repeating: 0x61, count: Limits.lineBytesMax)
    let longest = lines([most + Array("\nb\n".utf8)])
    #expect(longest.count == 2)
    #expect(longest[0]?.utf8.count == Limits.lineBytesMax)
    let more = most + [0x61]
    #expect(lines([more + Array("\nb\n".utf8)]) == [nil, "b"])
    #expect(lines([more, Array("cc\nb".utf8)]) == [nil, "b"])
    #expect(lines([most, Array("cc\nb\n".utf8)]) == [nil, "b"])
    #expect(lines([most, more, more]) == [nil])
  }

  @Test func findsBytesAtEveryPlace() {
    for length in 0..<40 {
      for place in 0..<length {
        var bytes = [UInt8](repeating: 0x0B, count: length)
        bytes[place] = 0x0A
        #expect(bytes.span.place(of: 0x0A, from: 0) == place)
        #expect(bytes.span.place(of: 0x0A, from: place + 1) == nil)
      }
    }
  }
}
