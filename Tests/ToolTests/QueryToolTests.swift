import AuditCore
import Foundation
import Testing

/// The verbs that ask the daemon, against one that answers as it is told.
@Suite struct QueryToolTests {
  private static let verbs: [[String]] = [
    ["status"], ["sessions"], ["outstanding"], ["findings"], ["show", "3f0c"], ["watch"],
  ]

  @Test(arguments: verbs)
  func `a verb sends one request and prints the body as it is`(words: [String]) throws {
    let daemon = try FakeDaemon { client in
      let line = client.receive(until: "\n")
      guard let request = try? ControlRequest.parse(line.utf8.span) else { return }
      client.send("{\"ok\":true}\n\(request.verb.rawValue) \(request.findingID ?? "-") ")
      client.send("\(request.format.rawValue) \(request.style.width)\nlast line")
    }
    let result = try Tool.run(
      words + ["--json", "--socket", daemon.path], environment: ["COLUMNS": "77"])
    daemon.wait()
    let id = words.count > 1 ? words[1] : "-"
    #expect(result.text == "\(words[0]) \(id) json 77\nlast line")
    // A watch that ends was ended by the daemon.
    #expect(result.status == (words[0] == "watch" ? 69 : 0))
  }

  @Test func `an answer that is cut off is not taken for a whole one`() throws {
    let daemon = try FakeDaemon { client in
      _ = client.receive(until: "\n")
      client.send("{\"ok\":true,\"bytes\":100}\n{\"version\":1,")
    }
    let result = try Tool.run(["findings", "--json", "--socket", daemon.path])
    #expect(result.status == 69)
    #expect(
      result.errors
        == "bgtaskctl: \(daemon.path): the answer was cut off after 13 of 100 bytes\n")
  }

  @Test func `a refusal is said and gives the exit status`() throws {
    let daemon = try FakeDaemon { client in
      _ = client.receive(until: "\n")
      client.send("{\"ok\":false,\"error\":\"show: \\u001b[2J: no finding\",\"exit\":1}\n")
    }
    let result = try Tool.run(
      ["show", "x"], environment: ["BGTASKD_CONTROL": daemon.path])
    #expect(result.status == 1)
    #expect(result.errors == "bgtaskctl: show: \\u{1B}[2J: no finding\n")
    #expect(result.output.isEmpty)
  }

  @Test func `no daemon is 69, with a hint`() throws {
    let scratch = try Scratch()
    for words in Self.verbs + [["post", "-"]] {
      let result = try Tool.run(words + ["--socket", scratch.path("none.sock")])
      #expect(result.status == 69)
      #expect(
        result.errors == """
          bgtaskctl: \(scratch.path("none.sock")): cannot connect: No such file or directory
          bgtaskctl: is bgtaskd running? systemctl status bgtaskd.socket bgtaskd.service

          """)
    }
    try scratch.write("no socket", to: "file")
    #expect(try Tool.run(["status", "--socket", scratch.path("file")]).status == 69)
    let long = String(repeating: "x", count: 200)
    #expect(try Tool.run(["status", "--socket", long]).status == 69)
  }

  @Test func `a daemon that says nothing, or something else, is told apart`() throws {
    let silent = try FakeDaemon { client in _ = client.receive(until: "\n") }
    #expect(try Tool.run(["status", "--socket", silent.path]).status == 69)
    let other = try FakeDaemon { client in
      _ = client.receive(until: "\n")
      client.send("SSH-2.0-OpenSSH\r\n")
    }
    #expect(try Tool.run(["status", "--socket", other.path]).status == 76)
    let flood = try FakeDaemon { client in
      _ = client.receive(until: "\n")
      client.send(String(repeating: "x", count: 3 << 20))
    }
    #expect(try Tool.run(["status", "--socket", flood.path]).status == 76)
  }
}
