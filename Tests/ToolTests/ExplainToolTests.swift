import Foundation
import Testing

/// `bgtaskctl formats` and `bgtaskctl audit --explain-lines`, as processes.
@Suite struct ExplainToolTests {
  private static let pattern = """
    [Pattern chat]
    Kind=begin
    Regex=^ChatTask begins (?<id>\\d+)

    """
  private static let log = """
    2019-02-18 21:40:02.118 Chat[12:abc] enter endBackgroundTask:6
    2019-02-18 21:40:02.118 Chat[12:abc] enter endBackgroundTask:6
    ChatTask begins 7
    ChatTask starts 8
    BGT end \u{1B}[31m
    Dear diary \u{1B}]0;owned\u{7}\u{202E}

    """

  private func objects(_ result: Tool.Result) throws -> [[String: Any]] {
    try result.text.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }

  @Test func `formats lists names, summaries and examples`() throws {
    let text = try Tool.run(["formats"])
    #expect(text.status == 0)
    #expect(text.text.contains("  product  The product's own lines"))
    #expect(text.text.contains("      BGT begin id=3 name=\"upload\""))
    #expect(!text.text.contains("Patterns"))
    let json = try Tool.run(["formats", "--json"])
    let list = try JSONSerialization.jsonObject(with: json.output) as? [String: Any]
    let framings = try #require(list?["framings"] as? [[String: Any]])
    let formats = try #require(list?["formats"] as? [[String: Any]])
    #expect(framings.contains { $0["name"] as? String == "nslog" })
    #expect(formats.contains { $0["example"] as? String == "hook taskID = 3" })
    #expect((list?["patterns"] as? [Any])?.isEmpty == true)
  }

  @Test func `formats lists the patterns of a configuration`() throws {
    let scratch = try Scratch()
    try scratch.write(Self.pattern, to: "a.conf")
    let text = try Tool.run(["formats", "--config", "a.conf"], in: scratch.folder)
    #expect(text.text.contains("  chat  begin\n      ^ChatTask begins (?<id>\\d+)\n"))
    let json = try Tool.run(["formats", "--json", "--config", "a.conf"], in: scratch.folder)
    #expect(json.text.contains(#"{"name":"chat","kind":"begin","regex":"#))
    try scratch.write("[Pattern chat]\nKind=begin\nRegex=(\n", to: "bad.conf")
    #expect(try Tool.run(["formats", "--config", "bad.conf"], in: scratch.folder).status == 78)
    #expect(try Tool.run(["formats", "hook"]).status == 2)
  }

  @Test func `each line is told, with events, reasons and repeats`() throws {
    let scratch = try Scratch()
    try scratch.write(Self.pattern, to: "a.conf")
    try scratch.write(Self.log, to: "x.log")
    let result = try Tool.run(
      ["audit", "--explain-lines", "--json", "--config", "a.conf", "x.log"], in: scratch.folder)
    #expect(result.status == 0)
    let lines = try objects(result)
    #expect(lines.map { $0["line"] as? Int } == [1, 2, 3, 4, 5, 6])
    #expect(
      lines.map { $0["outcome"] as? String } == [
        "read", "read", "read", "skipped", "unreadable", "skipped",
      ])
    #expect(lines[0]["format"] as? String == "hook")
    #expect(lines[0]["framings"] as? [String] == ["nslog"])
    let events = lines.map { $0["events"] as? [[String: Any]] ?? [] }
    #expect(events[0].first?["id"] as? Int == 6)
    #expect(events[0].first?["repeated"] as? Bool == false)
    #expect(events[1].first?["repeated"] as? Bool == true)
    #expect(lines[2]["pattern"] as? String == "chat")
    #expect(events[2].first?["event"] as? String == "begin")
    let refused = lines[3]["notPatterns"] as? [[String: String]]
    #expect(
      refused == [
        ["pattern": "chat", "why": "needs \"ChatTask begins \", which is not in the line"]
      ])
    #expect(lines[4]["reason"] as? String == "missing id")
  }

  @Test func `the text is safe to print and fits the width`() throws {
    let result = try Tool.run(
      ["audit", "--explain-lines", "-"], input: Self.log, environment: ["COLUMNS": "60"])
    #expect(result.status == 0)
    #expect(
      result.text.contains("1  2019-02-18 21:40:02.118 Chat[12:abc] enter endBackground…\n"))
    #expect(result.text.contains("    read as hook; framed by nslog\n"))
    #expect(result.text.contains("      end id=6 process=Chat pid=12"))
    #expect(result.text.contains("once)"))
    #expect(result.text.contains("    unreadable as product: missing id\n"))
    for line in result.text.split(separator: "\n") { #expect(line.count <= 60) }
    #expect(
      result.text.unicodeScalars.allSatisfy {
        $0 == "\n" || ($0.value >= 0x20 && $0.value != 0x202E)
      })
  }

  @Test func `patterns that lack their text share a line`() throws {
    let scratch = try Scratch()
    try scratch.write(
      Self.pattern + "[Pattern late]\nKind=expire\nRegex=late [0-9]\n", to: "a.conf")
    let result = try Tool.run(
      ["audit", "--explain-lines", "--config", "a.conf", "-"], input: "Dear diary\nlate ten\n",
      in: scratch.folder)
    #expect(
      result.text == """
        1  Dear diary
            skipped: no sign of a known format stands in it
              not pattern chat ("ChatTask begins ") and late ("late "): the text it needs is not in the line
        2  late ten
            skipped: no sign of a known format stands in it
              not pattern late: it does not match
              not pattern chat ("ChatTask begins "): the text it needs is not in the line

        """)
  }

  @Test func `what the end of a log completes is told last`() throws {
    let result = try Tool.run(
      ["audit", "--explain-lines", "--json", "-"],
      input: "Process:  Chat [12]\nException Type:  EXC_CRASH (SIGKILL)\n")
    let lines = try objects(result)
    #expect(lines.count == 3)
    #expect(lines.last?["line"] is NSNull)
    let events = lines.last?["events"] as? [[String: Any]]
    #expect(events?.first?["event"] as? String == "exit")
    #expect(events?.first?["line"] as? Int == 1)
  }

  @Test func `statuses are those of audit, but findings are none`() throws {
    let scratch = try Scratch()
    let leak = "enter beginBackgroundTaskWithExpirationHandler:1\nenter endBackgroundTask:0\n"
    try scratch.write(leak, to: "leak.log")
    try scratch.write("Dear diary\n", to: "diary.txt")
    func run(_ files: String...) throws -> Tool.Result {
      try Tool.run(["audit", "--explain-lines"] + files, in: scratch.folder)
    }
    #expect(try run("leak.log").status == 0)
    let diary = try run("diary.txt")
    #expect(diary.status == 65)
    #expect(diary.errors == "bgtaskctl: diary.txt: no line of a recognised format\n")
    #expect(diary.text.contains("skipped: no sign of a known format"))
    #expect(try run("diary.txt", "none.log", "leak.log").status == 66)
  }

  @Test func `a reader that had enough is no error`() throws {
    let result = try Tool.shell(
      "yes 'BGT end id=3' 2>/dev/null | \"$CTL\" audit --explain-lines - | head -n 4 | wc -l")
    #expect(result.errors.isEmpty)
    #expect(result.text.drop { $0 == " " } == "4\n")
  }
}
