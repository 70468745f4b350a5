/// `bgtaskctl audit --format github`: the verdict as a line of the build's log, then an annotation for
/// each fingerprint, gravest first, as the workflow commands of GitHub Actions.
package enum GitHubReport {
  /// GitHub shows so many annotations of one level for a step, and drops the rest silently.
  static let shownMax = 10

  /// All lines; infos are annotations only with `style.all`. Cleared and excused findings
  /// are none.
  package static func render(_ report: Report, style: TextStyle) -> [UInt8] {
    var page = TextPage(style: TextStyle(width: Limits.textWidthMax))
    VerdictLine.write(report, to: &page)
    var bytes = disarmed(page.bytes)
    let groups = groups(of: report, all: style.all)
    for outcome in report.gate.suppressions where outcome.state != .used {
      bytes += note(of: outcome, folder: report.gate.folder)
    }
    let unread = unread(of: report)
    bytes += unread?.bytes ?? []
    for level in GitHubCommand.Level.allCases {
      let ofLevel = groups.filter { GitHubCommand.Level($0[0].severity) == level }
      let most = unread?.level == level ? shownMax - 1 : shownMax
      let shown = ofLevel.count > most ? most - 1 : ofLevel.count
      for findings in ofLevel.prefix(shown) {
        bytes += annotation(of: findings, level, folder: report.gate.folder).bytes
      }
      if shown < ofLevel.count {
        bytes += remainder(ofLevel.dropFirst(shown), level).bytes
      }
    }
    return bytes
  }

  /// Findings of one fingerprint and level, in the order of the report.
  private static func groups(of report: Report, all: Bool) -> [[Finding]] {
    var groups: [[Finding]] = []
    var positions: [String: Int] = [:]
    for finding in report.told(all: all) where finding.isNews {
      let key = "\(finding.fingerprint) \(GitHubCommand.Level(finding.severity).rawValue)"
      if let position = positions[key] {
        groups[position].append(finding)
      } else {
        positions[key] = groups.count
        groups.append([finding])
      }
    }
    return groups
  }

  private static func annotation(
    of findings: [Finding], _ level: GitHubCommand.Level, folder: String?
  ) -> GitHubCommand {
    let first = findings[0]
    let culprit = Words.culprit(first.blame) ?? first.name
    let place = first.primaryEvidence.flatMap { $0.file == "-" ? nil : $0 }
    return GitHubCommand(
      level: level, file: place.map { ReportPath.relative($0.file, to: folder) },
      line: place?.line,
      title: culprit.map { "\(first.rule.rawValue): \($0)" } ?? first.rule.rawValue,
      message: [
        Words.message(first, others: findings.count - 1), first.advice,
        Words.launch(first.session),
      ])
  }

  /// One annotation at the first line that was not read, for all of them and for files.
  private static func unread(of report: Report) -> GitHubCommand? {
    guard let missing = Words.missing(report) else { return nil }
    guard let first = report.unread.first else {
      if report.unreadFiles.isEmpty { return nil }
      return GitHubCommand(
        level: .error, title: "The audit is \(missing)",
        message: Array(report.unreadFiles.prefix(shownMax)))
    }
    let isNamed = first.file != "-"
    return GitHubCommand(
      level: report.gate.requiresWhole ? .error : .warning,
      file: isNamed ? ReportPath.relative(first.file, to: report.gate.folder) : nil,
      line: isNamed ? first.line : nil, title: "The audit is \(missing)",
      message: report.unread.prefix(shownMax).map(Words.unread))
  }

  /// In plain words, so that they take no place of an annotation of a finding.
  private static func note(of outcome: SuppressionOutcome, folder: String?) -> [UInt8] {
    var page = TextPage(style: TextStyle(width: Limits.textWidthMax))
    let place =
      "\(ReportPath.relative(outcome.suppression.file, to: folder)):\(outcome.suppression.line)"
    page.line([Run("Note: \(place): \(Words.unfit(outcome))")])
    return disarmed(page.bytes)
  }

  private static func remainder(
    _ groups: ArraySlice<[Finding]>, _ level: GitHubCommand.Level
  ) -> GitHubCommand {
    let count = groups.reduce(0) { $0 + $1.count }
    let rules = Rule.allCases.map(\.rawValue).filter { name in
      groups.contains { $0[0].rule.rawValue == name }
    }
    return GitHubCommand(
      level: level, title: "\(Words.count(count, "more finding"))",
      message: ["Not annotated one by one: \(Words.list(rules))."])
  }

  /// One line, however long: what a wide name would put at the start of the next could be a command.
  /// Nor may it hold `##[`, which the runner still obeys anywhere in a line.
  private static func disarmed(_ bytes: [UInt8]) -> [UInt8] {
    var safe: [UInt8] = []
    for line in bytes.split(separator: 0x0A) {
      let text = line.drop { $0 == 0x20 }
      if !safe.isEmpty { safe.append(0x20) }
      for byte in text {
        if byte == UInt8(ascii: "["), safe.suffix(2).elementsEqual("##".utf8) { safe.append(0x20) }
        safe.append(byte)
      }
    }
    return safe + [0x0A]
  }
}
