import AuditCore
import Configuration
import LinuxIO

/// `bgtaskctl compare`: what became worse and better between two runs or releases.
enum CompareVerb {
  private static let all = Option("--all", help: "Count infos too, and list what did not change")
  private static let failOn = Option(
    "--fail-on", .choice(Severity.allCases.reversed().map(\.name), name: "SEVERITY"),
    help: "Exit with 1 if there are more findings of this severity or graver; warning")

  static let verb = Verb(
    "compare", summary: "Compare two runs or releases", operands: "OLD NEW", operandCount: 2...2,
    options: [SharedOptions.json, failOn, all, AuditVerb.budget, AuditVerb.os, AuditVerb.config],
    details: [
      "OLD and NEW are logs, or what audit --format json or --write-baseline made of logs. Findings are "
        + "told apart by their fingerprint and counted for each launch: a fingerprint is new, more, graver "
        + "(more of it fail), fewer, gone or the same. A longer log is not worse for being longer.",
      "Exit status: 0 nothing got worse, 1 something did: more findings of a fingerprint at or above "
        + "--fail-on than before, launch for launch; 66 a file cannot be read, 65 it is neither a report nor "
        + "a log of a recognised format, 78 a bad configuration, \(ExitStatus.common)",
    ],
    run: run)

  @Sendable private static func run(_ arguments: Arguments, _ console: Console) -> Int32 {
    let settings: Settings
    do throws(Refusal) {
      settings = try OfflineAudit.settings(arguments, of: verb, console)
    } catch {
      return error.status
    }
    var runs: [AuditedRun] = []
    for path in arguments.operands {
      let side = read(path, settings, console)
      if let problem = side.problem { return problem }
      runs.append(side.run)
    }
    let limit = arguments.value(failOn).flatMap { Severity(name: $0) } ?? .warning
    let showsAll = arguments.has(all)
    let comparison = RunComparison(old: runs[0], new: runs[1], failOn: limit, all: showsAll)
    let style = console.style(arguments, all: showsAll)
    console.output.write(
      arguments.has(SharedOptions.json)
        ? JSONComparison.render(comparison) : ComparisonText.render(comparison, style: style))
    return comparison.verdict == .worse ? ExitStatus.findings : ExitStatus.success
  }

  /// A report is one JSON object; everything else is read as a log, with what is wrong with it said.
  private static func read(
    _ path: String, _ settings: Settings, _ console: Console
  ) -> (run: AuditedRun, problem: Int32?) {
    if path != InputFile.standardInput,
      let bytes = try? File.read(path, bytesMax: Limits.baselineBytesMax)
    {
      do throws(Baseline.Problem) {
        if let run = try AuditedRun(reading: bytes.span) { return (run, nil) }
      } catch {
        console.complain(error.text(of: path))
        return (AuditedRun(of: Report()), ExitStatus.dataError)
      }
    }
    var audit = OfflineAudit(settings: settings, console: console)
    audit.read(path)
    return (AuditedRun(of: audit.report(for: .text, includeCleared: false)), audit.problem)
  }
}
