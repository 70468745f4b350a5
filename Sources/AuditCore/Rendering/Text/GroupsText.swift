/// How `bgtaskctl groups` puts findings together, in the word that it takes.
package enum GroupListing: String, CaseIterable, Sendable { case fingerprint, sdk }

/// `bgtaskctl groups`: a few lines for each fingerprint, or a row for each SDK.
package enum GroupsText {
  private static let releasesMax = 8

  /// Gravest first; groups of infos only with `style.all`.
  package static func render(
    _ survey: GroupSurvey, by listing: GroupListing, style: TextStyle
  ) -> [UInt8] {
    var page = TextPage(style: style)
    let rows = survey.rows.filter { style.all || $0.group.severity > .info }
    let holders = survey.holders.filter { style.all || $0.severity > .info }
    if rows.isEmpty {
      let launches = Words.count(survey.launches, "launch", plural: "launches")
      page.line([Run("No findings in \(launches).", .good)])
    } else if listing == .sdk {
      write(holders, to: &page)
    } else {
      for (position, row) in rows.enumerated() {
        if position > 0 { page.blank() }
        write(row, to: &page)
      }
    }
    let infos = survey.rows.count - rows.count
    if infos > 0 {
      page.line([Run("\(Words.count(infos, "group")) of infos (--all shows them)", .dim)])
    }
    return page.bytes
  }

  private static func write(_ row: GroupSurvey.Row, to page: inout TextPage) {
    let group = row.group
    let word = group.severity.name.uppercased()
    let gap = String(repeating: " ", count: max(1, FindingBlock.labelWidth - word.count))
    var head = [Run(word, Tone(group.severity)), Run(gap), Run(group.rule.rawValue, .strong)]
    head.append(Run("  \(Words.culprit(group.blame) ?? group.name ?? "not known")"))
    if let sdk = group.sdk { head.append(Run(" of \(sdk)")) }
    if row.silence != nil { head.append(Run("  silenced", .good)) }
    head.append(Run("  \(row.fingerprint)", .dim))
    page.line(head, hanging: FindingBlock.labelWidth)
    let indent = Run(String(repeating: " ", count: FindingBlock.labelWidth))
    page.line(
      [indent, Run(counts(group.count, row.launches, row.launchesOf))],
      hanging: FindingBlock.labelWidth)
    let releases = row.releases.suffix(releasesMax)
    for part in releases {
      page.line(
        [
          indent,
          Run("\(name(part.release)): \(counts(part.count, part.launches, part.launchesOf))"),
        ],
        hanging: FindingBlock.labelWidth + 2)
    }
    if releases.count < row.releases.count {
      page.line([indent, Run("and \(row.releases.count - releases.count) releases before", .dim)])
    }
    if !row.resolvedIn.isEmpty {
      let releases = Words.list(row.resolvedIn.suffix(releasesMax).map(name))
      page.line([indent, Run("resolved in \(releases)", .good)], hanging: FindingBlock.labelWidth)
    }
    if let seen = Words.period(group.first, group.last) {
      page.line([indent, Run("seen \(seen)", .dim)], hanging: FindingBlock.labelWidth)
    }
  }

  private static func counts(_ findings: Int, _ launches: Int, _ all: Int?) -> String {
    let of = all.map { "\(launches) of \(Words.count($0, "launch", plural: "launches"))" }
    return "\(Words.count(findings, "finding")) in "
      + (of ?? Words.count(launches, "launch", plural: "launches"))
  }

  private static func name(_ release: Release?) -> String {
    guard let release else { return "older releases" }
    let app = release.app ?? "unnamed app"
    return release.version.map { "\(app) \($0)" } ?? "\(app), version not known"
  }

  /// What is to be mended before what comes of it: not all are named.
  private static func rules(_ holder: GroupSurvey.Holder) -> [String] {
    let causes = Rule.explaining.filter(holder.rules.contains)
    return (causes + holder.rules.filter { !causes.contains($0) }).map(\.rawValue)
  }

  private static func write(_ holders: [GroupSurvey.Holder], to page: inout TextPage) {
    var columns = Columns()
    columns.header([
      "SEVERITY", "SDK OR IMAGE", "FINDINGS", "GROUPS", "RELEASES", "LAST SEEN", "RULES",
    ])
    for holder in holders {
      columns.row([
        [Run(holder.severity.name, Tone(holder.severity))],
        [Run(holder.name ?? "not known", holder.isSDK ? .strong : .plain)],
        [Run(String(holder.count))], [Run(String(holder.groups))],
        [Run(String(holder.releases.count))], [Run(holder.last.map(StampText.brief) ?? "-")],
        [Run(Words.list(rules(holder), most: 2))] + silenced(holder),
      ])
    }
    columns.write(to: &page)
  }

  /// `silenced`, where all of its groups are, or how many.
  private static func silenced(_ holder: GroupSurvey.Holder) -> [Run] {
    if holder.silenced == 0 { return [] }
    let isAll = holder.silenced == holder.groups
    return [Run(isAll ? "  silenced" : "  \(holder.silenced) of \(holder.groups) silenced", .good)]
  }
}
