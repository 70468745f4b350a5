import Foundation
import Testing

/// `bgtaskctl compare` as a script sees it.
@Suite struct CompareToolTests {
  private static let leak = "enter beginBackgroundTaskWithExpirationHandler:1\n"
  private static let clean = leak + "enter endBackgroundTask:1\n"

  private func scratch() throws -> Scratch {
    let scratch = try Scratch()
    try scratch.write(Self.leak, to: "leak.log")
    try scratch.write(Self.clean, to: "clean.log")
    try scratch.write("Dear diary\n", to: "diary.txt")
    return scratch
  }

  @Test func `worse is 1, better and the same are 0`() throws {
    let scratch = try scratch()
    func run(_ words: String...) throws -> Tool.Result {
      try Tool.run(["compare"] + words, in: scratch.folder)
    }
    let worse = try run("clean.log", "leak.log")
    #expect(worse.status == 1)
    #expect(worse.text.hasPrefix("WORSE    1 new; 1 launch before, 1 now\n"))
    let better = try run("leak.log", "clean.log")
    #expect(better.status == 0)
    #expect(better.text.hasPrefix("BETTER   1 gone;"))
    #expect(try run("leak.log", "leak.log").text.hasPrefix("SAME     1 same;"))
    #expect(try run("--fail-on", "err", "clean.log", "leak.log").status == 0)
  }

  @Test func `a report stands for its log`() throws {
    let scratch = try scratch()
    let report = try Tool.run(["audit", "--json", "leak.log"], in: scratch.folder)
    try scratch.write(report.text, to: "leak.json")
    _ = try Tool.run(["audit", "--write-baseline", "base.json", "leak.log"], in: scratch.folder)
    for old in ["leak.json", "base.json"] {
      let result = try Tool.run(["compare", "--json", old, "leak.log"], in: scratch.folder)
      #expect(result.status == 0)
      let object = try JSONSerialization.jsonObject(with: result.output) as? [String: Any]
      #expect(object?["verdict"] as? String == "same")
      #expect((object?["changes"] as? [Any])?.count == 1)
    }
  }

  @Test func `what cannot be compared is said`() throws {
    let scratch = try scratch()
    let missing = try Tool.run(["compare", "none.log", "leak.log"], in: scratch.folder)
    #expect(missing.status == 66)
    #expect(missing.output.isEmpty)
    let diary = try Tool.run(["compare", "leak.log", "diary.txt"], in: scratch.folder)
    #expect(diary.status == 65)
    #expect(diary.errors == "bgtaskctl: diary.txt: no line of a recognised format\n")
    #expect(try Tool.run(["compare", "leak.log"], in: scratch.folder).status == 2)
    #expect(try Tool.run(["compare", "a", "b", "c"], in: scratch.folder).status == 2)
    #expect(try Tool.run(["compare", "-", "-"], in: scratch.folder).status == 2)
    let piped = try Tool.run(["compare", "leak.log", "-"], input: Self.clean, in: scratch.folder)
    #expect(piped.status == 0)
  }
}
