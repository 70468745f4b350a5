import Foundation
import Testing

/// What fails a build and what does not, as a script sees it.
@Suite struct GateToolTests {
  private static func log(_ leaks: [Int], holder: String = "Uploader") -> String {
    var log = "{\"v\":1,\"event\":\"hello\",\"process\":\"P\",\"pid\":1,\"session\":\"x\"}\n"
    for id in leaks {
      log +=
        "{\"event\":\"begin\",\"t\":\(id),\"id\":\(id),"
        + "\"stack\":[\"0   P   0x0000000102903a58 -[\(holder) start] + 1\"]}\n"
    }
    return log + "{\"event\":\"state\",\"t\":50,\"state\":\"background\"}\n"
      + "{\"event\":\"exit\",\"t\":900,\"reason\":\"unknown\"}\n"
  }

  private func audit(_ words: String..., input: String, in scratch: Scratch) throws -> Tool.Result {
    try Tool.run(["audit"] + words + ["-"], input: input, in: scratch.folder)
  }

  @Test func `only what is new fails`() throws {
    let scratch = try Scratch()
    let written = try audit("--write-baseline", "b.json", input: Self.log([1]), in: scratch)
    #expect(written.status == 0)
    #expect(written.errors == "bgtaskctl: b.json: written; it knows 1 finding of 1 fingerprint\n")
    let known = try audit("--baseline", "b.json", input: Self.log([7]), in: scratch)
    #expect(known.status == 0)
    #expect(known.text.contains("KNOWN  "))
    #expect(known.text.contains("; no new findings, so nothing fails; "))
    #expect(known.text.contains("0 new"))
    #expect(try audit("--baseline", "b.json", input: Self.log([1, 2]), in: scratch).status == 1)
    let other = Self.log([1], holder: "Downloader")
    #expect(try audit("--baseline", "b.json", input: other, in: scratch).status == 1)
  }

  @Test func `a JSON report is a baseline, and a baseline may be written over itself`() throws {
    let scratch = try Scratch()
    let report = try audit("--json", input: Self.log([1]), in: scratch)
    #expect(report.status == 1)
    try scratch.write(report.text, to: "b.json")
    let log = Self.log([1]) + Self.log([1], holder: "Downloader").replacing("\"x\"", with: "\"y\"")
    let grown = try audit(
      "--baseline", "b.json", "--write-baseline", "b.json", input: log, in: scratch)
    #expect(grown.status == 0)
    #expect(try audit("--baseline", "b.json", input: log, in: scratch).status == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path)
    #expect(names == ["b.json"])
  }

  @Test func `a baseline that cannot be used is said, and nothing is audited`() throws {
    let scratch = try Scratch()
    try scratch.write("{}", to: "empty.json")
    let bad = try audit("--baseline", "empty.json", input: Self.log([1]), in: scratch)
    #expect(bad.status == 65)
    #expect(bad.output.isEmpty)
    #expect(bad.errors.hasPrefix("bgtaskctl: empty.json: not a report: "))
    let missing = try audit("--baseline", "none.json", input: Self.log([1]), in: scratch)
    #expect(missing.status == 66)
    #expect(missing.errors == "bgtaskctl: none.json: cannot open: No such file or directory\n")
    let unwritten = try audit("--write-baseline", "no/b.json", input: Self.log([1]), in: scratch)
    #expect(unwritten.status == 73)
    #expect(unwritten.errors == "bgtaskctl: no/b.json: cannot create: No such file or directory\n")
  }

  @Test func `a fingerprint that is none is told with its place`() throws {
    let scratch = try Scratch()
    try scratch.write(
      "{\"version\":1,\"findings\":[\n{\"fingerprint\":\"7\",\"severity\":\"err\"}]}\n",
      to: "b.json")
    let told =
      "bgtaskctl: b.json:2: not a report: JSON at byte 42: not a fingerprint, which is "
      + "16 hexadecimal digits\n"
    let gate = try audit("--baseline", "b.json", input: Self.log([1]), in: scratch)
    #expect(gate.status == 65)
    #expect(gate.errors == told)
    let compare = try Tool.run(["compare", "b.json", "b.json"], in: scratch.folder)
    #expect(compare.status == 65)
    #expect(compare.errors == told)
  }

  @Test func `no baseline is made of half the logs`() throws {
    let scratch = try Scratch()
    let result = try audit(
      "--write-baseline", "b.json", "none.log", input: Self.log([1]), in: scratch)
    #expect(result.status == 66)
    #expect(
      result.errors.hasSuffix("bgtaskctl: b.json: not written, for not all could be read\n"))
    #expect(!FileManager.default.fileExists(atPath: scratch.path("b.json")))
  }

  @Test func `what is suppressed does not fail, until its day is over`() throws {
    let scratch = try Scratch()
    func run(_ until: String) throws -> Tool.Result {
      try scratch.write(
        "[Suppress up]\nHolder=Uploader\nReason=ticket 7\nUntil=\(until)\n", to: "s.conf")
      return try audit("--suppressions", "s.conf", input: Self.log([1]), in: scratch)
    }
    let held = try run("9999-12-31")
    #expect(held.status == 0)
    #expect(held.text.contains("up: ticket 7"))
    let over = try run("2020-01-31")
    #expect(over.status == 1)
    #expect(over.text.contains("s.conf:1: suppression up held until 2020-01-31"))
  }

  @Test func `suppressions that are wrong are 78, each with its line`() throws {
    let scratch = try Scratch()
    try scratch.write("[Suppress up]\nHoldr=Uploader\n", to: "s.conf")
    let bad = try audit("--suppressions", "s.conf", input: Self.log([1]), in: scratch)
    #expect(bad.status == 78)
    #expect(bad.output.isEmpty)
    #expect(
      bad.errors.contains(
        "bgtaskctl: s.conf:2: Holdr: unknown key in [Suppress up]; did you mean Holder?\n"))
    #expect(try audit("--suppressions", "none", input: Self.log([1]), in: scratch).status == 78)
  }

  @Test func `the formats of services know what is known`() throws {
    let scratch = try Scratch()
    _ = try audit("--write-baseline", "b.json", input: Self.log([1]), in: scratch)
    func run(_ format: String, _ log: String) throws -> String {
      try audit("--format", format, "--baseline", "b.json", input: log, in: scratch).text
    }
    let (old, new) = (Self.log([1]), Self.log([1], holder: "Downloader"))
    #expect(try !run("github", old).contains("::warning"))
    #expect(try run("github", new).contains("::warning"))
    #expect(try run("junit", old).contains("<skipped message=\"known: the baseline has it\"/>"))
    #expect(try run("junit", new).contains("<failure"))
    #expect(try run("sarif", old).contains("\"baselineState\":\"unchanged\""))
    #expect(try run("sarif", new).contains("\"baselineState\":\"new\""))
    #expect(try run("json", old).contains("\"excuse\":\"known\""))
    #expect(try run("json", old).contains("\"failing\":0"))
  }
}
