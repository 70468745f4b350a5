import Testing

@testable import AuditCore

/// What is told of a log by its first bytes.
@Suite struct InputHeadTests {
  private func head(_ bytes: [UInt8], isWhole: Bool = true) -> InputHead? {
    InputHead(bytes.span, isWhole: isWhole)
  }

  private func head(_ text: String, isWhole: Bool = true) -> InputHead? {
    head(Array(text.utf8), isWhole: isWhole)
  }

  @Test(arguments: [
    ([0x1F, 0x8B, 0x08, 0x00], ForeignData.gzip), ([0x50, 0x4B, 0x03, 0x04, 0x14], .zip),
    ([0x28, 0xB5, 0x2F, 0xFD, 0x24], .zstd), ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00, 0x00], .xz),
    ([0x42, 0x5A, 0x68, 0x39, 0x31, 0x41, 0x59, 0x26, 0x53, 0x59], .bzip2),
    ([0xFF, 0xFE, 0x42, 0x00], .utf16), ([0xFE, 0xFF, 0x00, 0x42], .utf16),
    ([0xFF, 0xFE, 0x00, 0x00], .utf32), (Array("bplist00".utf8), .binaryPropertyList),
    ([0x00, 0x10, 0x00, 0x00, 0x11, 0x00, 0x00, 0x00, 0xD0], .traceFile),
  ])
  func `what is no text is known by its mark`(bytes: [UInt8], data: ForeignData) {
    #expect(head(bytes, isWhole: false) == .foreign(data))
  }

  @Test func `UTF-16 without a mark is known by its NUL bytes`() {
    let little = Array("BGT begin id=1\n".utf8.map { [$0, 0] }.joined())
    let big = Array("BGT begin id=1\n".utf8.map { [0, $0] }.joined())
    #expect(head(little) == .foreign(.utf16LittleEndian))
    #expect(head(big) == .foreign(.utf16BigEndian))
  }

  @Test(arguments: [
    "BZh is a word\n", "PK\n", "\u{FEFF}BGT begin id=1\n", "\0\0BGT begin id=1\n", "任务\n", "",
  ])
  func `what only resembles that is text`(text: String) { #expect(head(text) == .lineFeeds) }

  @Test func `a carriage return ends lines only where there is no line feed`() {
    #expect(head("a\rb\r") == .carriageReturns)
    #expect(head("a\r\nb\r\n") == .lineFeeds)
    #expect(head(" 10 %\r 20 %\r 30 %\r\nb\n") == .lineFeeds)
    #expect(head("a") == .lineFeeds)
  }

  @Test func `without a whole line nothing is told before its time`() {
    #expect(head("a\r", isWhole: false) == nil)
    #expect(head("a\rb", isWhole: false) == nil)
    let long = String(repeating: "a\r", count: Limits.inputHeadBytesMax / 2)
    #expect(head(long, isWhole: false) == .carriageReturns)
  }

  @Test(arguments: [
    Array("A\0\n\0B\0C\0D\0E\0F\0G\0".utf8), Array("\n\0B\0C\0D\0E\0".utf8),
    Array("a\0b\0c\0d\0".utf8) + Array(repeating: 0x61, count: 80) + [0x0A],
    [0xFF, 0xFE, 0, 0, 0x42, 0, 0, 0], Array("BGT end id=1\n\0\0\0\0".utf8),
    Array("\na\rb\nc".utf8),
  ])
  func `what an input is does not depend on how it comes`(bytes: [UInt8]) {
    let early = bytes.indices.lazy.compactMap { head(Array(bytes[..<$0]), isWhole: false) }.first
    #expect((early ?? head(bytes)) == head(bytes))
  }

  @Test func `nor does what its lines end in`() {
    let returns = [UInt8](repeating: 0x0D, count: Limits.inputHeadBytesMax)
    #expect(head(returns + [0x0A], isWhole: false) == head(returns, isWhole: false))
    #expect(head(returns, isWhole: false) == .carriageReturns)
  }

  @Test func `so do lines that end in carriage returns`() {
    let text = Array("a\r\nb\rc\r\rd\r\n\r\ne".utf8)
    func lines(inPiecesOf size: Int) -> [UInt8] {
      var returned = ReturnedLines()
      return stride(from: 0, to: text.count, by: size).flatMap {
        var piece = Array(text[$0..<min($0 + size, text.count)])
        let range = returned.replace(in: &piece, count: piece.count)
        return Array(piece[range])
      }
    }
    for size in 1...text.count {
      let read = String(decoding: lines(inPiecesOf: size), as: UTF8.self)
      #expect(
        read.unicodeScalars.filter { $0 != "\r" }.map { String($0) }.joined() == "a\nb\nc\n\nd\n\ne"
      )
    }
  }
}
