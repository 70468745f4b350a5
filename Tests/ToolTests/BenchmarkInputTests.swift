import Foundation
import Testing

/// The inputs of the benchmarks (`Tests/Bench`) come from their seeds alone, and are logs of which every
/// line that ought to be read is read.
@Suite(.enabled("there is no python3") { try Tool.shell("command -v python3").status == 0 })
struct BenchmarkInputTests {
  static let support = Tool.cases.deletingLastPathComponent().appending(path: "Bench/support").path

  struct Summary: Decodable {
    var lines: Int
    var events: Int
    var unreadableEvents: Int
    var begins: Int
    var ends: Int
    var outstanding: Int
  }

  @Test(arguments: [("plain", 4000), ("stacks", 2000), ("clients", 20_000), ("device", 4000)])
  func sameSeedGivesSameBytes(_ kind: String, _ count: Int) throws {
    let scratch = try Scratch()
    try make(kind, count, in: scratch, as: "first")
    try make(kind, count, in: scratch, as: "second")
    let first = try Data(contentsOf: URL(filePath: scratch.path("first")))
    #expect(!first.isEmpty)
    #expect(first == (try Data(contentsOf: URL(filePath: scratch.path("second")))))
  }

  @Test(arguments: ["plain", "stacks", "hooks"])
  func everyLineOfAnAppIsAnEvent(_ kind: String) throws {
    let summary = try audited(kind, 4000)
    #expect(summary.events == summary.lines)
    #expect(summary.begins > summary.lines / 3)
  }

  @Test func oneInThirtyThreeLinesOfADeviceIsAnApps() throws {
    let summary = try audited("device", 20_000)
    #expect(summary.lines == 20_000)
    #expect(summary.unreadableEvents == 0)
    // Of four lines that UIKit prints for a begin, one is an event.
    #expect((100...900).contains(summary.events), "\(summary.events)")
  }

  @Test(arguments: ["open-10", "open-1000", "memory", "correlated"])
  func whatIsHeldOpenIsEndedAtLast(_ kind: String) throws {
    let summary = try audited(kind, 6000)
    #expect(summary.events == summary.lines)
    #expect(summary.begins == summary.ends)
    #expect(summary.begins > 2500)
    #expect(summary.outstanding == 0)
  }

  private func audited(_ kind: String, _ count: Int) throws -> Summary {
    struct Report: Decodable { var summary: Summary }
    let scratch = try Scratch()
    try make(kind, count, in: scratch, as: "log")
    let done = try Tool.run(["audit", "--json", scratch.path("log")])
    #expect(done.status <= 1, "\(done.errors)")
    return try JSONDecoder().decode(Report.self, from: done.output).summary
  }

  private func make(
    _ kind: String, _ count: Int, in scratch: Scratch, as name: String
  ) throws {
    let script = "import inputs; inputs.write(\"\(kind)\", \(count), \"\(name)\")"
    let done = try Tool.shell(
      "PYTHONPATH='\(Self.support)' python3 -B -c '\(script)'", in: scratch.folder)
    try #require(done.status == 0, "\(done.errors)")
  }
}
