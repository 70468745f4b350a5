/// A part of the programs that takes bytes from strangers, and what must hold whatever the bytes.
///
/// libFuzzer runs it in the program `fuzz`; the unit tests run it on every file of `Regressions`.
struct FuzzTarget: Sendable {
  /// Names the folders of its corpus and of its regressions.
  let name: String
  /// Runs one input. A trap, a leak or a thrown property is a finding.
  let run: @Sendable (inout FuzzInput) throws(BrokenProperty) -> Void
  /// Inputs to begin with, made of the cases' logs.
  let seeds: @Sendable (SeedLogs) -> [[UInt8]]

  static let all = [
    FramingTarget.target,
    FormatTarget.target,
    ClientTarget.target,
    StackTarget.target,
    AuditTarget.target,
    AuditTarget.report,
    ControlTarget.target,
    ConfigurationTarget.target,
    SuppressionsTarget.target,
    WebTargetTarget.target,
    PrintedReportTarget.target,
    PatternTarget.target,
    SurvivalTarget.target,
    RowsTarget.target,
    StoreTarget.target,
    SpoolTarget.target,
  ]
}
