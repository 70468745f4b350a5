import AuditCore
import AuditStore
import Configuration
import LinuxIO

/// `bgtaskctl db`: looks at the state that a daemon keeps, beside it or when it is stopped.
enum DatabaseVerb {
  static let state = Option(
    "--state", .text("DIR"),
    help: "The daemon's state directory; else $STATE_DIRECTORY, else /var/lib/bgtaskd")

  static let verb = Verb(
    "db", summary: "Check or export the state that the daemon keeps",
    operands: "check | export", operandCount: 1...1,
    options: [state, AuditVerb.format, SharedOptions.json, QueryVerb.all, AuditVerb.config],
    details: [
      "check reads every page and every row and says what it found, and what is wrong. It changes "
        + "nothing and may run beside the daemon.",
      "export prints the report of all sessions in it, as audit does for log files: outstanding tasks "
        + "and findings as of the daemon's last commit.",
      "Exit status: 0 sound, 65 damaged or not a database of bgtaskd, 66 there is none, 74 it cannot be "
        + "read, 75 it is in use, 78 of another version or a bad configuration, \(ExitStatus.common)",
    ], run: run)

  @Sendable private static func run(_ arguments: Arguments, _ console: Console) -> Int32 {
    let directory =
      arguments.value(state) ?? console.environment.stateDirectory ?? "/var/lib/bgtaskd"
    switch arguments.operands[0] {
    case "check": return check(directory, arguments, console)
    case "export": return export(directory, arguments, console)
    default:
      return console.refuse(
        UsageError(
          what: arguments.operands[0], why: "not one of check, export", verb: verb.name))
    }
  }

  // MARK: Check

  private static func check(
    _ directory: String, _ arguments: Arguments, _ console: Console
  ) -> Int32 {
    do {
      // Let go before anything is printed: a reader holds up the daemon's log.
      let (check, auditor) = try look(at: directory)
      let page =
        arguments.has(SharedOptions.json)
        ? DatabaseReport.json(check, auditor)
        : DatabaseReport.text(check, auditor, console.style(arguments))
      console.output.write(page)
      return check.isSound ? ExitStatus.success : ExitStatus.dataError
    } catch {
      return refuse(error, console)
    }
  }

  private static func look(at directory: String) throws -> (StoreCheck, Auditor?) {
    let database = try StateReader(
      path: directory, options: StoreOptions(rowFormat: StateFormat.version))
    var check = try database.check()
    if !check.isSound { return (check, nil) }
    do {
      return (check, try StoredAudit.restore(database, AuditConfiguration()))
    } catch let damage as StateDamage {
      check.problems.append(damage.text)
      return (check, nil)
    }
  }

  // MARK: Export

  private static func export(
    _ directory: String, _ arguments: Arguments, _ console: Console
  ) -> Int32 {
    do throws(UsageError) {
      let format = try AuditVerb.chosenFormat(arguments, of: verb)
      return export(directory, format, arguments, console)
    } catch {
      return console.refuse(error)
    }
  }

  private static func export(
    _ directory: String, _ format: ReportFormat, _ arguments: Arguments, _ console: Console
  ) -> Int32 {
    do {
      let settings =
        try arguments.value(AuditVerb.config).map { try ConfigurationReader.read(path: $0) }
        ?? ConfigurationReader.defaults()
      let auditor = try StoredAudit.restore(
        try StateReader(path: directory, options: StoreOptions(rowFormat: StateFormat.version)),
        settings.audit)
      let showsAll = arguments.has(QueryVerb.all)
      let report = auditor.report(includeCleared: showsAll)
      console.output.write(format.render(report, console.style(arguments, all: showsAll)))
      return ExitStatus.success
    } catch let error as ConfigurationError {
      for problem in error.problems { console.complain(problem.text) }
      return ExitStatus.configuration
    } catch {
      return refuse(error, console)
    }
  }

  private static func refuse(_ error: any Error, _ console: Console) -> Int32 {
    switch error {
    case let error as StoreError:
      console.complain(error.description)
      return error.exitStatus
    case let damage as StateDamage:
      console.complain(damage.text)
    default:
      console.complain("\(error)")
    }
    return ExitStatus.dataError
  }
}

/// The audit that a database holds.
enum StoredAudit {
  /// Puts every row into a fresh auditor, at the time of the capture.
  static func restore(
    _ database: StateReader, _ configuration: AuditConfiguration
  ) throws -> Auditor {
    let auditor = Auditor(configuration: configuration, demangle: SwiftDemangler.demangle)
    var restorer = StateRestorer(
      into: auditor, monotonicShift: 0, format: database.meta.rowFormat)
    try database.readRows { key, value in try restorer.take(key, value) }
    let moment = StateMoment(decoding: database.meta.bytes)
    try restorer.finish(now: moment?.clocks.monotonic ?? Instant(microseconds: 0))
    return auditor
  }
}
