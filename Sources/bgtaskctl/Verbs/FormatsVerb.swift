import AuditCore
import Configuration

/// `bgtaskctl formats`: what is recognised, with an example line of each.
enum FormatsVerb {
  static let verb = Verb(
    "formats", summary: "List every line format that is recognised, with an example",
    options: [SharedOptions.json, AuditVerb.config],
    details: [
      "With --config, the patterns of that configuration are listed too. How the lines of a log are "
        + "read, or why not, tells bgtaskctl audit --explain-lines.",
      "Exit status: 0 listed, 78 a bad configuration, \(ExitStatus.common)",
    ], run: run)

  @Sendable private static func run(_ arguments: Arguments, _ console: Console) -> Int32 {
    var patterns: [LinePattern] = []
    if let path = arguments.value(AuditVerb.config) {
      do throws(ConfigurationError) {
        patterns = try ConfigurationReader.read(path: path).patterns
      } catch {
        for problem in error.problems { console.complain(problem.text) }
        return ExitStatus.configuration
      }
    }
    console.output.write(
      arguments.has(SharedOptions.json)
        ? JSONFormats.render(patterns: patterns)
        : FormatsText.render(patterns: patterns, style: console.style(arguments)))
    return ExitStatus.success
  }
}
