import AuditCore
import Configuration

/// `bgtaskctl check-config`: every problem of a configuration at once, before the daemon meets it.
enum CheckConfigVerb {
  static let verb = Verb(
    "check-config", summary: "Check the configuration and list all that is wrong",
    operands: "[FILE]", operandCount: 0...1, options: [SharedOptions.json],
    details: [
      "FILE is read with its drop-ins FILE.d/*.conf; \(ConfigurationReader.defaultPath) if none is named.",
      "Exit status: 0 good, 78 something is wrong, \(ExitStatus.common)",
    ], run: run)

  @Sendable private static func run(_ arguments: Arguments, _ console: Console) -> Int32 {
    let file = arguments.operands.first
    let problems = ConfigurationReader.check(path: file)
    if arguments.has(SharedOptions.json) {
      console.output.write(json(problems))
    } else if problems.isEmpty {
      var page = TextPage(style: console.style(arguments))
      let path = file ?? ConfigurationReader.defaultPath
      let isThere = (try? ConfigurationReader.read(path: file))?.files.isEmpty == false
      page.line([Run(path), Run(": "), Run(isThere ? "good" : "not there, defaults hold", .good)])
      console.output.write(page.bytes)
    } else {
      for problem in problems { console.complain(problem.text) }
    }
    return problems.isEmpty ? ExitStatus.success : ExitStatus.configuration
  }

  private static func json(_ problems: [ConfigurationProblem]) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("version", JSONReport.version)
      json.key("problems")
      json.array { json in
        for problem in problems {
          json.lineBreak()
          json.object { json in
            json.member("file", problem.file)
            json.member("line", problem.line)
            json.member("what", problem.what)
            json.member("why", problem.why)
          }
        }
      }
    }
    return json.bytes + [0x0A]
  }
}
