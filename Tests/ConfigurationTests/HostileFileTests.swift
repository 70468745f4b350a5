import AuditCore
import Testing

@testable import Configuration

/// A configuration file of garbage is refused in words; it never traps, and costs little.
struct HostileFileTests {
  @Test func randomBytesNeverTrap() {
    var random = SplitMix(seed: 2)
    for _ in 0..<2000 {
      let length = Int(random.next() % 200)
      let bytes = (0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      for text in problems(bytes) { #expect(text.hasPrefix("f:")) }
    }
  }

  /// Pieces of real syntax in any order reach deeper than bytes do.
  @Test func randomSyntaxNeverTraps() {
    var random = SplitMix(seed: 3)
    let values = [
      "", "5", "5s", "1min 30s", "-1", "99999999999999999999y", "\u{1B}", "é", "iOS 12: 5s", ":",
      "a:", "0660", "/x", "K", "1K", "(?<id>", "(?<id>\\d+)", "begin", "off", "err", "\\", "\\\\",
      "\u{202E}", "\0", "[", "=", "1..1", "a+",
    ]
    let sections = ["Ingest", "Audit", "Budget", "Pattern p", "Pattern", "Rules", "X", "Stacks"]
    let keys = SettingKey.all.map(\.name) + PatternSections.keys + ["", "Kin", "x"]
    for _ in 0..<2000 {
      var text = ""
      for _ in 0..<(random.next() % 12) {
        switch random.next() % 6 {
        case 0: text += "[\(sections.randomElement(using: &random) ?? "")]"
        case 1: text += values.randomElement(using: &random) ?? ""
        default:
          text += "\(keys.randomElement(using: &random) ?? "")="
          text += values.randomElement(using: &random) ?? ""
        }
        if random.next() % 8 != 0 { text += "\n" }
      }
      for problem in problems(text) {
        #expect(problem.hasPrefix("f:"))
        #expect(!problem.unicodeScalars.contains(where: Escaping.isUnsafe))
      }
    }
  }

  @Test func aMebibyteOfGarbageIsAShortList() {
    for line in ["x\n", "=\n", "[\n", "[x]\n", "[Audit]\nGrac=1\n", "[Audit]\nGrace=x\n"] {
      let count = Limits.configurationBytesMax / line.utf8.count / 16
      let texts = problems(String(repeating: line, count: count))
      #expect(texts.count <= Limits.configurationProblemsMax + 1)
      #expect(!texts.isEmpty)
    }
  }
}
