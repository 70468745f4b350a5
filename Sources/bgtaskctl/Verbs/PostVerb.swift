import AuditCore
import LinuxIO

/// `bgtaskctl post`: sends the lines of a log to the daemon.
enum PostVerb {
  static let socket = Option(
    "--socket", .text("PATH"),
    help: "The daemon's ingest socket; else $BGTASKD_INGEST, else /run/bgtaskd/ingest.sock")
  static let bye = Option(
    "--bye", help: "Say that the log is over when standard input ends; a file's end says so anyway")

  static let verb = Verb(
    "post", summary: "Send the lines of a log to the daemon and wait until it has taken them",
    operands: "FILE | -", operandCount: 1...1, options: [SharedOptions.json, socket, bye],
    details: [
      "The end of a file ends its log: what is open then is judged. The end of standard input (-) only "
        + "cuts it, and deadlines run on, unless --bye is given.",
      "Exit status: 0 all taken, 65 some lines were refused, 66 the file cannot be read, 69 the daemon "
        + "cannot be reached.",
    ], run: run)

  @Sendable private static func run(_ arguments: Arguments, _ console: Console) -> Int32 {
    let name = arguments.operands[0]
    let path = SocketPath.ingest(arguments, console.environment)
    let saysBye = name != InputFile.standardInput || arguments.has(bye)
    var outcome = PostOutcome()
    let status = post(name, to: path, saysBye: saysBye, outcome: &outcome, console: console)
    if status == ExitStatus.success || status == ExitStatus.dataError {
      let style = console.style(arguments)
      console.output.write(
        arguments.has(SharedOptions.json)
          ? outcome.json(file: name) : outcome.text(file: name, style: style))
    }
    return status
  }

  private static func post(
    _ name: String, to path: String, saysBye: Bool, outcome: inout PostOutcome, console: Console
  ) -> Int32 {
    do throws(SystemError) {
      var file = try InputFile(name)
      return send(&file, to: path, saysBye: saysBye, outcome: &outcome, console: console)
    } catch {
      console.complain(error.description)
      return ExitStatus.noInput
    }
  }

  private static func send(
    _ file: inout InputFile, to path: String, saysBye: Bool, outcome: inout PostOutcome,
    console: Console
  ) -> Int32 {
    do throws(SystemError) {
      var link = try IngestLink(path: path, file: file.name, console: console)
      let status = link.send(&file, saysBye: saysBye)
      outcome = link.outcome
      return status
    } catch {
      console.complain(error.description)
      console.complain(ConnectionAdvice.text(for: error))
      return ExitStatus.unavailable
    }
  }
}
