import AuditCore
import Testing

struct FrameTextTests {
  private struct Parts: Equatable {
    var image: String
    var symbol: String?
    var offset: UInt64?
    var address: UInt64?
  }

  private func parse(_ line: String) -> Parts? {
    let texts = TextTable()
    guard let frame = FrameText.parse(line.utf8.span, texts: texts) else { return nil }
    return Parts(
      image: texts[frame.image], symbol: texts.text(frame.symbol), offset: frame.offset,
      address: frame.address)
  }

  @Test(arguments: [
    "3   EMSample                            0x000000010298c9d0 -[EMClient appDidEnterBackground:] + 168",
    "\t3   EMSample                            0x000000010298c9d0 -[EMClient appDidEnterBackground:] + 168",
    "3   EMSample                      \t0x000000010298c9d0 -[EMClient appDidEnterBackground:] + 168 (EMClient.m:412)",
    "\"3   EMSample                            0x000000010298c9d0 -[EMClient appDidEnterBackground:] + 168\",",
    "3   EMSample                            0x000000010298c9d0 -[EMClient appDidEnterBackground:] + 168\r",
  ]) func theSameFrameInEveryPrint(line: String) {
    #expect(
      parse(line)
        == Parts(
          image: "EMSample", symbol: "-[EMClient appDidEnterBackground:]", offset: 168,
          address: 0x1_0298_C9D0))
  }

  @Test func imageWithSpaces() {
    #expect(
      parse("12  Stethoscore Personal                0x0000000104b2c0d8 main + 88")
        == Parts(
          image: "Stethoscore Personal", symbol: "main", offset: 88, address: 0x1_04B2_C0D8))
  }

  @Test func imageLongerThanItsColumn() {
    #expect(
      parse("1   AVeryLongFrameworkNameThatPassesTheColumn 0x0000000104b2c0d8 $s1A1BC1cyyF + 4")?
        .image
        == "AVeryLongFrameworkNameThatPassesTheColumn")
  }

  @Test func address32BitsWide() {
    #expect(
      parse("1   Vinyl                               0x0006b1f4 -[RZCoreDataStack save] + 310")
        == Parts(image: "Vinyl", symbol: "-[RZCoreDataStack save]", offset: 310, address: 0x6B1F4))
  }

  @Test(arguments: [
    ("4   App    0x0000000104b2c0d8 <redacted> + 64", 64),
    ("4   App    0x0000000104b2c0d8 0x10004c000 + 5368872", 5_368_872),
    ("4   App    0x0000000104b2c0d8 App + 20480", 20480),
    ("4   App    0x0000000104b2c0d8 ??? + 0", 0),
    ("4   App    0x0000000104b2c0d8 _mh_execute_header + 7812", 7812),
    ("4   App    0x0000000104b2c0d8  + 12", 12),
  ]) func strippedFrameHasNoSymbol(line: String, offset: UInt64) {
    #expect(
      parse(line) == Parts(image: "App", symbol: nil, offset: offset, address: 0x1_04B2_C0D8))
  }

  @Test func symbolWithPlusAndWithoutOffset() {
    #expect(parse("0   App   0x0000000104b2c0d8 +[A b]")?.symbol == "+[A b]")
    #expect(parse("0   App   0x0000000104b2c0d8 operator + (A) + 16")?.symbol == "operator + (A)")
    #expect(parse("0   App   0x0000000104b2c0d8") != nil)
  }

  @Test(arguments: [
    "", "3", "3   ", "3   App", "(", ")", "3 0x0000000104b2c0d8 main + 4",
    "x   App 0x0000000104b2c0d8 f",
    "12345 App 0x0000000104b2c0d8 f", "3   App 0x12 f + 1", "3 App 0x00000001000000000 f",
    "2019-02-18 21:40:02.118344+0800 EMSample[4312:902114] hi",
    "99999999999999999999999 A 0x000000 f",
  ]) func noFrame(line: String) {
    #expect(parse(line) == nil)
  }

  @Test func offsetThatOverflowsBelongsToTheSymbol() {
    let line = "0   App   0x0000000104b2c0d8 f + 99999999999999999999999999"
    #expect(parse(line)?.offset == nil)
  }

  @Test func randomBytesNeverTrap() {
    var random = SeededRandom(seed: 7)
    let alphabet = Array("0123456789 \t\"+,:()x[]-aF_$<>".utf8) + [0xE2, 0x80, 0x00, 0xFF]
    let texts = TextTable()
    for _ in 0..<4000 {
      var line = Array("3   App   0x0000000104b2c0d8 f + 4".utf8)
      for _ in 0..<random.below(12) {
        let index = random.below(line.count)
        if random.below(3) == 0 {
          line.remove(at: index)
        } else {
          line[index] = alphabet[random.below(alphabet.count)]
        }
      }
      _ = FrameText.parse(line.span, texts: texts)
    }
  }
}
