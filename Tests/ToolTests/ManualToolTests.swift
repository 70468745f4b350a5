import Foundation
import Testing

@testable import bgtaskctl
@testable import bgtaskd

/// The manual has every verb and option of both programs, written as they are read, and no others.
@Suite struct ManualToolTests {
  @Test func everyVerbIsDescribedWithItsOptions() throws {
    let verbs = try sections(of: "bgtaskctl.1", in: "VERBS")
    #expect(verbs.map(\.name) == VerbTable.all.map(\.name))
    for (section, verb) in zip(verbs, VerbTable.all) {
      let options = section.items.filter { $0.hasPrefix("Fl ") }
      #expect(Set(options) == Set(verb.options.map(item)), "\(verb.name)")
    }
    let common = try sections(of: "bgtaskctl.1", in: "DESCRIPTION")
    #expect(
      Set(common.flatMap(\.items)) == Set(CommonOptions.all.map(item) + ["Fl -version"]))
  }

  @Test func theDaemonsOptionsAreDescribed() throws {
    let options = daemonOptions()
    #expect(options.count == 8)
    let page = try lines(of: "bgtaskd.8")
    let items = page.filter { $0.hasPrefix(".It Fl ") }.map { String($0.dropFirst(".It ".count)) }
    #expect(
      Set(items)
        == Set(options.map { $0 == "--help" ? "Fl -help , Fl h" : mdoc($0) }))
  }

  @Test func noPageNamesAnOptionThatIsNot() throws {
    let tool = (VerbTable.all.flatMap(\.options) + CommonOptions.all)
      .flatMap { [$0.name, $0.short].compactMap { $0 } }
    let daemon = daemonOptions().map { String($0.prefix { $0 != " " }) }
    let known = Set(tool + daemon + ["--version", "--name", "--"])
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      for line in try lines(of: name) where line.hasPrefix(".") {
        for flag in line.matches(of: /\bFl (\S+)/) {
          #expect(known.contains("-\(flag.1)"), "\(name): \(line)")
        }
      }
    }
  }

  /// `Fl -output Ar FILE , Fl o Ar FILE`.
  private func item(_ option: Option) -> String {
    let value =
      switch option.value {
      case .none: ""
      case .text(let placeholder): " Ar \(placeholder)"
      case .choice(let words, _): " Cm " + words.joined(separator: " | ")
      case .seconds: " Ar SECONDS"
      case .number(_, let placeholder): " Ar \(placeholder)"
      case .version: " Ar VERSION"
      }
    let short = option.short.map { " , Fl \($0.dropFirst())\(value)" } ?? ""
    return "Fl \(option.name.dropFirst())\(value)\(short)"
  }

  /// `--config FILE`, as the daemon's help has them.
  private func daemonOptions() -> [String] {
    CommandLineReader.help.split(separator: "\n").compactMap {
      $0.firstMatch(of: /^ {2}(--[a-z]+(?: [A-Z]+)?) {2}/).map { String($0.1) }
    }
  }

  private func mdoc(_ usage: String) -> String {
    "Fl " + usage.dropFirst().replacing(" ", with: " Ar ")
  }

  private var folder: URL {
    Tool.cases.deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Sources/Manual")
  }

  private func lines(of page: String) throws -> [Substring] {
    try String(contentsOf: folder.appending(path: page), encoding: .utf8).split(separator: "\n")
  }

  /// The `.Ss` sections below a `.Sh`; several headings in a row share what follows.
  private func sections(
    of page: String, in chapter: String
  ) throws -> [(name: String, items: [String])] {
    var sections: [(name: String, items: [String])] = []
    var open: [Int] = []
    var isHere = false
    var isHeading = false
    for line in try lines(of: page) {
      if line.hasPrefix(".Sh ") {
        isHere = line == ".Sh \(chapter)"
      } else if isHere, line.hasPrefix(".Ss ") {
        if !isHeading { open = [] }
        open.append(sections.count)
        sections.append((String(line.dropFirst(4)), []))
        isHeading = true
      } else {
        isHeading = false
        if isHere, line.hasPrefix(".It ") {
          for index in open { sections[index].items.append(String(line.dropFirst(4))) }
        }
      }
    }
    return sections
  }
}
