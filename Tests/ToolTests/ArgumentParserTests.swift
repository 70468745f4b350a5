import AuditCore
import Testing

@testable import bgtaskctl

@Suite struct ArgumentParserTests {
  private let parser = ArgumentParser(verbs: VerbTable.all)

  private func arguments(_ words: String...) throws -> Arguments {
    guard case .run(_, let arguments) = try parser.parse(words) else {
      throw UsageError(what: "test", why: "not a verb to run")
    }
    return arguments
  }

  private func error(_ words: String...) -> UsageError? {
    do {
      _ = try parser.parse(words)
      return nil
    } catch {
      return error
    }
  }

  @Test func `options and operands stand in any order`() throws {
    let arguments = try arguments("audit", "a.log", "--fail-on", "err", "--all", "b.log", "-")
    #expect(arguments.operands == ["a.log", "b.log", "-"])
    #expect(arguments.value(AuditVerb.failOn) == "err")
    #expect(arguments.has(AuditVerb.all))
    #expect(!arguments.has(AuditVerb.budget))
  }

  @Test func `a value may be attached, and two dashes end the options`() throws {
    let arguments = try arguments("audit", "--budget=180.5", "--", "--all", "-x")
    #expect(arguments.value(AuditVerb.budget) == "180.5")
    #expect(arguments.operands == ["--all", "-x"])
    #expect(!arguments.has(AuditVerb.all))
  }

  @Test func `the last one of an option given twice counts`() throws {
    #expect(try arguments("audit", "--os", "12", "--os=13.5", "f").value(AuditVerb.os) == "13.5")
    #expect(try arguments("audit", "--config=a=b", "f").value(AuditVerb.config) == "a=b")
  }

  @Test(arguments: [
    ["--help"], ["-h"], ["audit", "--help"], ["audit", "f", "-h"], ["show", "-h"],
  ])
  func `help is asked for anywhere before an error`(words: [String]) throws {
    guard case .help = try parser.parse(words) else {
      Issue.record("no help for \(words)")
      return
    }
  }

  @Test func `every error says what and why`() {
    #expect(error()?.what == "no verb")
    #expect(error("adit")?.suggestion == "audit")
    #expect(error("zzz")?.suggestion == nil)
    #expect(error("audit")?.why == "FILE... | - is missing")
    #expect(error("audit", "--fromat", "text", "f")?.suggestion == "--format")
    #expect(error("audit", "--format", "yaml", "f")?.why.hasPrefix("not one of text, json") == true)
    #expect(error("audit", "f", "--format")?.why.hasPrefix("its value is missing") == true)
    #expect(error("audit", "--all=yes", "f")?.why == "this option takes no value")
    #expect(error("audit", "--os=", "f")?.why == "its value is empty")
    #expect(error("status", "x")?.why == "status takes no operand")
    #expect(error("show")?.why == "FINDING is missing")
    #expect(error("show", "a", "b")?.what == "b")
    #expect(error("show", "")?.why == "an operand is empty")
    #expect(error("show", "a", "b")?.lines.last == "try: bgtaskctl show --help")
  }

  @Test(arguments: ["0", "-1", "nan", "inf", "x", "1e9", "86400.5", ""])
  func `a budget is a number of seconds above nothing and at most a day`(text: String) {
    #expect(error("audit", "--budget", text, "f") != nil)
  }

  @Test(arguments: ["4", "13.5", "12.4.7", "iOS 13.5", "iPadOS 17", "iphone os 6.1.3", "26.0.1"])
  func `a version is one of a system`(text: String) {
    #expect(error("audit", "--os", text, "f") == nil)
  }

  /// What each kind of value is not. Names of files and devices may be anything.
  private static let nonsense: [String: [String]] = [
    "--format": ["txt", "TEXT", "text "], "--fail-on": ["error", "fatal", "3"],
    "--budget": ["-30", "30s", "0x1E", "+30", "1e2", ".5", "5.", "1.2.3", " 30"],
    "--os": [
      "abc", "0", "3.9", "100", "13.", ".5", "13..5", "iOS", "iOS13", "watchOS 9", "-13", "13 5",
    ],
    "--buffer": ["0", "4097", "64MiB", "-1", "1.5", "99999999999999999999"],
    "--patience": ["0", "soon", "-1", "86401"], "--by": ["rule", "SDK"],
    "--color": ["yes", "Always"],
  ]
  private static let free: Set = [
    "--config", "--baseline", "--write-baseline", "--suppressions", "--output", "--socket",
    "--device", "--state", "--root",
  ]

  @Test func `every option refuses what it cannot mean`() {
    for verb in VerbTable.all {
      for option in verb.allOptions where option.value != .none {
        let name = option.name
        #expect(throws: UsageError.self) { try option.check("") }
        if Self.free.contains(name) { continue }
        let texts = Self.nonsense[name] ?? []
        #expect(!texts.isEmpty, "\(verb.name) \(name): is nothing nonsense?")
        for text in texts {
          #expect(throws: UsageError.self, "\(name) \(text)") { try option.check(text) }
          #expect(error(verb.name, "\(name)=\(text)", "f") != nil)
        }
      }
    }
  }

  @Test func `every verb is told apart and its help names every option`() throws {
    #expect(Set(VerbTable.all.map(\.name)).count == VerbTable.all.count)
    for verb in VerbTable.all {
      let help = String(
        decoding: HelpText.verb(verb, style: .init(width: 100)), as: UTF8.self)
      for option in verb.allOptions { #expect(help.contains(option.name)) }
      #expect(Set(verb.allOptions.map(\.name)).count == verb.allOptions.count)
    }
  }

  @Test func `the environment is read with care`() {
    func environment(_ variables: [String: String]) -> Environment {
      Environment { variables[$0] }
    }
    #expect(environment([:]).allowsColour)
    #expect(environment(["NO_COLOR": ""]).allowsColour)
    #expect(!environment(["NO_COLOR": "1"]).allowsColour)
    #expect(!environment(["TERM": "dumb"]).allowsColour)
    #expect(environment(["COLUMNS": "72"]).columns == 72)
    for text in ["", "x", "0", "-4", "99999999999999999999"] {
      #expect(environment(["COLUMNS": text]).columns == nil)
    }
    #expect(environment(["BGTASKD_CONTROL": ""]).controlSocket == nil)
  }
}
