import AuditCore

@testable import Configuration

/// The configuration and the catalogue of SDKs: settings, or problems that can be printed.
enum ConfigurationTarget {
  static let target = FuzzTarget(name: "configuration", run: run) { _ in
    let settings = SettingKey.all.map { "[\($0.section)]\n\($0.name)=" }
    let values = ["5s", "1min 30s", "4M", "0660", "warning", "a, b", "yes", "/x", "-1"]
    let pairs = settings.flatMap { key in values.map { key + $0 + "\n" } }
    let pattern = "[Pattern hook]\nKind=begin\nRegex=task (?<id>[0-9]+) \\\n begins\n"
    let silences = [
      "[Silence maps]\nSDK=Mapbox*\nRules=unpaired-task, late-end\nReason=mended in 5.3\nUntil=2027-03-31\n",
      "[Silence]\nTask=a\nReason=b\n[Silence a]\nMaximum=-1\nUntil=2027-02-30\n[Silence a]\n",
    ]
    let product = "[SDK Example]\nPrefix=EM\nClass=EMClient\nVersion=1 to 2\nAdvice=none\n"
    return pairs.map { [0] + $0.utf8 } + silences.map { [0] + $0.utf8 }
      + [[0] + pattern.utf8, [1] + product.utf8]
  }

  /// The first byte chooses the kind of file; a file separator (U+001C) begins a drop-in.
  private static func run(_ input: inout FuzzInput) throws(BrokenProperty) {
    let isCatalogue = input.byte() & 1 == 1
    let files = input.rest().split(separator: 0x1C, omittingEmptySubsequences: false)
      .enumerated().map { INIParser.parse(Array($0.element), name: "file \($0.offset)") }
    let names = files.indices.map { "file \($0)" }
    if isCatalogue {
      var builder = CatalogueBuilder()
      for file in files { builder.take(file) }
      _ = builder.finish()
      return try check(builder.problems.ordered(by: names))
    }
    var builder = SettingsBuilder()
    for file in files { builder.take(file) }
    do throws(ConfigurationError) {
      _ = try builder.finish(files: names)
    } catch {
      try require(!error.problems.isEmpty, "refused without a problem")
      try check(error.problems)
    }
  }

  private static func check(_ problems: [ConfigurationProblem]) throws(BrokenProperty) {
    try require(problems.count <= Limits.configurationProblemsMax + 1, "too many problems")
    for problem in problems {
      try Output.requireSafe(problem.text)
      try require(!problem.text.contains("\n"), "a problem of two lines")
    }
  }
}
