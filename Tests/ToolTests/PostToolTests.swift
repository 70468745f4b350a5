import Foundation
import Testing

/// `bgtaskctl post`, against a daemon that answers as it is told.
@Suite struct PostToolTests {
  /// A hello that names the stream, in letters that nobody knows before, and where the stream begins.
  private static func isPreface(_ text: Substring) -> Bool {
    text.wholeMatch(
      of:
        #/\{"v":1,"event":"hello","ack":true,"stream":"[0-9a-z-]{10,40}"\}\n\{"event":"mark","seq":0\}\n/#
    ) != nil
  }

  @Test func `a file is sent between a hello and a bye, and waited for`() throws {
    let scratch = try Scratch()
    try scratch.write("one\ntwo", to: "x.log")
    let daemon = try FakeDaemon { client in
      let log = "one\ntwo\n{\"event\":\"bye\",\"seq\":2}\n"
      let all = client.receive(until: "\"bye\",\"seq\":2}\n")
      client.send("{\"ack\":1}\n")
      client.send(
        all.hasSuffix(log) && Self.isPreface(all.dropLast(log.count))
          ? "{\"ack\":2}\n" : "{\"error\":\"other lines\"}\n")
    }
    let result = try Tool.run(["post", "x.log", "--socket", daemon.path], in: scratch.folder)
    #expect(result.status == 0)
    #expect(result.text == "x.log: 2 lines sent, all taken\n")
    #expect(result.errors.isEmpty)
  }

  @Test(arguments: [([], "mark"), (["--bye"], "bye")])
  func `standard input is cut at its end, or over if said so`(
    words: [String], event: String
  ) throws {
    let daemon = try FakeDaemon { client in
      _ = client.receive(until: "{\"event\":\"\(event)\",\"seq\":3}\n")
      client.send("{\"ack\":3}\n")
    }
    let result = try Tool.run(
      ["post", "-"] + words, input: "a\nb\nc\n", environment: ["BGTASKD_INGEST": daemon.path])
    #expect(result.status == 0)
    #expect(result.text == "standard input: 3 lines sent, all taken\n")
  }

  @Test func `refused lines are named by their place in the file`() throws {
    let scratch = try Scratch()
    try scratch.write("{\"event\":\"begin\"}\n", to: "x.log")
    for json in [false, true] {
      let daemon = try FakeDaemon { client in
        _ = client.receive(until: "\"bye\",\"seq\":1}\n")
        client.send("{\"error\":\"line 3: not an event: missing id\",\"line\":3}\n{\"ack\":1}\n")
      }
      let result = try Tool.run(
        ["post", "x.log", "--socket", daemon.path] + (json ? ["--json"] : []),
        in: scratch.folder)
      #expect(result.status == 65)
      #expect(result.errors == "x.log:1: not an event: missing id\n")
      #expect(
        result.text
          == (json
            ? "{\"version\":1,\"file\":\"x.log\",\"lines\":1,\"again\":0,\"dropped\":0,"
              + "\"droppedBytes\":0,\"refused\":1,"
              + "\"refusals\":[{\"line\":1,\"reason\":\"not an event: missing id\"}]}\n"
            : "x.log: 1 line sent, 1 refused\n"))
    }
  }

  @Test func `a daemon that leaves early is 69`() throws {
    let scratch = try Scratch()
    try scratch.write(String(repeating: "line\n", count: 2_000_000), to: "x.log")
    let daemon = try FakeDaemon { client in
      client.send("{\"error\":\"too many clients\"}\n")
    }
    let result = try Tool.run(["post", "x.log", "--socket", daemon.path], in: scratch.folder)
    #expect(result.status == 69)
    #expect(result.errors.hasPrefix("x.log: too many clients\n"))
    #expect(result.errors.contains("closed the connection"))
  }

  @Test func `replies are read while lines are written`() throws {
    let scratch = try Scratch()
    let lines = 200_000
    try scratch.write(String(repeating: "{\"event\":\"begin\"}\n", count: lines), to: "x.log")
    let daemon = try FakeDaemon { client in
      // Far more than both socket buffers hold, before the first line is read.
      for line in 3...30_002 {
        client.send("{\"error\":\"line \(line): no\",\"line\":\(line)}\n")
      }
      _ = client.receive(until: "\"bye\",\"seq\":\(lines)}\n")
      client.send("{\"ack\":\(lines)}\n")
    }
    let result = try Tool.run(["post", "x.log", "--socket", daemon.path], in: scratch.folder)
    #expect(result.status == 65)
    #expect(result.text == "x.log: \(lines) lines sent, 30000 refused\n")
  }

  @Test func `a missing file is 66 and nothing is posted`() throws {
    let result = try Tool.run(["post", "/nonexistent", "--socket", "/nonexistent.sock"])
    #expect(result.status == 66)
    #expect(result.errors == "bgtaskctl: /nonexistent: cannot open: No such file or directory\n")
  }
}
