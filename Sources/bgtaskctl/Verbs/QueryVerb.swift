import AuditCore

/// What the verbs have in common that ask the daemon one question and print its answer.
enum QueryVerb {
  static let all = Option(
    "--all", help: "Show infos one by one, stacks, all evidence, and findings that were cleared")

  static func make(
    _ request: ControlRequest.Verb, summary: String, operands: String = "",
    options: [Option] = [], details: [String] = []
  ) -> Verb {
    let count = operands.isEmpty ? 0 : 1
    let none = operands.isEmpty ? "" : "1 there is no finding of that id, "
    let statuses =
      "Exit status: 0 answered, \(none)69 the daemon cannot be reached, 76 who answers is not bgtaskd, or "
      + "of another version, \(ExitStatus.common)"
    return Verb(
      request.rawValue, summary: summary, operands: operands, operandCount: count...count,
      options: [SharedOptions.json] + options + [SharedOptions.controlSocket],
      details: details + [statuses]
    ) { arguments, console in
      DaemonQuery(arguments, console: console).ask(
        ControlRequest(
          request, findingID: arguments.operands.first,
          format: arguments.has(SharedOptions.json) ? .json : .text,
          style: console.style(arguments, all: arguments.has(all))))
    }
  }
}
