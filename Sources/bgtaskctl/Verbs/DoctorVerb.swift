import AuditCore
import Configuration
import LinuxIO

/// `bgtaskctl doctor`: looks at this machine, and says how to mend what is wrong.
enum DoctorVerb {
  static let root = Option(
    "--root", .text("DIR"),
    help: "Look at the machine whose files are below DIR, such as a container")

  static let verb = Verb(
    "doctor", summary: "Check this machine and say how to mend what is wrong",
    options: [SharedOptions.json, root],
    details: [
      "A line for each: units, the program, whether the sockets open at a boot, the service, the "
        + "sockets with who may use them, that of the live page included where it is enabled, the daemon that answers, the configuration, the message "
        + "catalog, the clock, the state and the room on its disk, tools for devices. ok, hint (could be "
        + "added, or is not for this user to see), warning or fault; below it, how to mend it.",
      "It changes nothing, but that systemd starts the daemon when it is asked.",
      "Exit status: 0 all is ok, or hints; 1 there is a warning or a fault, \(ExitStatus.common)",
    ], run: run)

  @Sendable private static func run(_ arguments: Arguments, _ console: Console) -> Int32 {
    let machine = ExaminedMachine(root: arguments.value(root) ?? "")
    let examinations = examine(machine, console.environment)
    console.output.write(
      arguments.has(SharedOptions.json)
        ? json(examinations) : text(examinations, console.style(arguments)))
    let worst = examinations.map(\.verdict).max() ?? .ok
    return worst >= .warning ? ExitStatus.findings : ExitStatus.success
  }

  static func examine(
    _ machine: ExaminedMachine, _ environment: Environment
  ) -> [Examination] {
    let (configuration, settings) = configuration(machine)
    let ingest = SocketExamination(
      subject: "ingest",
      path: environment.ingestSocket ?? machine.path(Settings.ingestPathDefault),
      unit: "bgtaskd.socket")
    let control = SocketExamination(
      subject: "control",
      path: environment.controlSocket ?? machine.path(Settings.controlPathDefault),
      unit: "bgtaskd-control.socket")
    let state = StateExamination(
      directory: machine.path(settings.stateDirectory ?? "/var/lib/bgtaskd"),
      bytesMax: Int64(settings.stateBytesMax))
    return ServiceExamination.all(machine) + ingest.examine() + control.examine()
      + SocketExamination.examineWeb(path: machine.path("/run/bgtaskd/web.sock"), machine)
      + [configuration, SurroundingsExamination.catalog(machine)]
      + [
        SurroundingsExamination.clock(
          now: Clock.realtime.now(), isSynchronised: ClockState.isSynchronised)
      ]
      + state.examine() + [SurroundingsExamination.devices(machine)]
  }

  /// With the settings that hold: those of the file, or the defaults.
  private static func configuration(_ machine: ExaminedMachine) -> (Examination, Settings) {
    let subject = "config"
    let path = machine.path(machine.configurationPath)
    if !machine.has(machine.configurationPath) {
      return (.ok(subject, "\(path) is not there: defaults hold"), Settings())
    }
    do throws(ConfigurationError) {
      return (.ok(subject, "\(path) is good"), try ConfigurationReader.read(path: path))
    } catch {
      let first = error.problems.first?.text ?? path
      let more = error.problems.count > 1 ? " (and \(error.problems.count - 1) more)" : ""
      return (
        .fault(
          subject, first + more,
          mend: "bgtaskctl check-config \(path); then sudo systemctl reload bgtaskd.service"),
        Settings()
      )
    }
  }

  // MARK: Printing

  private static func text(_ examinations: [Examination], _ style: TextStyle) -> [UInt8] {
    var page = TextPage(style: style)
    for examination in examinations {
      let name = examination.verdict.name.padded(to: 9)
      page.line(
        [
          Run(name, examination.verdict.tone), Run(examination.subject.padded(to: 9)),
          Run(examination.finding),
        ], hanging: 18)
      if let mend = examination.mend {
        page.line([Run("".padded(to: 18)), Run("mend it: "), Run(mend, .strong)], hanging: 20)
      }
    }
    return page.bytes
  }

  private static func json(_ examinations: [Examination]) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("version", JSONReport.version)
      json.key("checks")
      json.array { json in
        for examination in examinations {
          json.lineBreak()
          json.object { json in
            json.member("check", examination.subject)
            json.member("verdict", examination.verdict.name)
            json.member("finding", examination.finding)
            json.member("mend", examination.mend)
          }
        }
      }
    }
    return json.bytes + [0x0A]
  }
}

extension Examination.Verdict {
  fileprivate var tone: Tone {
    switch self {
    case .ok: .good
    case .hint: .notice
    case .warning: .warning
    case .fault: .err
    }
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(width - utf8.count, 0))
  }
}
