/// The files that were not read, and the lines that look like events and were not.
enum UnreadText {
  private static let shownMax = 8

  static func write(_ report: Report, to page: inout TextPage) {
    if report.unread.isEmpty, report.unreadFiles.isEmpty { return }
    page.blank()
    for file in report.unreadFiles { page.line([Run(file, .warning)]) }
    for line in report.unread.prefix(shownMax) {
      page.line([Run(Words.unread(line), .warning)])
    }
    let others = report.summary.unreadableEvents - min(shownMax, report.unread.count)
    if others > 0 {
      page.line([Run("and \(Words.count(others, "more line")) (audit --explain-lines)", .warning)])
    }
  }
}

/// What of a report fails no build and why, in a line for each fingerprint.
enum ExcusedText {
  private static let shownMax = 20

  /// The findings that are excused, unless they are told in full; then what came of the baseline
  /// and of the suppressions.
  static func write(_ report: Report, to page: inout TextPage) {
    if !page.style.all { lines(report.findings, to: &page) }
    if let outcome = report.gate.baseline { baseline(outcome, to: &page) }
    let unfit = report.gate.suppressions.filter { $0.state != .used }
    if !unfit.isEmpty { page.blank() }
    for outcome in unfit {
      let place = "\(outcome.suppression.file):\(outcome.suppression.line)"
      page.line([Run("\(place): \(Words.unfit(outcome))", .warning)])
    }
  }

  private static func lines(_ findings: [Finding], to page: inout TextPage) {
    var groups: [(finding: Finding, count: Int)] = []
    var positions: [String: Int] = [:]
    for finding in findings where finding.severity > .info {
      guard let excuse = finding.excuse else { continue }
      let key = "\(excuse.name) \(finding.fingerprint)"
      if let position = positions[key] {
        groups[position].count += 1
      } else {
        positions[key] = groups.count
        groups.append((finding, 1))
      }
    }
    if groups.isEmpty { return }
    page.blank()
    var columns = Columns(rigid: 2)
    for (finding, count) in groups.prefix(shownMax) {
      columns.row([
        [Run((finding.excuse?.name ?? "").uppercased(), .info)], [Run(finding.rule.rawValue)],
        [Run(Words.culprit(finding.blame) ?? finding.name ?? "not known who")],
        [Run(told(finding, count), .dim)],
      ])
    }
    columns.write(to: &page)
    if groups.count > shownMax {
      page.line([Run("and \(groups.count - shownMax) more fingerprints (--all)", .dim)])
    }
  }

  private static func told(_ finding: Finding, _ count: Int) -> String {
    let findings = "\(Words.count(count, "finding")), fingerprint \(finding.fingerprint)"
    guard let suppression = finding.excuse?.suppression else { return findings }
    let until = suppression.until.map { ", until \($0.text)" } ?? ""
    return "\(findings): \(suppression.name): \(suppression.reason)\(until)"
  }

  private static func baseline(_ outcome: BaselineOutcome, to page: inout TextPage) {
    page.blank()
    var text = "Baseline: \(outcome.known) known, \(outcome.new) new"
    if outcome.gone > 0 {
      text += "; \(Words.count(outcome.gone, "fingerprint")) of it not found any more"
    }
    page.line([Run(text + ".")])
  }
}
