import Foundation
import Testing

/// `bgtaskctl` and `bgtaskd` together, both as processes: what goes in at the socket comes out of the
/// verbs.
@Suite struct DaemonToolTests {
  private static let slot =
    Tool.cases.appending(path: "71-slot-overwrite-ndjson").appending(path: "input.log").path

  private func object(_ result: Tool.Result) throws -> [String: Any] {
    let object = try JSONSerialization.jsonObject(with: result.output)
    return try #require(object as? [String: Any])
  }

  /// What is found, without where it was read.
  private func findings(_ result: Tool.Result) throws -> [String] {
    let found = try object(result)["findings"] as? [[String: Any]] ?? []
    return found.map { finding in
      [
        "rule", "severity", "task", "by", "stage", "confidence", "process", "message",
        "fingerprint",
      ]
      .map { "\(finding[$0] ?? "-")" }.joined(separator: " ")
    }
  }

  @Test func `a posted log is found the same as offline`() throws {
    let daemon = try RunningDaemon()
    let posted = try daemon.run("post", Self.slot)
    #expect(posted.status == 0)
    #expect(posted.text.hasSuffix("8 lines sent, all taken\n"))
    let offline = try Tool.run(["audit", "--json", Self.slot])
    let live = try findings(daemon.run("findings", "--json"))
    #expect(try live == findings(offline))
    #expect(!live.isEmpty)
  }

  @Test func `every list answers, in text and in JSON`() throws {
    let daemon = try RunningDaemon()
    let begins = "BGT begin id=1 name=upload\nBGT begin id=2\nBGT end id=2\n"
    #expect(try daemon.run("post", "-", input: begins).status == 0)
    let outstanding = try object(daemon.run("outstanding", "--json"))["outstanding"]
    let tasks = outstanding as? [[String: Any]]
    #expect(tasks?.map { $0["task"] as? Int } == [1])
    #expect(tasks?.first?["name"] as? String == "upload")
    #expect(try daemon.run("outstanding").text.contains("upload"))
    #expect(try daemon.run("sessions").text.contains("SESSION"))
    let status = try object(daemon.run("status", "--json"))["status"] as? [String: Any]
    #expect(status?["events"] as? Int == 3)
    #expect(status?["outstanding"] as? Int == 1)
    #expect(try daemon.run("status").text.hasPrefix("bgtaskd "))
  }

  @Test func `show tells the story of what findings lists`() throws {
    let daemon = try RunningDaemon()
    _ = try daemon.run("post", Self.slot)
    let found = try object(daemon.run("findings", "--json"))["findings"] as? [[String: Any]]
    for finding in found ?? [] {
      let id = try #require(finding["id"] as? String)
      let rule = try #require(finding["rule"] as? String)
      let story = try daemon.run("show", id)
      #expect(story.status == 0)
      #expect(story.text.contains(rule))
      #expect(story.text.contains("Story\n"))
    }
    let none = try daemon.run("show", "nothing")
    #expect(none.status == 1)
    #expect(none.errors == "bgtaskctl: show: nothing: no finding has this id\n")
  }

  @Test func `lines that cannot be read come back with their place in the file`() throws {
    let daemon = try RunningDaemon()
    let scratch = try Scratch()
    let log = try scratch.write(
      "noise\n{\"event\":\"begin\"}\nBGT begin id=1\n{\"event\":\"end\",\"id\":[]}\n", to: "x.log")
    let result = try daemon.run("post", log.path)
    #expect(result.status == 65)
    let lines = result.errors.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix("\(log.path):2: not an event: ") == true)
    #expect(lines.last?.hasPrefix("\(log.path):4: not an event: ") == true)
    #expect(result.text.hasSuffix("4 lines sent, 2 refused\n"))
  }

  @Test func `a log that declines acknowledgements is still waited for`() throws {
    let daemon = try RunningDaemon()
    let log = """
      {"v":1,"event":"hello","process":"P","pid":1,"ack":false}
      {"event":"begin","seq":5000,"id":1}

      """
    #expect(try daemon.run("post", "-", "--bye", input: log).status == 0)
    #expect(try daemon.run("sessions").text.contains("P[1]"))
  }
}
