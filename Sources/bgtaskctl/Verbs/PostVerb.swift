import AuditCore
import LinuxIO

/// `bgtaskctl post`: sends the lines of a log to the daemon.
enum PostVerb {
  static let socket = Option(
    "--socket", .text("PATH"),
    help: "The daemon's ingest socket; else $BGTASKD_INGEST, else /run/bgtaskd/ingest.sock")
  static let bye = Option(
    "--bye", help: "Say that the log is over when standard input ends; a file's end says so anyway")

  static let device = Option(
    "--device", .text("NAME"), help: "The device that the log is of, where its lines name none")
  static let buffer = Option(
    "--buffer", .number(1...4096, "MIB"),
    help: "Keep so much of standard input while the daemon is away, 1 to 4096; 64")
  static let patience = Option(
    "--patience", .seconds,
    help: "Hold the input up so long before lines are dropped, and wait so long at its end; 30")

  static let verb = Verb(
    "post", summary: "Send the lines of a log to the daemon and wait until it has taken them",
    operands: "FILE | -", operandCount: 1...1,
    options: [SharedOptions.json, socket, device, bye, buffer, patience],
    details: [
      "The end of a file ends its log: what is open then is judged. The end of standard input (-) only "
        + "cuts it, and deadlines run on, unless --bye is given.",
      "Standard input outlives the daemon: lines that were not acknowledged are kept and sent again "
        + "when it is back. SIGTERM and SIGINT end it as its end does.",
      "Exit status: 0 all taken, 65 some lines were refused, 66 the file cannot be read, 69 the daemon "
        + "cannot be reached, or was away so long that lines were dropped, 76 who answers is not bgtaskd, "
        + "or of another version, \(ExitStatus.common)",
    ], run: run)

  @Sendable private static func run(_ arguments: Arguments, _ console: Console) -> Int32 {
    let name = arguments.operands[0]
    let manner = manner(arguments, isStandardInput: name == InputFile.standardInput)
    let input: InputFile
    do throws(InputProblem) {
      input = try InputFile(name)
    } catch {
      console.complain(error.text(for: console.verb))
      return error.status
    }
    let path = SocketPath.ingest(arguments, console.environment)
    var stream = PostStream(input, to: path, manner, console: console)
    let status = stream.run()
    if stream.isComplete {
      let outcome = stream.outcome
      let style = console.style(arguments)
      console.output.write(
        arguments.has(SharedOptions.json)
          ? outcome.json(file: name) : outcome.text(file: name, style: style))
    }
    return status
  }

  private static func manner(
    _ arguments: Arguments, isStandardInput: Bool
  ) -> PostStream.Manner {
    let mebibytes = arguments.value(buffer).flatMap { Int($0) } ?? 64
    let seconds = arguments.value(patience).flatMap(Double.init) ?? 30
    return PostStream.Manner(
      device: arguments.value(device), saysBye: !isStandardInput || arguments.has(bye),
      reconnects: isStandardInput,
      bufferBytes: mebibytes << 20, patienceMicroseconds: Int64(seconds * 1e6))
  }
}
