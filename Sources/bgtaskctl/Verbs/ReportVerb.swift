import AuditCore
import Configuration
import LinuxIO
import Pages

/// `bgtaskctl report`: the audit of files as a page for a browser.
enum ReportVerb {
  static let output = Option(
    "--output", short: "-o", .text("FILE"),
    help: "Write the page to this file, whole or not at all; else to standard output")

  static let verb = Verb(
    "report", summary: "Draw the audit of log files as a page for a browser",
    operands: "FILE... | -", operandCount: 1...Int.max,
    options: [
      output, AuditVerb.failOn, AuditVerb.all, AuditVerb.budget, AuditVerb.os, AuditVerb.config,
    ] + GateFiles.options,
    details: [
      "The same as audit --format html: one HTML file with a time line of each launch, the findings with "
        + "their stories and stacks, and tables by SDK and call site. It opens in any browser, from a "
        + "disk as from a server, and asks nothing of any network.",
      "Exit status: 0 no finding at or above --fail-on, 1 some, 66 a file or the baseline cannot be read, "
        + "65 a file holds no line of a recognised format or the baseline is none, 73 the page cannot be "
        + "written, 78 a bad configuration or suppressions, \(ExitStatus.common) Where no input could be "
        + "read, a page that is there already stays.",
    ],
    run: run)

  @Sendable private static func run(_ arguments: Arguments, _ console: Console) -> Int32 {
    var settings: Settings
    let gate: GateFiles
    do throws(Refusal) {
      settings = try OfflineAudit.settings(arguments, of: verb, console)
      gate = try GateFiles(arguments, console)
    } catch {
      return error.status
    }
    settings.audit.history = HistoryDepth()
    var audit = OfflineAudit(settings: settings, console: console)
    for path in arguments.operands { audit.read(path) }
    var report = audit.report(for: HTMLReport.format, includeCleared: arguments.has(AuditVerb.all))
    gate.apply(to: &report)
    let path = arguments.value(output)
    if audit.hasReadNothing, let path, (try? FileStatus(of: path)) != nil {
      console.complain("\(path): left as it is, for nothing could be read")
      return audit.problem ?? ExitStatus.dataError
    }
    guard write(HTMLReport.render(report), path, console) else {
      return ExitStatus.cannotCreate
    }
    let status = GateFiles.status(of: report)
    if let path {
      console.complain("\(path): written; \(Words.outcome(report))")
    } else if status != ExitStatus.success {
      console.complain(Words.outcome(report))
    }
    return audit.problem ?? status
  }

  /// False, and said, if the file cannot be written. Standard output remembers its own failure.
  private static func write(_ page: [UInt8], _ path: String?, _ console: Console) -> Bool {
    guard let path else {
      console.output.write(page)
      return true
    }
    do throws(SystemError) {
      try File.replace(path, with: page)
      return true
    } catch {
      console.complain(error.description)
      return false
    }
  }
}
