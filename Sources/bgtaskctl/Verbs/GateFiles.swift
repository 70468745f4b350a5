import AuditCore
import Configuration
import LinuxIO

/// What `--suppressions` and `--baseline` name, and what else decides whether a report fails a build.
struct GateFiles {
  static let options = [AuditVerb.baseline, AuditVerb.suppressions, AuditVerb.requireWhole]

  private let suppressions: [Suppression]
  private let baseline: Baseline?
  private let gate: ReportGate

  /// Throws what was wrong with a file, which has been said.
  init(_ arguments: Arguments, _ console: Console) throws(Refusal) {
    do throws(ConfigurationError) {
      suppressions = try arguments.value(AuditVerb.suppressions).map(SuppressionReader.read) ?? []
    } catch {
      for problem in error.problems { console.complain(problem.text) }
      throw Refusal(status: ExitStatus.configuration)
    }
    do throws(BaselineFile.Failure) {
      baseline = try arguments.value(AuditVerb.baseline).map(BaselineFile.read)
    } catch {
      console.complain(error.text)
      throw Refusal(status: error.status)
    }
    var gate = ReportGate()
    if let limit = arguments.value(AuditVerb.failOn).flatMap({ Severity(name: $0) }) {
      gate.failOn = limit
    }
    gate.requiresWhole = arguments.has(AuditVerb.requireWhole)
    gate.folder = WorkingFolder.path()
    self.gate = gate
  }

  /// Suppressions first: what they hold for takes no room in the baseline.
  func apply(to report: inout Report) {
    report.gate = gate
    report.apply(suppressions, on: CalendarDay(of: Instant(microseconds: Clock.realtime.now())))
    if let baseline { report.apply(baseline) }
  }

  static func status(of report: Report) -> Int32 {
    if report.lacksEvents { return ExitStatus.dataError }
    return report.findings.contains(where: report.fails)
      ? ExitStatus.findings : ExitStatus.success
  }
}
