/// The groups of findings as they are shown: gravest first, then most.
package struct GroupSurvey: Sendable {
  /// What one release has of a group.
  package struct Part: Hashable, Sendable {
    /// nil for releases that are not told apart any more.
    package var release: Release?
    package var count: Int
    /// Launches affected, and all that are known of it; nil where that is not known.
    package var launches: Int
    package var launchesOf: Int?
  }

  /// One fingerprint.
  package struct Row: Sendable {
    package var group: FindingGroup
    /// 16 hexadecimal digits, as findings have it.
    package var fingerprint: String
    /// Launches affected, and all of the apps that are.
    package var launches: Int
    package var launchesOf: Int
    package var releases: [Part]
    /// Releases that went by without it, one of each app that had it.
    package var resolvedIn: [Release]
    /// Why its findings give no alert; nil where they may, and offline.
    package var silence: Suppression?
  }

  /// All groups of one SDK, or where none is known of one image.
  package struct Holder: Sendable {
    /// nil where nobody is known.
    package var name: String?
    package var isSDK: Bool
    package var severity: Severity
    package var count = 0
    package var groups = 0
    /// Groups of them whose findings give no alert.
    package var silenced = 0
    /// In the order of the rows.
    package var rules: [Rule] = []
    package var releases: Set<Release> = []
    package var first: Stamp?
    package var last: Stamp?
  }

  package private(set) var rows: [Row] = []
  package private(set) var holders: [Holder] = []
  /// All that are known, of all apps.
  package let launches: Int

  /// `open`: launches that have not ended.
  init(
    _ book: GroupBook, open: [Release: Int], silence: (FindingGroup) -> Suppression? = { _ in nil }
  ) {
    var known = open
    for release in book.releases.values { known[release.release, default: 0] += release.launches }
    launches = known.values.reduce(0, +)
    var ofApp: [String?: Int] = [:]
    for (release, count) in known { ofApp[release.app, default: 0] += count }
    for group in book.groups.values where group.count > 0 {
      var row = Self.row(group, book, known, ofApp)
      row.silence = silence(group)
      rows.append(row)
    }
    rows.sort { a, b in
      let (first, second) = (a.group, b.group)
      if first.severity != second.severity { return first.severity > second.severity }
      if first.count != second.count { return first.count > second.count }
      return a.fingerprint < b.fingerprint
    }
    var places: [Holder.Key: Int] = [:]
    for row in rows {
      let key = Holder.Key(
        name: row.group.sdk ?? row.group.blame.image, isSDK: row.group.sdk != nil)
      let place = places[key] ?? holders.count
      if place == holders.count {
        places[key] = place
        holders.append(Holder(name: key.name, isSDK: key.isSDK, severity: row.group.severity))
      }
      holders[place].add(row)
    }
    holders.sort { a, b in
      if a.severity != b.severity { return a.severity > b.severity }
      if a.count != b.count { return a.count > b.count }
      return (a.name ?? "", a.isSDK ? 1 : 0) < (b.name ?? "", b.isSDK ? 1 : 0)
    }
  }

  private static func row(
    _ group: FindingGroup, _ book: GroupBook, _ known: [Release: Int], _ ofApp: [String?: Int]
  ) -> Row {
    let parts = group.shares.map { share in
      let release = book.releases[share.release]?.release
      let all = release.flatMap { known[$0] }
      return Part(
        release: release, count: share.count, launches: share.launches,
        launchesOf: all.map { max($0, share.launches) })
    }
    let affected = parts.reduce(0) { $0 + $1.launches }
    let apps = Set(parts.compactMap(\.release).map(\.app))
    let all = apps.reduce(0) { $0 + (ofApp[$1] ?? 0) }
    return Row(
      group: group, fingerprint: Fingerprint.text(group.fingerprint), launches: affected,
      // What was forgotten of releases is no reason to say "3 of 2".
      launchesOf: max(all, affected), releases: parts,
      resolvedIn: group.resolvedIn.compactMap { book.releases[$0]?.release })
  }
}

extension GroupSurvey.Holder {
  fileprivate struct Key: Hashable {
    var name: String?
    var isSDK: Bool
  }

  fileprivate mutating func add(_ row: GroupSurvey.Row) {
    count += row.group.count
    groups += 1
    if row.silence != nil { silenced += 1 }
    if !rules.contains(row.group.rule) { rules.append(row.group.rule) }
    releases.formUnion(row.releases.compactMap(\.release))
    for time in [row.group.first, row.group.last].compactMap(\.self) {
      if time.precedes(first) { first = time }
      if time.follows(last) { last = time }
    }
  }
}
