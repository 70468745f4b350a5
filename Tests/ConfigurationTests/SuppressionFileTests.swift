import AuditCore
import Foundation
import Testing

@testable import Configuration

/// The file of suppressions: what each key means, and what is said of mistakes.
@Suite struct SuppressionFileTests {
  private static let shipped = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "config/suppressions.conf")

  private func read(_ texts: String...) -> (suppressions: [Suppression], problems: [String]) {
    var builder = SuppressionBuilder()
    for (index, text) in texts.enumerated() {
      builder.take(INIParser.parse(Array(text.utf8), name: "f\(index)"))
    }
    let suppressions = builder.finish()
    let files = texts.indices.map { "f\($0)" }
    return (suppressions, builder.problems.ordered(by: files).map(\.text))
  }

  @Test func everyKeyIsTaken() throws {
    let (suppressions, problems) = read(
      """
      [Suppress maps]
      Rules=late-end unpaired-task
      Rules=double-end
      Fingerprint=00FF00ff00ff00ff
      SDK=Maps
      Image=App
      Symbol=-[Map *
      Holder=Map
      Task=tile.*
      App=com.example.app
      Process=App
      Reason=the vendor knows
      Until=2027-01-31
      Maximum=4
      """)
    #expect(problems == [])
    let suppression = try #require(suppressions.first)
    #expect(suppression.name == "maps" && suppression.line == 1 && suppression.file == "f0")
    #expect(suppression.match.rules == [.lateEnd, .unpairedTask, .doubleEnd])
    #expect(suppression.match.fingerprints == ["00ff00ff00ff00ff"])
    #expect(suppression.match.symbols == [TextPattern("-[Map *")])
    #expect(suppression.match.tasks == [TextPattern("tile.*")])
    #expect(suppression.match.sdks == [TextPattern("Maps")])
    #expect(suppression.reason == "the vendor knows")
    #expect(suppression.until == CalendarDay("2027-01-31"))
    #expect(suppression.countMax == 4)
  }

  @Test func sectionsOfOneNameAreOneAndMayBeReset() throws {
    let (suppressions, problems) = read(
      "[Suppress a]\nHolder=Map\nReason=one\nUntil=2027-01-31\n[Suppress b]\nApp=x\nReason=r\n",
      "[Suppress a]\nHolder=\nHolder=Other\nUntil=\n")
    #expect(problems == [])
    #expect(suppressions.map(\.name) == ["a", "b"])
    #expect(suppressions[0].match.holders == [TextPattern("Other")])
    #expect(suppressions[0].until == nil)
  }

  @Test func everyMistakeIsNamed() {
    #expect(
      read(
        """
        [Mute]
        [Suppress none]
        Reason=why
        [Suppress bad]
        Rules=late-ned
        Fingerprint=12
        Holder=*
        Until=31.01.2027
        Maximum=0
        Reson=typo
        Task=t
        """
      ).problems == [
        "f0:1: [Mute]: unknown section; suppressions stand in sections such as [Suppress Example]",
        "f0:2: [Suppress none]: holds for everything; needs one of Rules=, Fingerprint=, SDK=, "
          + "Image=, Symbol=, Holder=, Task=, App=, Process=",
        "f0:4: [Suppress bad]: needs Reason=",
        "f0:5: Rules: \"late-ned\" is no rule; did you mean late-end?",
        "f0:6: Fingerprint: \"12\" is not a fingerprint, of 16 hexadecimal digits",
        "f0:7: Holder: * alone would hold for everything",
        "f0:8: Until: \"31.01.2027\" is not a day such as 2027-01-31",
        "f0:9: Maximum: \"0\" is not a whole number from 1 to 1000000",
        "f0:10: Reson: unknown key in [Suppress bad]; did you mean Reason?",
      ])
  }

  /// The reason that stood first would silently be lost.
  @Test func aNameThatStandsTwiceInOneFileIsAMistake() {
    let twice =
      "[Suppress a]\nApp=a\nReason=r\n[Suppress b]\nApp=b\nReason=s\n[Suppress a]\nReason=t\n"
    #expect(
      read(twice).problems == [
        "f0:7: [Suppress a]: begins in line 1 already; give it another name, or put both together"
      ])
  }

  @Test func theyAreBounded() {
    let many = (0...Limits.suppressionsMax).map { "[Suppress \($0)]\nApp=a\nReason=r\n" }
    let (suppressions, problems) = read(many.joined())
    #expect(suppressions.count == Limits.suppressionsMax)
    #expect(problems.count == 1)
  }

  @Test func theShippedExampleSuppressesNothingAsItIsAndIsValid() throws {
    let text = try String(contentsOf: Self.shipped, encoding: .utf8)
    #expect(read(text).suppressions.isEmpty)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.hasPrefix("#") && !line.hasPrefix("# ") ? line.dropFirst() : line
    }
    let (suppressions, problems) = read(lines.joined(separator: "\n"))
    #expect(problems == [])
    #expect(suppressions.map(\.name) == ["maps until the update"])
  }

  @Test func theHeadOfTheExampleExplainsEveryKey() throws {
    let text = try String(contentsOf: Self.shipped, encoding: .utf8)
    let explained = text.split(separator: "\n").filter { $0.hasPrefix("#   ") }.compactMap { line in
      line.dropFirst(4).first == " " || !line.contains("=")
        ? nil : line.dropFirst(4).prefix { $0 != "=" }
    }
    #expect(explained.map(String.init) == SuppressionKey.all.map(\.name))
  }

  @Test func aFileThatIsNotThereIsAProblem() {
    #expect(throws: ConfigurationError.self) { try SuppressionReader.read(path: "/nonexistent") }
  }
}
