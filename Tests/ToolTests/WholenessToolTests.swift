import Testing

/// A log that lacks events: whoever relies on the audit is told, in every format.
@Suite struct WholenessToolTests {
  /// A task that was ended, and the begin of another on a line that is longer than any that is kept.
  private static let log =
    "BGT begin id=1\nBGT end id=1\nBGT begin name=\(String(repeating: "x", count: 1 << 20)) id=2\n"
  private static let torn = "BGT begin id=1\nBGT end id=1\nBGT begin id=\n"
  private static let place = "app.log:3: looks like an event, but could not be read: "

  private func audit(_ log: String, _ arguments: String...) throws -> Tool.Result {
    let scratch = try Scratch()
    try scratch.write(log, to: "app.log")
    return try Tool.run(["audit"] + arguments + ["app.log"], in: scratch.folder)
  }

  @Test func `a begin on a line that is too long is no clean log`() throws {
    let text = try audit(Self.log)
    #expect(text.status == 0)
    #expect(text.text.hasPrefix("PARTIAL  1 session; 1 notice; not whole: 1 line that looks"))
    #expect(text.errors == "bgtaskctl: \(Self.place)longer than 1048576 bytes\n")
  }

  @Test(arguments: [
    ("text", "\n\(place)longer than"),
    ("github", "::warning file=app.log,line=3,title=The audit is not"),
    ("junit", "<skipped message=\"The audit is not whole: 1 line that looks like an event"),
    ("sarif", "{\"descriptor\":{\"id\":\"unread-line\"},\"level\":\"warning\""),
    ("json", "{\"file\":\"app.log\",\"line\":3,\"reason\":\"longer than 1048576 bytes\"}"),
    ("html", "No leak was found, but the audit is not whole: 1 line that looks like an event"),
  ])
  func `every format says so`(format: String, words: String) throws {
    let report = try audit(Self.log, "--format", format)
    #expect(report.text.contains(words))
    #expect(report.status == 0)
  }

  @Test(arguments: [
    ("junit", "<failure type=\"partial-audit\""), ("github", "::error file=app.log,line=3"),
    ("sarif", "\"executionSuccessful\":false"), ("json", "\"requiresWhole\":true"),
  ])
  func `where that must not be, the build fails`(format: String, words: String) throws {
    let report = try audit(Self.torn, "--require-whole", "--format", format)
    #expect(report.status == 65)
    #expect(report.text.contains(words))
    #expect(report.errors == "bgtaskctl: \(Self.place)missing id\n")
  }

  @Test func `events that a client lost are as bad`() throws {
    let log = """
      {"event":"hello","process":"Chat","pid":7}
      {"event":"begin","seq":1,"id":1}
      {"event":"end","seq":2,"id":1}
      {"event":"lost","seq":3,"count":2}

      """
    let report = try audit(log)
    #expect(report.text.hasPrefix("PARTIAL  1 session; 1 notice; not whole: events are missing\n"))
    #expect(try audit(log, "--require-whole").status == 65)
  }

  @Test func `a whole log is whole, however long the lines of others are`() throws {
    let tail = String(repeating: "x", count: 1 << 20)
    let others = "Jul 22 13:40:01 iPhone kernel[0] <Notice>: \(tail)\n"
    let report = try audit("BGT begin id=1\n\(others)BGT end id=1\n", "--require-whole")
    #expect(report.status == 0)
    #expect(report.text.hasPrefix("CLEAN "))
    #expect(report.errors == "")
  }

  @Test func `what a leak is stays one`() throws {
    let begin = "BGT begin id=2 app=background \(String(repeating: "x", count: 1 << 20))\n"
    let report = try audit("BGT begin id=1\nBGT end id=1\n\(begin)")
    #expect(report.status == 1)
    #expect(report.text.hasPrefix("LEAKING "))
    #expect(report.errors.hasSuffix("longer than 1048576 bytes; only its beginning was\n"))
    #expect(try audit("\(begin)BGT end id=2\n", "--fail-on", "warning").status == 0)
  }

  @Test func `many such lines are counted`() throws {
    let report = try audit(String(repeating: "BGT begin id=\n", count: 90))
    #expect(report.errors.split(separator: "\n").count == 6)
    #expect(report.errors.hasSuffix("app.log: and 85 more lines\n"))
    #expect(report.text.contains("\nand 82 more lines (audit --explain-lines)\n"))
    #expect(report.text.hasPrefix("PARTIAL  not whole: 90 lines"))
  }
}
