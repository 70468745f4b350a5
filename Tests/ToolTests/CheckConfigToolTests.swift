import Foundation
import Testing

@Suite struct CheckConfigToolTests {
  @Test func `a good file is 0 and said`() throws {
    let scratch = try Scratch()
    try scratch.write("", to: "good.conf")
    let result = try Tool.run(["check-config", "good.conf"], in: scratch.folder)
    #expect(result.status == 0)
    #expect(result.text == "good.conf: good\n")
  }

  @Test func `every problem is listed with its line, and the status is 78`() throws {
    let scratch = try Scratch()
    try scratch.write("[Nonsense]\nA=1\n\n[Audit]\nGraceSec=-x\n", to: "bad.conf")
    let result = try Tool.run(["check-config", "bad.conf"], in: scratch.folder)
    #expect(result.status == 78)
    #expect(result.output.isEmpty)
    let lines = result.errors.split(separator: "\n")
    #expect(lines.count >= 2)
    #expect(lines.allSatisfy { $0.hasPrefix("bgtaskctl: bad.conf:") })
    let json = try Tool.run(["check-config", "--json", "bad.conf"], in: scratch.folder)
    #expect(json.status == 78)
    let object = try JSONSerialization.jsonObject(with: json.output) as? [String: Any]
    let problems = object?["problems"] as? [[String: Any]]
    #expect(problems?.count == lines.count)
    #expect(problems?.first?["file"] as? String == "bad.conf")
    #expect(problems?.first?["line"] as? Int == 1)
  }

  @Test func `audit does not start with a bad configuration`() throws {
    let scratch = try Scratch()
    try scratch.write("[Nonsense]\n", to: "bad.conf")
    let result = try Tool.run(
      ["audit", "--config", "bad.conf", "-"], input: "x\n", in: scratch.folder)
    #expect(result.status == 78)
    #expect(result.output.isEmpty)
    #expect(try Tool.run(["audit", "--config", "/nonexistent", "-"]).status == 78)
  }
}
