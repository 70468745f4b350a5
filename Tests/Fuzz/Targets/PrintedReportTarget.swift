@testable import AuditCore

/// A file that is given as a baseline or as a side of a comparison: it is refused in a line that can be
/// printed, or it is a run that is not worse than itself.
enum PrintedReportTarget {
  static let target = FuzzTarget(name: "printed-report", run: run) {
    $0.pieces(of: 400, upTo: 1).flatMap { log in
      let auditor = Auditor()
      let source = auditor.open(SourceInfo(name: "x.log"))
      var decoder = StreamDecoder(source: source)
      decoder.consume(log.span, into: auditor)
      decoder.finish(into: auditor)
      auditor.close(source, over: true)
      let report = auditor.report()
      return [JSONReport.render(report), JSONBaseline.render(report)]
    }
  }

  private static func run(_ input: inout FuzzInput) throws(BrokenProperty) {
    let bytes = input.rest()
    var baseline: Baseline?
    do throws(Baseline.Problem) {
      baseline = try Baseline(reading: bytes.span)
    } catch {
      try Output.requireSafe(error.why)
      try require(!error.why.contains("\n"), "a problem of two lines")
    }
    let run = try? AuditedRun(reading: bytes.span)
    try require((run == nil) == (baseline == nil), "a baseline and no run, or the other way round")
    guard let run else { return }
    let comparison = RunComparison(old: run, new: run, failOn: .info, all: true)
    try require(comparison.verdict == .same, "worse or better than itself")
    try Output.requireJSON(JSONComparison.render(comparison))
    try Output.requireSafe(ComparisonText.render(comparison, style: TextStyle(all: true)))
  }
}
