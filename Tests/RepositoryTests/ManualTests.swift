import Foundation
import Testing

@testable import AuditCore
@testable import AuditDaemon
@testable import Configuration

/// The manual names what the code knows, all of it and nothing else. What `bgtaskctl.1` and `bgtaskd.8` say of
/// options is looked at in `ToolTests`, beside their tables.
@Suite struct ManualTests {
  @Test func everyEventAndEveryKeyOfTheProtocolIsDescribed() throws {
    let page = try ManualPage("bgtask-events.5")
    let reader = try Repository.file("Sources/AuditCore/Decoding/NDJSON/ClientEvents.swift")
    let kinds = Set(reader.lines.flatMap { $0.matches(of: /UInt64\.spelt\("(\w+)"\)/).map(\.1) })
    #expect(Set(page.items("Kinds of events")) == Set(kinds.map { "Cm \($0)" }))
    let keys = EventFields.Key.allCases.filter { $0 != .other }.map { "Cm \($0)" }
    #expect(Set(page.items("Keys")) == Set(keys))
  }

  @Test func everySettingIsDescribedWithItsDefault() throws {
    let page = try ManualPage("bgtaskd.conf.5")
    let given = page.sections(in: ["SETTINGS"]).flatMap { section in
      section.items.map { "\(section.name.dropFirst("Section ".count)) \($0)" }
    }
    var expected: [String] = []
    var name = ""
    for line in try Repository.file("config/bgtaskd.conf").lines {
      if let section = line.firstMatch(of: /^#?(\[.+\])$/) {
        name = String(section.1)
      } else if let key = line.firstMatch(of: /^#([A-Za-z-]+)=(.*)$/) {
        expected.append("\(name) Cm \(key.1) Ns =" + (key.2.isEmpty ? "" : " Ns Li \(key.2)"))
      }
    }
    #expect(given == expected)
    let known =
      SettingKey.all.map { "[\($0.section)] \($0.name)" }
      + PatternSections.keys.map { "[Pattern NAME] \($0)" }
    #expect(Set(given.map { $0.replacing(/\ Cm (\S+) Ns =.*/) { " \($0.1)" } }) == Set(known))
  }

  @Test func everyKeyOfProductsAndSuppressionsIsDescribed() throws {
    let page = try ManualPage("bgtaskd.conf.5")
    #expect(
      page.items("Section [SDK NAME]") == CatalogueKey.all.map { "Cm \($0.name) Ns =" })
    #expect(
      page.items("Section [Suppress NAME]") == SuppressionKey.all.map { "Cm \($0.name) Ns =" })
  }

  @Test func everyRuleIsDescribedWithItsMessageID() throws {
    let page = try ManualPage("bgtask-findings.7")
    let sections = page.sections(in: ["RULES"])
    #expect(sections.map(\.name) == Rule.allCases.map(\.rawValue))
    for (section, rule) in zip(sections, Rule.allCases) {
      #expect(section.lines.contains(".Li \(MessageID.of(rule))"), "\(rule.rawValue)")
      for item in ["What happened", "How sure", "Why it matters", "How to mend it"] {
        #expect(section.items.contains("Em \"\(item)\""), "\(rule.rawValue): \(item)")
      }
    }
    #expect(
      page.items("Messages of the daemon itself")
        == CatalogTests.daemonMessages.map { "Li \($0.1)" })
  }

  @Test func everyFieldOfTheJournalIsDescribed() throws {
    let field = /BGTASK_[A-Z_]+/
    let journal = Repository.files.filter {
      $0.path.hasPrefix("Sources/AuditDaemon/Journal/") && $0.path.hasSuffix("Entry.swift")
        || $0.path.hasSuffix("Journal/FieldList.swift")
    }
    let known = journal.flatMap(\.lines).flatMap { $0.matches(of: field).map { String($0.0) } }
    let named = try ManualPage("bgtask-findings.7").lines.flatMap {
      $0.matches(of: field).map { String($0.0) }
    }
    #expect(Set(named) == Set(known))
  }

  static let mandoc = ["/usr/bin/mandoc", "/usr/local/bin/mandoc"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  @Test(.enabled(if: mandoc != nil, "mandoc is not installed"), arguments: ManualPage.names)
  func noPageHasAFault(_ name: String) throws {
    let lint = Process()
    let said = Pipe()
    lint.executableURL = URL(filePath: try #require(Self.mandoc))
    lint.arguments = ["-Tlint", "-Wwarning", ManualPage.path(name)]
    lint.standardOutput = said
    lint.standardError = said
    try lint.run()
    let text = String(decoding: said.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    lint.waitUntilExit()
    #expect(text == "")
    #expect(lint.terminationStatus == 0)
  }
}

/// A page of the manual in its source, mdoc(7).
struct ManualPage {
  struct Section {
    var name: String
    /// Of the `.Sh` that it stands under.
    var chapter: String
    var lines: [String] = []
    /// What stands behind `.It`.
    var items: [String] {
      lines.filter { $0.hasPrefix(".It ") }.map { String($0.dropFirst(".It ".count)) }
    }
  }

  static let names = [
    "bgtaskctl.1", "bgtask-events.5", "bgtaskd.conf.5", "bgtask-findings.7", "bgtaskd.8",
  ]
  static func path(_ name: String) -> String {
    Repository.root.appending(path: "Sources/Manual/\(name)").path
  }

  let lines: [String]
  private var all: [Section] = []

  init(_ name: String) throws {
    lines = try Repository.file("Sources/Manual/\(name)").lines
    var chapter = ""
    for line in lines {
      if line.hasPrefix(".Sh ") {
        chapter = String(line.dropFirst(4))
        all.append(Section(name: "", chapter: chapter))
      } else if line.hasPrefix(".Ss ") {
        all.append(Section(name: String(line.dropFirst(4)), chapter: chapter))
      } else if !all.isEmpty {
        all[all.count - 1].lines.append(line)
      }
    }
  }

  /// The `.Ss` of these chapters, in their order.
  func sections(in chapters: [String]) -> [Section] {
    all.filter { !$0.name.isEmpty && chapters.contains($0.chapter) }
  }

  /// The items of a section by its name.
  func items(_ name: String) -> [String] { all.first { $0.name == name }?.items ?? [] }
}
