import Testing

@testable import Configuration

struct INIParserTests {
  private func keys(_ text: String) -> [String] {
    INIParser.parse(Array(text.utf8), name: "f").assignments.map {
      "\($0.line) [\($0.section)] \($0.key)=\($0.value)"
    }
  }

  @Test func readsSectionsKeysAndComments() {
    let text = """
      # comment
      [A]
       ; comment, indented
      Key = some value \t
      Other=a=b # no comment
      [B C]
      Key=
      [A]
      Key=2
      """
    #expect(
      keys(text) == [
        "4 [A] Key=some value", "5 [A] Other=a=b # no comment", "7 [B C] Key=", "9 [A] Key=2",
      ])
    #expect(problems(text).allSatisfy { !$0.contains("neither") })
  }

  @Test func takesCarriageReturnsByteOrderMarkAndNoFinalLineFeed() {
    #expect(keys("\u{FEFF}[A]\r\nKey=1\r\n\r\nOther=2") == ["2 [A] Key=1", "4 [A] Other=2"])
  }

  /// systemd.syntax(7): the backslash becomes a space, comments between are left out.
  @Test func continuesLines() {
    #expect(
      keys("[A]\nKey=one\\\n# between\n; too\n  two \\\nthree\nN=1") == [
        "2 [A] Key=one two  three", "7 [A] N=1",
      ])
  }

  @Test func continuesNothingAtTheEndOfTheFile() {
    #expect(keys("[A]\nKey=one\\") == ["2 [A] Key=one"])
    #expect(keys("[A]\nKey=one\\\n\nN=1") == ["2 [A] Key=one", "4 [A] N=1"])
  }

  @Test func anEscapedBackslashContinuesNothing() {
    #expect(keys("[A]\nKey=one\\\\\nN=1") == ["2 [A] Key=one\\\\", "3 [A] N=1"])
  }

  @Test func aByteThatOnlyLooksLikeAMarkIsNone() {
    // The sign joins the letter before it in one character, and is still a sign of its own.
    #expect(keys("[A]\nKey=\u{301}x") == ["2 [A] Key=\u{301}x"])
  }

  @Test func namesWhatIsNoLine() {
    #expect(
      problems("[Audit]\nGrace\n=5\n") == [
        "f:2: \"Grace\": neither [Section] nor Key=Value", "f:3: \"=5\": no key before =",
      ])
    #expect(problems("Grace=5\n[Audit]\n") == ["f:1: Grace: stands before any [Section]"])
  }

  @Test func namesABrokenSectionOnceAndNotItsKeys() {
    let text = "[Audit\nGrace=never\nnothing\n[]\nx=1\n[A]B]\nx=1\n[Audit]\nGrace=5s\n"
    #expect(
      problems(text) == [
        "f:1: \"[Audit\": not a section such as [Audit]",
        "f:4: \"[]\": not a section such as [Audit]",
        "f:6: \"[A]B]\": not a section such as [Audit]",
      ])
  }

  @Test func namesInvalidUTF8AndNUL() {
    let bytes =
      Array("[Audit]\n  Grace=5".utf8) + [0xFF] + Array("\nPileupLimit=1".utf8) + [0, 0x0A]
    #expect(
      problems(bytes) == [
        "f:2: line: invalid UTF-8 in column 10", "f:3: line: a NUL byte in column 14",
      ])
  }

  @Test func anUnreadableSectionLineTakesItsKeysAlong() {
    let bytes = Array("[Audit]\n[Contr".utf8) + [0xC0] + Array("ol]\nMaxClients=0\n".utf8)
    #expect(problems(bytes) == ["f:2: line: invalid UTF-8 in column 7"])
  }

  @Test func showsHostileTextEscapedAndCut() {
    let long = String(repeating: "x", count: 61)
    #expect(
      problems("\u{1B}[2J\u{202E}\n\(long)\n") == [
        "f:1: \"\\u{1B}[2J\\u{202E}\": neither [Section] nor Key=Value",
        "f:2: \"\(long.dropLast())…\": neither [Section] nor Key=Value",
      ])
  }
}
