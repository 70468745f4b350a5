import AuditCore
import Testing

@Suite struct TextTableTests {
  @Test func equalBytesHaveOneId() {
    let texts = TextTable()
    let first = texts.intern("upload")
    #expect(texts.intern("upload") == first)
    #expect(texts.intern("uploads") != first)
    #expect(texts[first] == "upload")
    #expect(texts.intern("").isNone)
  }

  @Test func illFormedTextIsRepairedOnce() {
    let texts = TextTable()
    let broken = texts.intern([0x61, 0xFF].span)
    #expect(texts[broken] == "a\u{FFFD}")
    #expect(texts.intern([0x61, 0xFF].span) == broken)
  }

  @Test func pastItsBytesItRemembersNothingNewAndCounts() {
    let texts = TextTable()
    let known = texts.intern("known")
    let long = [UInt8](repeating: 0x61, count: Limits.nameBytesMax - 8)
    let fitting = Limits.textBytesMax / Limits.nameBytesMax + Limits.textBytesMax / 100_000
    for number in 0..<fitting * 2 where texts.refused == 0 {
      _ = texts.intern((long + Array(String(number).utf8)).span)
    }
    #expect(texts.refused == 1)
    #expect(texts[texts.intern("another")] == "…")
    #expect(texts.refused == 2)
    #expect(texts.intern("known") == known)
  }
}
