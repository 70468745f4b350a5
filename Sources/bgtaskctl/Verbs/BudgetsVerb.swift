import AuditCore
import Configuration

/// `bgtaskctl budgets`: how long apps really had in the background, and what keeping them alive costs.
enum BudgetsVerb {
  static let verb = Verb(
    "budgets", summary: "Measure background time and what keeping alive costs",
    operands: "FILE... | -", operandCount: 1...Int.max,
    options: [SharedOptions.json, AuditVerb.budget, AuditVerb.os, AuditVerb.config],
    details: [
      "For each device model and OS: how long apps were in the background until the system said that so "
        + "much is left (with that added), called expiration handlers, or killed them for their tasks; "
        + "count, minimum, median and 95th percentile, beside what the audit assumes. AT LEAST is the "
        + "longest that a task had and was ended in unharmed. Where the start of the background is not "
        + "known, or the app was without a task there for longer than 10 s, the time counts from the "
        + "begin of a task.",
      "For each app, and each SDK while it held a task: time in the background, heartbeats, tasks, and "
        + "battery used in an hour between samples of one stay in the background. What happens while "
        + "several hold tasks counts for each.",
      "Exit status: 0 done, 66 a file cannot be read, 65 a file holds no line of a recognised format, "
        + "78 a bad configuration, \(ExitStatus.common)",
    ],
    run: run)

  @Sendable private static func run(_ arguments: Arguments, _ console: Console) -> Int32 {
    var settings: Settings
    do throws(Refusal) {
      settings = try OfflineAudit.settings(arguments, of: verb, console)
    } catch {
      return error.status
    }
    settings.audit.history = HistoryDepth()
    var audit = OfflineAudit(settings: settings, console: console)
    for path in arguments.operands { audit.read(path) }
    let survey = BudgetSurvey(audit.histories())
    console.output.write(
      arguments.has(SharedOptions.json)
        ? JSONBudgets.render(survey) : BudgetText.render(survey, style: console.style(arguments)))
    return audit.problem ?? ExitStatus.success
  }
}
