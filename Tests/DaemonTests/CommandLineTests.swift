import AuditDaemon
import Testing

@testable import bgtaskd

@Suite struct CommandLineTests {
  @Test func valuesStandBehindASpaceOrAnEqualsSign() throws {
    let options = DaemonOptions(configurationPath: "/c", ingestPath: "/i=1", controlPath: "/o")
    #expect(
      try CommandLineReader.read(["--config", "/c", "--ingest=/i=1", "--control", "/o"])
        == .run(options))
    #expect(try CommandLineReader.read([]) == .run(DaemonOptions()))
    #expect(
      try CommandLineReader.read(["--check", "--config=/a", "--config=/b"])
        == .check(DaemonOptions(configurationPath: "/b")))
  }

  @Test func helpAndVersion() throws {
    #expect(try CommandLineReader.read(["-h"]) == .help)
    #expect(try CommandLineReader.read(["--help", "--nonsense"]) == .help)
    #expect(try CommandLineReader.read(["--version"]) == .version)
    for line in CommandLineReader.help.split(separator: "\n") { #expect(line.count <= 100) }
  }

  @Test(arguments: [
    (["--config"], "--config"), (["--ingest="], "--ingest"), (["x"], "x"),
    (["--check=yes"], "--check=yes"), (["-v"], "-v"),
    (["--web", "127.0.0.1:8124"], "127.0.0.1:8124"), (["--web=[::1]:8124"], "[::1]:8124"),
  ])
  func whatIsWrongIsNamed(words: [String], word: String) {
    let error = #expect(throws: UsageError.self) { try CommandLineReader.read(words) }
    #expect(error?.word == word)
  }
}
