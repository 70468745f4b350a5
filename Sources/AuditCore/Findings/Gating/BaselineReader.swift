/// Reads a baseline: what `--format json` printed, or the smaller object of `JSONBaseline`.
extension Baseline {
  /// Why a file is no baseline: a clause that completes "FILE: …".
  package struct Problem: Error, Hashable, Sendable {
    package var why: String
  }

  /// Cleared and suppressed findings are no part of a baseline.
  package init(reading bytes: Span<UInt8>) throws(Problem) {
    let report: PrintedReport
    do throws(PrintedReport.Problem) {
      report = try PrintedReport(reading: bytes)
    } catch {
      throw Problem(why: error.why)
    }
    self.init(sessions: report.sessions)
    for entry in report.entries where !entry.isLeftOut {
      if !add(entry.fingerprint, entry.severity, entry.count) {
        throw Problem(why: "more than \(Limits.baselineFingerprintsMax) fingerprints")
      }
    }
  }
}
