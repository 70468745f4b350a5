import AuditCore
import Foundation
import Testing

@testable import Configuration

/// `config/bgtaskd.conf` is the reference of every key: it must say exactly what the reader knows.
struct ShippedFileTests {
  private static let path = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "config/bgtaskd.conf")

  private let text: String
  /// A `#` with a space after it is prose; any other begins a key or section to be uncommented.
  private let uncommented: String

  init() throws {
    text = try String(contentsOf: Self.path, encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.hasPrefix("#") && !line.hasPrefix("# ") ? line.dropFirst() : line
    }
    uncommented = lines.joined(separator: "\n")
  }

  @Test func asShippedItChangesNothing() throws {
    #expect(comparable(try settings(("f", text))) == comparable(Settings()))
  }

  @Test func everyCommentedKeyIsItsDefault() throws {
    #expect(comparable(try settings(("f", uncommented))) == comparable(Settings()))
  }

  @Test func fileAndReaderKnowTheSameKeys() {
    let file = INIParser.parse(Array(uncommented.utf8), name: "f")
    let shipped = file.assignments.map { "[\($0.section)] \($0.key)" }
    let known = SettingKey.all.map { "[\($0.section)] \($0.name)" }
    let pattern = PatternSections.keys.map { "[Pattern NAME] \($0)" }
    #expect(shipped.filter { !$0.hasPrefix("[Pattern") } == known)
    #expect(shipped.filter { $0.hasPrefix("[Pattern") } == pattern)
  }

  /// Where there is a default it stands in the file; an empty value would equal it as well.
  @Test func onlyKeysWithoutADefaultAreEmpty() {
    let file = INIParser.parse(Array(uncommented.utf8), name: "f")
    let empty = file.assignments.filter { $0.value.isEmpty && $0.section != "Rules" }
    #expect(
      empty.map(\.key) == [
        "SocketGroup", "SocketGroup", "Socket", "SocketGroup", "Listen", "HostName", "Directory",
        "Device", "App", "OS", "Default", "SystemImage",
        "HookSymbol", "SDKCatalogue", "Kind", "Regex",
      ])
  }

  @Test func theExamplesInTheCommentsAreValid() throws {
    let examples = text.split(separator: "For instance: ").dropFirst().map { rest in
      rest.prefix { $0 != "\n" }
    }
    let sections = ["Budget", "Budget", "Budget", "Stacks"]
    #expect(examples.count == sections.count)
    for (section, example) in zip(sections, examples) {
      #expect(problems("[\(section)]\n\(example)") == [])
    }
    let indented = text.split(separator: "\n").filter { $0.hasPrefix("#   ") }.map {
      $0.dropFirst()
    }
    let pattern = try #require(
      try settings(("f", indented.joined(separator: "\n"))).patterns.first)
    #expect(
      groups(of: pattern, in: "ChatTask Chat[31] begins 7 \"send\"")
        == ["id": "7", "name": "send", "process": "Chat", "pid": "31"])
  }

  @Test func everyExplanationFitsAHundredColumns() {
    for line in text.split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
  }
}
