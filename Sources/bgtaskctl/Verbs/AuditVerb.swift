import AuditCore
import Configuration
import LinuxIO
import Pages

/// `bgtaskctl audit`: the daemon's engine on files.
enum AuditVerb {
  private static let formats = ReportFormat.all + [HTMLReport.format]
  static let format = Option(
    "--format", .choice(formats.map(\.name), name: "FORMAT"),
    help: "Print the report as \(formats.map(\.name).joined(separator: ", ")); text")
  static let failOn = Option(
    "--fail-on", .choice(Severity.allCases.reversed().map(\.name), name: "SEVERITY"),
    help: "Exit with 1 if a finding is crit, err, warning, notice or info, or graver; warning")
  static let all = Option(
    "--all", help: "Show infos, stacks, all evidence, and findings that were cleared")
  static let budget = Option(
    "--budget", .seconds, help: "Background time that the system gives, unless the log states it")
  static let os = Option(
    "--os", .version, help: "iOS version of logs that do not say, such as 13.5")
  static let config = Option(
    "--config", .text("FILE"), help: "Take line patterns, budgets and lists from this file")
  static let baseline = Option(
    "--baseline", .text("FILE"),
    help: "Fail only for what is not in this report of --format json or --write-baseline")
  static let writeBaseline = Option(
    "--write-baseline", .text("FILE"),
    help: "Make FILE a baseline that knows all findings, and exit with 0")
  static let suppressions = Option(
    "--suppressions", .text("FILE"),
    help: "Findings that this file suppresses do not fail; it says why, and until when")
  static let requireWhole = Option(
    "--require-whole",
    help: "Exit with 65 if events are missing, or a line that looks like one is unreadable")
  static let explainLines = Option(
    "--explain-lines", help: "Tell how each line was read, or why not, in place of the report")

  static let verb = Verb(
    "audit", summary: "Audit log files offline", operands: "FILE... | -",
    operandCount: 1...Int.max,
    options: [
      format, SharedOptions.json, failOn, all, budget, os, config, baseline, writeBaseline,
      suppressions, requireWhole, explainLines,
    ],
    details: [
      "The format of each line is recognised by itself; formats may mix in one file. - is standard input. "
        + "What is no text in UTF-8, such as a compressed file, is told with the way to read it.",
      "junit, sarif and github are for CI: test results with a suite for each launch, SARIF 2.1.0 for "
        + "code scanning, and annotations of GitHub Actions. All of them tell what text tells: infos and "
        + "cleared findings only with --all. In junit a test case fails at or above --fail-on.",
      "perfetto, folded and folded-held tell of every task, whatever was found: a trace for "
        + "ui.perfetto.dev, and stacks for flame graphs, as wide as tasks were begun, or as milliseconds "
        + "were held.",
      "--explain-lines is for those who wonder why a line is no event, such as one that a pattern of "
        + "their own should read: for each line its format and framing, the events as they were "
        + "understood, or what kept formats and patterns from it. No report is printed, and findings "
        + "do not change the exit status. With --json, one object a line.",
      "With --baseline, findings are known by their fingerprint, as long as there are no more of it than "
        + "in the baseline; of more launches, as many times more. Known findings do not count for the "
        + "exit status and are told in a line each. So are findings that --suppressions says nothing is "
        + "to be done about for now, and suppressions that hold for nothing, or no longer.",
      "A line that looks like an event and cannot be read, or not to its end because it is longer than "
        + "1 MiB, is told on standard error and in each report; so are events that a client lost. Where "
        + "nothing else is wrong, the verdict is then PARTIAL in place of CLEAN, and the exit status 0 all "
        + "the same, unless --require-whole makes it 65.",
      "Exit status: 0 no finding at or above --fail-on, 1 some, 66 a file cannot be read, 65 a file "
        + "holds no line of a recognised format, 78 a bad configuration or suppressions, "
        + "\(ExitStatus.common) 66, then 65, come before 1; the other files are still reported. A baseline that cannot be read is 66, one that "
        + "is no baseline 65, one that cannot be written 73; without a report but for 73.",
    ],
    run: run)

  @Sendable private static func run(_ arguments: Arguments, _ console: Console) -> Int32 {
    let format: ReportFormat
    do throws(UsageError) {
      format = try chosenFormat(arguments, of: verb)
      try checkExplaining(arguments, in: format)
    } catch {
      return console.refuse(error)
    }
    var settings: Settings
    let gate: GateFiles
    do throws(Refusal) {
      settings = try OfflineAudit.settings(arguments, of: verb, console)
      if arguments.has(explainLines) { return explain(settings, format, arguments, console) }
      gate = try GateFiles(arguments, console)
    } catch {
      return error.status
    }
    if format.needsHistory { settings.audit.history = HistoryDepth() }
    var audit = OfflineAudit(settings: settings, console: console)
    for path in arguments.operands { audit.read(path) }
    let showsAll = arguments.has(all)
    var report = audit.report(for: format, includeCleared: showsAll)
    gate.apply(to: &report)
    console.output.write(format.render(report, console.style(arguments, all: showsAll)))
    if let path = arguments.value(writeBaseline) {
      if let problem = audit.problem {
        console.complain("\(path): not written, for not all could be read")
        return problem
      }
      return write(report, asBaseline: path, console)
    }
    return audit.problem ?? GateFiles.status(of: report)
  }

  private static func write(
    _ report: Report, asBaseline path: String, _ console: Console
  ) -> Int32 {
    do throws(SystemError) {
      try File.replace(path, with: JSONBaseline.render(report))
      let baseline = Baseline(of: report)
      let findings = Words.count(baseline.findingCount, "finding")
      let fingerprints = Words.count(baseline.counts.count, "fingerprint")
      console.complain("\(path): written; it knows \(findings) of \(fingerprints)")
      return ExitStatus.success
    } catch {
      console.complain(error.description)
      return ExitStatus.cannotCreate
    }
  }

  private static func explain(
    _ settings: Settings, _ format: ReportFormat, _ arguments: Arguments, _ console: Console
  ) -> Int32 {
    let style = console.style(arguments)
    let explainer = LineExplainer(settings: settings, console: console) { line in
      format.name == "json"
        ? JSONExplainedLine.render(line) : ExplainedLineText.render(line, style: style)
    }
    for path in arguments.operands { explainer.read(path) }
    return explainer.problem ?? ExitStatus.success
  }

  /// What `--format` and `--json` ask for together.
  static func chosenFormat(
    _ arguments: Arguments, of verb: Verb
  ) throws(UsageError) -> ReportFormat {
    let json = arguments.has(SharedOptions.json)
    let name = arguments.value(format) ?? (json ? "json" : "text")
    if json, name != "json" {
      throw UsageError(
        what: "--json", why: "contradicts --format \(name)", verb: verb.name)
    }
    guard let format = formats.first(where: { $0.name == name }) else {
      throw UsageError(what: "--format \(name)", why: "no such format", verb: verb.name)
    }
    return format
  }

  /// Throws where standard input is named more than once.
  static func checkInputs(_ operands: [String], of verb: Verb) throws(UsageError) {
    if operands.count(where: { $0 == InputFile.standardInput }) > 1 {
      throw UsageError(what: "-", why: "standard input can be read only once", verb: verb.name)
    }
  }

  private static func checkExplaining(
    _ arguments: Arguments, in format: ReportFormat
  ) throws(UsageError) {
    if arguments.has(explainLines), !["text", "json"].contains(format.name) {
      throw UsageError(
        what: "--explain-lines", why: "prints text or json, not \(format.name)", verb: verb.name)
    }
  }

  /// The configuration, as the options change it.
  static func settings(_ arguments: Arguments) throws(ConfigurationError) -> Settings {
    var settings =
      if let path = arguments.value(config) {
        try ConfigurationReader.read(path: path)
      } else {
        try ConfigurationReader.defaults()
      }
    if let seconds = arguments.value(budget).flatMap({ Double($0) }) {
      settings.audit.budgetOverride = seconds
    }
    if let version = arguments.value(os) {
      // Logs call it "iOS 13.5"; people say "13.5".
      let isBare = version.first?.isNumber ?? false
      settings.audit.osOverride = isBare ? "iOS \(version)" : version
    }
    return settings
  }
}
