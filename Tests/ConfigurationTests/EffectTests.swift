import AuditCore
import Testing

@testable import Configuration

/// What is written in the file changes what the audit says.
struct EffectTests {
  /// `rule task severity` of every finding of the lines, under the configuration.
  private func findings(_ configuration: String, _ lines: [String]) throws -> [String] {
    let settings = try settings(("f", configuration))
    let auditor = Auditor(configuration: settings.audit)
    let source = auditor.open(SourceInfo(name: "log"))
    var decoder = StreamDecoder(source: source, patterns: settings.patterns)
    decoder.consume(Array((lines.joined(separator: "\n") + "\n").utf8).span, into: auditor)
    decoder.finish(into: auditor)
    auditor.close(source, over: true)
    return auditor.report().findings.map {
      "\($0.rule.rawValue) \($0.task.map(String.init) ?? "-") \($0.severity.name)"
    }
  }

  private func heldFor(_ seconds: Int, os: String) -> [String] {
    [
      #"{"v":1,"event":"hello","app":"com.example.chat","device":"iPhone8,1","os":"\#(os)"}"#,
      #"{"event":"state","t":1000,"state":"background"}"#, #"{"event":"begin","t":1000,"id":1}"#,
      #"{"event":"end","t":\#(1000 + seconds),"id":1}"#,
    ]
  }

  /// Seconds that a task may be held: one second less is no late end, one more is.
  @Test(arguments: [
    ("", "iOS 12.4", 185), ("[Budget]\nOS=iOS 12: 50s", "iOS 12.4", 55),
    ("[Budget]\nOS=iOS 1: 50s", "iOS 12.4", 185), ("[Budget]\nOS=iOS: 50s", "iOS 12.4", 55),
    ("[Budget]\nOS=iOS 12: 50s\nApp=com.example.chat: 40s", "iOS 12.4", 45),
    ("[Budget]\nApp=com.example.chat: 40s\nDevice=iPhone8,1: 60s", "iOS 12.4", 65),
    ("[Budget]\nDefault=20s", "iOS 12.4", 25), ("[Budget]\nDefault=20s", "unknown", 25),
    ("[Budget]\nDefault=20s\nOS=iOS: 50s", "iOS 12.4", 55),
    ("[Audit]\nGrace=10s", "iOS 12.4", 190),
  ])
  func budgets(configuration: String, os: String, seconds: Int) throws {
    #expect(try findings(configuration, heldFor(seconds - 1, os: os)) == [])
    #expect(
      try findings(configuration, heldFor(seconds + 1, os: os)) == ["late-end 1 warning"])
  }

  @Test(arguments: [
    ("late-end=crit", ["late-end 1 crit"]), ("late-end=info", ["late-end 1 info"]),
    ("late-end=off", []), ("late-end=off\nlate-end=", ["late-end 1 warning"]),
  ])
  func severities(rule: String, expected: [String]) throws {
    #expect(try findings("[Rules]\n" + rule, heldFor(300, os: "iOS 12.4")) == expected)
  }

  @Test func aRuleThatOnlyInformsCanBeRaised() throws {
    var lines: [String] = [#"{"event":"begin","t":1,"id":1,"name":"radio"}"#]
    for id in 2...5 {
      lines.append(#"{"event":"begin","t":\#(id * 20),"id":\#(id),"name":"radio"}"#)
      lines.append(#"{"event":"end","t":\#(id * 20),"id":\#(id - 1)}"#)
    }
    lines.append(#"{"event":"end","t":101,"id":5}"#)
    let usual = try findings("", lines).filter { $0.hasPrefix("renewal") }
    let raised = try findings("[Rules]\nrenewal-chain=err", lines).filter {
      $0.hasPrefix("renewal")
    }
    #expect(usual.map { $0.hasSuffix("info") } == [true])
    #expect(raised.map { $0.hasSuffix("err") } == [true])
  }

  /// A task that may still be ended is no more than an information, however grave a leak is made.
  @Test func anInformationBesideGraverFindingsStaysOne() throws {
    let lines = ["state\",\"state\":\"foreground", "begin\",\"id\":1,\"x\":\""].map {
      #"{"t":1,"event":"\#($0)"}"#
    }
    #expect(try findings("[Rules]\nunpaired-task=crit", lines) == ["unpaired-task 1 info"])
  }

  @Test func patternsMakeEvents() throws {
    let configuration = #"""
      [Pattern begin]
      Kind=begin
      Regex=^\[Chat\] begun (?<id>\d+) by (?<name>\w+)
      [Pattern end]
      Kind=end
      Regex=^\[Chat\] over (?<id>\d+)
      """#
    let lines = ["[Chat] begun 1 by sync", "[Chat] begun 2 by sync", "[Chat] over 2"]
    #expect(try findings("", lines) == [])
    #expect(
      try findings(configuration, lines).contains("unpaired-task 1 warning"))
  }

  @Test func limitsOfTheAuditHold() throws {
    let lines = (1...3).map { #"{"event":"begin","t":\#($0),"id":\#($0)}"# }
    let pileups = try findings("[Audit]\nPileupLimit=2", lines).filter { $0.contains("pileup") }
    #expect(pileups.count == 1)
    #expect(try findings("", lines).filter { $0.contains("pileup") } == [])
  }
}
