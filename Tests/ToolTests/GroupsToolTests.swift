import Foundation
import Testing

/// `bgtaskctl groups` as a script sees it, of files and of a daemon.
@Suite struct GroupsToolTests {
  private func log(_ session: String, _ version: String, at time: Int) -> String {
    """
    {"v":1,"event":"hello","app":"chat","appVersion":"\(version)","process":"Chat","session":"\(session)"}
    {"event":"state","seq":1,"t":\(time),"state":"background"}
    {"event":"begin","seq":2,"t":\(time + 1),"id":3,"name":"scan"}
    {"event":"exit","seq":3,"t":\(time + 90),"reason":"killed"}

    """
  }

  private func groups(_ result: Tool.Result, _ key: String = "groups") throws -> [[String: Any]] {
    #expect(result.status == 0)
    let object = try JSONSerialization.jsonObject(with: result.output) as? [String: Any]
    return try #require(object?[key] as? [[String: Any]])
  }

  private func unpaired(_ groups: [[String: Any]]) -> [String: Any]? {
    groups.first { $0["rule"] as? String == "unpaired-task" }
  }

  @Test func `of files, over launches and releases`() throws {
    let scratch = try Scratch()
    try scratch.write(log("a", "3.1", at: 1_600_000_000), to: "a.log")
    try scratch.write(log("b", "3.2", at: 1_600_000_500), to: "b.log")
    let result = try Tool.run(["groups", "--json", "a.log", "b.log"], in: scratch.folder)
    let group = try #require(unpaired(try groups(result)))
    #expect(group["count"] as? Int == 2)
    #expect(group["launches"] as? Int == 2)
    #expect(group["launchesOf"] as? Int == 2)
    let releases = try #require(group["releases"] as? [[String: Any]])
    #expect(releases.map { $0["appVersion"] as? String } == ["3.1", "3.2"])
    let text = try Tool.run(["groups", "a.log", "b.log"], in: scratch.folder).text
    #expect(text.contains("2 findings in 2 of 2 launches"))
    #expect(text.contains("chat 3.2: 1 finding in 1 of 1 launch"))
    let sdks = try Tool.run(["groups", "--json", "--by", "sdk", "a.log"], in: scratch.folder)
    #expect(try !groups(sdks, "sdks").isEmpty)
  }

  @Test func `what cannot be read is said`() throws {
    let scratch = try Scratch()
    try scratch.write("Dear diary\n", to: "diary.txt")
    #expect(try Tool.run(["groups", "none.log"], in: scratch.folder).status == 66)
    #expect(try Tool.run(["groups", "diary.txt"], in: scratch.folder).status == 65)
    #expect(try Tool.run(["groups", "--by", "colour", "x"], in: scratch.folder).status == 2)
    #expect(try Tool.run(["groups", "--socket", "/nowhere"], in: scratch.folder).status == 69)
  }

  @Test func `of a daemon`() throws {
    let daemon = try RunningDaemon()
    let posted = try daemon.run("post", "-", input: log("a", "3.1", at: 1_600_000_000))
    #expect(posted.status == 0)
    let group = try #require(unpaired(try groups(try daemon.run("groups", "--json"))))
    #expect(group["count"] as? Int == 1)
    #expect(try daemon.run("groups").text.contains("chat 3.1: 1 finding in 1 of 1 launch"))
    #expect(try daemon.run("groups", "--by", "sdk").text.contains("SDK OR IMAGE"))
  }
}
