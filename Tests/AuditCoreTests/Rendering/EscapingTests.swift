import Testing

@testable import AuditCore

@Suite struct EscapingTests {
  @Test func `what a terminal would obey is spelled out`() {
    #expect(Escaping.visible("a\u{1B}[31mb") == "a\\u{1B}[31mb")
    #expect(Escaping.visible("a\nb\tc\rd\0") == "a\\nb\\tc\\rd\\u{0}")
    #expect(Escaping.visible("\u{7F}\u{9B}2J") == "\\u{7F}\\u{9B}2J")
    #expect(Escaping.visible("x\u{202E}y\u{2066}z\u{200F}") == "x\\u{202E}y\\u{2066}z\\u{200F}")
    #expect(Escaping.visible("a\u{2028}b\u{2029}") == "a\\u{2028}b\\u{2029}")
    #expect(Escaping.visible("\u{FEFF}\u{E0041}") == "\\u{FEFF}\\u{E0041}")
  }

  @Test func `every scalar that must go is gone`() {
    let unsafe: [ClosedRange<UInt32>] = [
      0...0x1F, 0x7F...0x9F, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069, 0x2028...0x2029,
      0x61C...0x61C,
    ]
    for value in unsafe.joined() {
      let scalar = Unicode.Scalar(value)!
      #expect(Escaping.isUnsafe(scalar), "U+\(String(value, radix: 16))")
    }
  }

  @Test func `what people write stays`() {
    for text in ["-[EMClient didEnter:] + 12", "上传任务", "C:\\logs\\a.log", "👨‍👩‍👧 é", "\u{FFFD}"] {
      #expect(Escaping.visible(text) == text)
    }
  }

  @Test func `strings in JSON are escaped as u escapes, pairs above the first plane`() {
    var bytes: [UInt8] = []
    JSONEscaping.append("\"\\\n\t\r\u{8}\u{1B}\u{9B}\u{2028}\u{202E}\u{E0041}</é中", to: &bytes)
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == #"\"\\\n\t\r\u0008\u001b\u009b\u2028\u202e\udb40\udc41\u003c/é中"#)
  }
}
