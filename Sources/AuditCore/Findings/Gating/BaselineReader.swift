/// Reads a baseline: what `--format json` printed, or the smaller object of `JSONBaseline`.
extension Baseline {
  /// Why a file is no baseline: a clause that completes "FILE: …".
  package struct Problem: Error, Hashable, Sendable {
    package var why: String
    /// Counted from 1; nil where the file is no report at all.
    package var line: Int?
  }

  /// Cleared and suppressed findings are no part of a baseline.
  package init(reading bytes: Span<UInt8>) throws(Problem) {
    let report: PrintedReport
    do throws(PrintedReport.Problem) {
      report = try PrintedReport(reading: bytes)
    } catch {
      throw Problem(error)
    }
    self.init(sessions: report.sessions)
    for entry in report.entries where !entry.isLeftOut {
      if !add(entry.fingerprint, entry.severity, entry.count) {
        throw Problem(why: "more than \(Limits.baselineFingerprintsMax) fingerprints")
      }
    }
  }
}

extension Baseline.Problem {
  init(_ problem: PrintedReport.Problem) { (why, line) = (problem.why, problem.line) }

  /// With the file, and if it is known the line, in front.
  package func text(of path: String) -> String {
    "\(path):\(line.map { "\($0):" } ?? "") \(why)"
  }
}
