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
        case .dropped: lines.append(nil)
        }
      }
    }
    switch framer.last() {
    case .held: lines.append(String(decoding: framer.takeHeld(), as: UTF8.self))
    case .dropped: lines.append(nil)
    default: break
    }
    return lines
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
