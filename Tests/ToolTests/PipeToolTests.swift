import Foundation
import Testing

/// `bgtaskctl post -` as the end of a pipe, while a real daemon comes and goes.
@Suite struct PipeToolTests {
  private func outstanding(_ daemon: RunningDaemon) throws -> [Int] {
    let result = try daemon.run("outstanding", "--json")
    let object = try JSONSerialization.jsonObject(with: result.output) as? [String: Any]
    let tasks = object?["outstanding"] as? [[String: Any]] ?? []
    return tasks.compactMap { $0["task"] as? Int }.sorted()
  }

  private func line(_ id: Int) -> String {
    let microseconds = String(1_000_000 + id).dropFirst()
    return "Dec 15 11:48:28.\(microseconds) Chat(UIKitCore)[11710] <Notice>: BGT begin id=\(id)\n"
  }

  @Test func `a daemon that is stopped and started gets every line`() throws {
    let daemon = try RunningDaemon()
    let post = try Tool.start(["post", "-"], environment: daemon.environment)
    try post.write(line(1))
    while try outstanding(daemon) != [1] {}
    daemon.stop()
    post.waitUntilSaid("to be sent when it is back")
    try post.write((2...2000).map(line).joined())
    try daemon.start()
    post.waitUntilSaid("connected again")
    try post.write(line(2001))
    let result = try post.finish()
    #expect(result.status == 0)
    #expect(result.text.hasPrefix("standard input: 2001 lines sent, "))
    #expect(result.text.hasSuffix("all taken\n"))
    // The first may have been acknowledged: then the daemon that forgot it does not get it again.
    #expect(try [Array(1...2001), Array(2...2001)].contains(outstanding(daemon)))
  }

  @Test func `a daemon that is killed among the lines gets all that it had not acknowledged`()
    throws
  {
    let daemon = try RunningDaemon()
    let post = try Tool.start(["post", "-"], environment: daemon.environment)
    try post.write((1...30_000).map(line).joined())
    while try outstanding(daemon).isEmpty {}
    daemon.kill()
    let (handle, rest) = (post.inputHandle, (30_001...60_000).map(line).joined())
    let writer = Thread { try? handle.write(contentsOf: Data(rest.utf8)) }
    writer.start()
    try daemon.start()
    while !writer.isFinished { sched_yield() }
    let result = try post.finish()
    #expect(result.status == 0)
    #expect(result.text.hasPrefix("standard input: 60000 lines sent, "))
    // What is known now is everything from some line on, without a gap.
    let known = try outstanding(daemon)
    let first = try #require(known.first)
    #expect(known == Array(first...60_000))
  }

  @Test func `the device is known, after a restart of the daemon too`() throws {
    let daemon = try RunningDaemon()
    let post = try Tool.start(["post", "-", "--device", "cafe"], environment: daemon.environment)
    func device() throws -> String? {
      let result = try daemon.run("sessions", "--json")
      let object = try JSONSerialization.jsonObject(with: result.output) as? [String: Any]
      return (object?["sessions"] as? [[String: Any]])?.first?["device"] as? String
    }
    try post.write(line(1))
    while try outstanding(daemon) != [1] {}
    #expect(try device() == "cafe")
    daemon.kill()
    post.waitUntilSaid("to be sent when it is back")
    try daemon.start()
    try post.write(line(2))
    while try outstanding(daemon).last != 2 {}
    #expect(try device() == "cafe")
    #expect(try post.finish().status == 0)
  }

  @Test func `a stack block that marks stand in is one stack`() throws {
    let daemon = try RunningDaemon()
    let post = try Tool.start(["post", "-"], environment: daemon.environment)
    let file = Tool.cases.appending(path: "02-easemob-stacks-xcode-zh").appending(path: "input.log")
    let log = try String(contentsOf: file, encoding: .utf8)
    var lines = 0
    for line in log.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      try post.write(line + "\n")
      lines += 1
      // Each line is a batch with its mark once the daemon has counted it and the one before.
      while try seen(daemon) < lines {}
    }
    #expect(try post.finish().status == 0)
    func blamed(_ result: Tool.Result) throws -> [String] {
      let object = try JSONSerialization.jsonObject(with: result.output) as? [String: Any]
      return (object?["findings"] as? [[String: Any]] ?? []).map {
        "\($0["rule"] ?? "") \($0["task"] ?? "") \($0["blame"] ?? "")"
      }
    }
    let live = try blamed(daemon.run("findings", "--json"))
    #expect(live.contains { $0.contains("overwritten-id") })
    #expect(live.allSatisfy { !$0.contains("image = \"<null>\"") })
  }

  private func seen(_ daemon: RunningDaemon) throws -> Int {
    let result = try daemon.run("status", "--json")
    let object = try JSONSerialization.jsonObject(with: result.output) as? [String: Any]
    return (object?["status"] as? [String: Any])?["lines"] as? Int ?? 0
  }

  @Test func `a signal ends it as the end of the pipe does`() throws {
    let daemon = try RunningDaemon()
    let post = try Tool.start(["post", "-"], environment: daemon.environment)
    try post.write(line(1) + line(2) + "half a line")
    while try outstanding(daemon) != [1, 2] {}
    let result = try post.finish(signal: SIGTERM)
    #expect(result.status == 0)
    #expect(result.text == "standard input: 3 lines sent, all taken\n")
    #expect(result.errors.isEmpty)
  }

  @Test func `lines that find no room are counted, told and 69`() throws {
    let daemon = try RunningDaemon()
    let post = try Tool.start(
      ["post", "-", "--buffer", "1", "--patience", "5"], environment: daemon.environment)
    try post.write(line(1))
    while try outstanding(daemon) != [1] {}
    daemon.stop()
    post.waitUntilSaid("to be sent when it is back")
    // Three times the room: the pipe fills, and moves again after the patience.
    let count = 3 * (1 << 20) / line(1).utf8.count
    try post.write((2...count).map(line).joined())
    try daemon.start()
    let result = try post.finish()
    #expect(result.status == 69)
    #expect(result.text.contains(" bytes) dropped for want of room, all taken\n"))
    let known = try outstanding(daemon)
    let first = try #require(known.first)
    #expect(known == Array(first...count))
    // The first may have been acknowledged before.
    let dropped = result.text.contains("\(first - 1) lines (") ? first - 1 : first - 2
    #expect(result.text.contains("\(dropped) lines ("))
    #expect(try daemon.run("findings").text.contains("\(dropped) events are missing"))
  }

  @Test func `a daemon that stays away at the end is 69`() throws {
    let daemon = try RunningDaemon()
    let post = try Tool.start(["post", "-", "--patience", "1"], environment: daemon.environment)
    try post.write(line(1))
    while try outstanding(daemon) != [1] {}
    daemon.stop()
    post.waitUntilSaid("to be sent when it is back")
    try post.write(line(2))
    let result = try post.finish()
    #expect(result.status == 69)
    #expect(result.text.isEmpty)
    #expect(result.errors.contains("is not back after 1 s; "))
    #expect(result.errors.hasSuffix(" of 2 not acknowledged\n"))
  }
}
