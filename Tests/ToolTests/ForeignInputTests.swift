import Foundation
import Testing

/// Inputs that are no text in UTF-8 with line feeds.
@Suite struct ForeignInputTests {
  private static let log = "BGT begin id=1 app=background\nBGT end id=1\nBGT begin id=2\n"

  @Test func `lines of an old Mac are read, and counted as lines`() throws {
    let scratch = try Scratch()
    try scratch.write(Self.log, to: "app.log")
    let right = try Tool.run(["audit", "--json", "app.log"], in: scratch.folder)
    try scratch.write(Self.log.replacingOccurrences(of: "\n", with: "\r"), to: "app.log")
    let old = try Tool.run(["audit", "--json", "app.log"], in: scratch.folder)
    #expect(old.output == right.output)
    #expect(old.status == right.status && right.status == 1)
    try scratch.write(Self.log.replacingOccurrences(of: "\n", with: "\r\n"), to: "app.log")
    #expect(
      try Tool.run(["audit", "--json", "app.log"], in: scratch.folder).output == right.output)
    let slow = "(printf 'BGT begin id=1\\r'; printf 'BGT end id=1\\r') | $CTL audit --json -"
    #expect(try Tool.shell(slow).text.contains("\"lines\":2,\"events\":2,"))
  }

  @Test func `a longer one than a piece is read all the same`() throws {
    let scratch = try Scratch()
    let many = (1...20_000).map { "BGT begin id=\($0)\rBGT end id=\($0)\r" }.joined()
    try scratch.write(many, to: "app.log")
    let report = try Tool.run(["audit", "--json", "app.log"], in: scratch.folder)
    #expect(report.text.contains("\"lines\":40000,\"events\":40000,"))
    #expect(report.status == 0)
  }

  @Test(arguments: ["audit", "report", "budgets", "groups", "audit --explain-lines"])
  func `what is compressed is told with the way to read it`(verb: String) throws {
    let scratch = try Scratch()
    try Data([0x1F, 0x8B, 0x08, 0x00, 0x0A]).write(to: scratch.folder.appending(path: "my log.gz"))
    let words = verb.split(separator: " ").map(String.init)
    let result = try Tool.run(words + ["my log.gz"], in: scratch.folder)
    #expect(result.status == 65)
    #expect(
      result.errors
        == "bgtaskctl: my log.gz is compressed by gzip; give it as: "
        + "zcat 'my log.gz' | bgtaskctl \(words[0]) -\n")
    #expect(!result.text.contains("CLEAN"))
  }

  @Test func `text of another encoding is told too`() throws {
    let units = Array(Self.log.utf8.map { [$0, 0] }.joined())
    let scratch = try Scratch()
    let file = scratch.folder.appending(path: "app.log")
    for (mark, name) in [([UInt8](), "UTF-16LE"), ([0xFF, 0xFE], "UTF-16")] {
      try Data(mark + units).write(to: file)
      let result = try Tool.run(["audit", "app.log"], in: scratch.folder)
      #expect(result.status == 65)
      #expect(
        result.errors
          == "bgtaskctl: app.log is text in UTF-16, not in UTF-8; give it as: "
          + "iconv -f \(name) -t UTF-8 app.log | bgtaskctl audit -\n")
      let piped = try Tool.shell("$CTL audit - <app.log", in: scratch.folder)
      #expect(piped.errors.contains("standard input is text in UTF-16, not in UTF-8; give it as"))
    }
  }

  @Test func `a log archive is a folder`() throws {
    let scratch = try Scratch()
    let folder = scratch.folder.appending(path: "d.logarchive")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    let result = try Tool.run(["audit", "d.logarchive"], in: scratch.folder)
    #expect(result.status == 65)
    #expect(
      result.errors
        == "bgtaskctl: d.logarchive is a log archive; give it as: "
        + "log show --style ndjson --archive d.logarchive | bgtaskctl audit -\n")
  }

  @Test func `beside a file that was not read no verdict is clean`() throws {
    let scratch = try Scratch()
    try scratch.write("BGT begin id=1\nBGT end id=1\n", to: "app.log")
    try Data([0x1F, 0x8B, 0x08, 0x00]).write(to: scratch.folder.appending(path: "b.gz"))
    func run(_ arguments: String...) throws -> Tool.Result {
      try Tool.run(["audit"] + arguments, in: scratch.folder)
    }
    let both = try run("app.log", "b.gz")
    #expect(both.status == 65)
    #expect(
      both.text.hasPrefix(
        "PARTIAL  1 session; no findings; not whole: 1 file could not be read\n\n"
          + "b.gz is compressed by gzip"))
    #expect(try run("app.log", "none").text.hasPrefix("PARTIAL  1 session; no findings; not whole"))
    #expect(try run("--json", "app.log", "b.gz").text.contains("\"unreadFiles\":[\"b.gz is comp"))
    #expect(
      try run("--format", "github", "app.log", "b.gz").text
        .contains("\n::error title=The audit is not whole%3A 1 file could not be read::b.gz is"))
    #expect(try run("--format", "junit", "app.log", "b.gz").text.contains("1 file could not be"))
    #expect(try run("app.log").text.hasPrefix("CLEAN "))
  }
}
