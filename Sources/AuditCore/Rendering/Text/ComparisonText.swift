/// `bgtaskctl compare`: the verdict first, then what is worse, then what is better, then the SDKs.
package enum ComparisonText {
  /// The whole page; fingerprints that did not change only with `style.all`.
  package static func render(_ comparison: RunComparison, style: TextStyle) -> [UInt8] {
    var page = TextPage(style: style)
    verdict(comparison, to: &page)
    let shown = comparison.changes.filter { style.all || $0.kind != .same }
    if !shown.isEmpty {
      page.blank()
      var columns = Columns()
      columns.header([
        "CHANGE", "SEVERITY", "RULE", "TO BLAME", "FINDINGS", "A LAUNCH", "FINGERPRINT",
      ])
      for change in shown { columns.row(row(change, in: comparison)) }
      columns.write(to: &page)
    }
    if !comparison.shares.isEmpty {
      page.blank()
      var columns = Columns()
      columns.header(["SDK OR IMAGE", "FINDINGS", "A LAUNCH"])
      for share in comparison.shares {
        columns.row([
          [Run(share.name ?? "not known", share.isSDK ? .strong : .plain)],
          [Run("\(share.old) → \(share.new)")],
          [Run(rates(share.old, share.new, in: comparison))],
        ])
      }
      columns.write(to: &page)
    }
    return page.bytes
  }

  private static func verdict(_ comparison: RunComparison, to page: inout TextPage) {
    let word = comparison.verdict.rawValue.uppercased()
    let tone: Tone =
      switch comparison.verdict {
      case .worse: .err
      case .better: .good
      case .same: .plain
      }
    let more = counts([.new, .more, .graver], in: comparison)
    let others = counts([.fewer, .gone, .same], in: comparison)
    let isHarmless = comparison.verdict != .worse && !more.isEmpty
    // Why it is no worse for them.
    let why = isHarmless ? " (none of them \(comparison.failOn.orGraver))" : ""
    let all = [more.isEmpty ? "" : more + why, others].filter { !$0.isEmpty }
    let counts = all.isEmpty ? "no findings in either" : all.joined(separator: ", ")
    let launches =
      "\(Words.count(comparison.oldSessions, "launch", plural: "launches")) before, "
      + "\(comparison.newSessions) now"
    let gap = String(repeating: " ", count: max(1, FindingBlock.labelWidth - word.count))
    page.line(
      [Run(word, tone), Run(gap), Run("\(counts); \(launches)")],
      hanging: FindingBlock.labelWidth)
  }

  /// `2 new, 1 more`: how many fingerprints of these kinds there are.
  private static func counts(
    _ kinds: [RunComparison.Kind], in comparison: RunComparison
  ) -> String {
    kinds.filter { comparison.count($0) > 0 }.map { "\(comparison.count($0)) \($0.rawValue)" }
      .joined(separator: ", ")
  }

  private static func row(_ change: RunComparison.Change, in comparison: RunComparison) -> [[Run]] {
    let group = change.group
    let tone: Tone =
      change.isWorse ? .err : change.kind == .gone || change.kind == .fewer ? .good : .plain
    return [
      [Run(change.kind.rawValue, tone)], [Run(group.severity.name, Tone(group.severity))],
      [Run(group.rule)], [Run(Words.culprit(group.blame) ?? group.name ?? "not known")],
      [Run("\(change.old) → \(change.new)")],
      [Run(rates(change.old, change.new, in: comparison))],
      [Run(group.fingerprint, .dim)],
    ]
  }

  private static func rates(_ old: Int, _ new: Int, in comparison: RunComparison) -> String {
    "\(rate(old, comparison.oldSessions)) → \(rate(new, comparison.newSessions))"
  }

  /// Rounded to two decimals, as people compare.
  private static func rate(_ count: Int, _ sessions: Int) -> String {
    let rate = min(LaunchRate.millionths(count, of: sessions), .max - 5_000)
    return DurationText.seconds((rate + 5_000) / 10_000 * 10_000)
  }
}
