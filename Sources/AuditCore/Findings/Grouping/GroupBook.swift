/// Findings by fingerprint, and launches by release, over everything that was ever audited: sessions come and
/// go, the book stays.
///
/// A finding is counted when it is filed and counted off when it is cleared; `GroupMark` says what it was
/// counted as. A pure value without a clock: the same findings in the same order give the same book. Bounded by
/// `Limits`; the half that was quiet for the longest gives way at once, so that this costs little.
struct GroupBook: Sendable {
  struct KnownRelease: Sendable {
    var release: Release
    /// Launches that have ended.
    var launches = 0
    /// What it has not had by now is over.
    var isSettled = false
    /// When it last changed, as `changes` counts.
    var changed: UInt64 = 0
  }

  private(set) var groups: [UInt64: FindingGroup] = [:]
  private(set) var releases: [UInt32: KnownRelease] = [:]
  private var groupNumbers: [UInt64: UInt64] = [:]
  private var releaseNumbers: [Release: UInt32] = [:]
  /// Numbers given so far.
  private var groupsEver: UInt64 = 0
  private var releasesEver: UInt32 = 0
  private var changes: UInt64 = 0
  /// What differs from what is stored.
  private var unsavedGroups: Set<UInt64> = []
  private var unsavedReleases: Set<UInt32> = []

  // MARK: Counting

  /// The number of a release, which is new if need be; 0 where numbers have run out.
  mutating func number(of release: Release) -> UInt32 {
    if let known = releaseNumbers[release] { return known }
    if releasesEver == .max { return 0 }
    if releases.count >= Limits.releasesMax { dropReleases() }
    releasesEver += 1
    releaseNumbers[release] = releasesEver
    releases[releasesEver] = KnownRelease(release: release)
    touch(releasesEver)
    return releasesEver
  }

  /// The number of the group with a fingerprint, which is new if need be.
  mutating func number(ofFingerprint fingerprint: UInt64, rule: Rule) -> UInt64 {
    if let known = groupNumbers[fingerprint] { return known }
    if groups.count >= Limits.groupsMax { dropGroups() }
    groupsEver += 1
    groupNumbers[fingerprint] = groupsEver
    groups[groupsEver] = FindingGroup(number: groupsEver, fingerprint: fingerprint, rule: rule)
    return groupsEver
  }

  /// Counts a finding. `isFirst`: its launch had none at this place.
  mutating func count(_ mark: GroupMark, _ finding: Finding, isFirst: Bool) {
    groups[mark.group]?.change(mark, by: 1, launches: isFirst ? 1 : 0)
    groups[mark.group]?.see(finding)
    touch(mark.group)
    reopen(mark)
  }

  /// Counts a finding off. `isLast`: its launch has none left at this place. A group without findings is not
  /// shown, and what was told of it is remembered.
  mutating func discount(_ mark: GroupMark, isLast: Bool) {
    guard var group = groups[mark.group] else { return }
    let release = group.shares.contains { $0.release == mark.release } ? mark.release : 0
    let counted = GroupMark(group: mark.group, release: release, severity: mark.severity)
    group.change(counted, by: -1, launches: isLast ? -1 : 0)
    if group.count == 0 { group.alerts.cleared() }
    change(group)
  }

  /// A launch of the release has ended.
  mutating func countLaunch(of release: UInt32) {
    guard releases[release] != nil else { return }
    releases[release]?.launches += 1
    touch(release)
  }

  /// Something else of the group is different.
  mutating func change(_ group: FindingGroup) {
    groups[group.number] = group
    touch(group.number)
  }

  mutating func noteSettled(_ release: UInt32) {
    releases[release]?.isSettled = true
    touch(release)
  }

  private mutating func touch(_ group: UInt64) {
    if groups[group] == nil { return }
    changes += 1
    groups[group]?.changed = changes
    unsavedGroups.insert(group)
  }

  private mutating func touch(_ release: UInt32) {
    changes += 1
    releases[release]?.changed = changes
    unsavedReleases.insert(release)
  }

  // MARK: Room

  private mutating func drop(_ group: FindingGroup) {
    groups[group.number] = nil
    groupNumbers[group.fingerprint] = nil
    unsavedGroups.insert(group.number)
  }

  private mutating func dropGroups() {
    let quiet = groups.values.sorted { $0.changed < $1.changed }
    for group in quiet.prefix(groups.count / 2) { drop(group) }
  }

  private mutating func dropReleases() {
    let quiet = releases.sorted { $0.value.changed < $1.value.changed }.prefix(releases.count / 2)
    for (number, known) in quiet {
      releases[number] = nil
      releaseNumbers[known.release] = nil
      unsavedReleases.insert(number)
    }
    let gone = Set(quiet.map(\.key))
    for number in groups.keys
    where groups[number]?.shares.contains(where: { gone.contains($0.release) }) == true {
      groups[number]?.join(gone)
      unsavedGroups.insert(number)
    }
  }
}

// MARK: - Storing

extension GroupBook {
  /// What no row of a group or release holds.
  mutating func passCounts(through archive: inout Archive) {
    archive.passTally(&groupsEver)
    archive.pass(&releasesEver)
    archive.passTally(&changes)
  }

  /// Numbers of groups that changed since the last call, some of which may be gone; all where `isWhole`.
  mutating func takeUnsavedGroups(isWhole: Bool) -> [UInt64] {
    defer { unsavedGroups = [] }
    return (isWhole ? Array(groups.keys) : Array(unsavedGroups)).sorted()
  }

  /// The same of releases.
  mutating func takeUnsavedReleases(isWhole: Bool) -> [UInt32] {
    defer { unsavedReleases = [] }
    return (isWhole ? Array(releases.keys) : Array(unsavedReleases)).sorted()
  }

  /// Rows that the next capture has of it.
  var unsavedCount: Int { unsavedGroups.count + unsavedReleases.count }

  /// Puts a release back; `false` if it cannot be.
  mutating func restore(_ known: KnownRelease, number: Int64) -> Bool {
    guard let number = UInt32(exactly: number), number > 0, number <= releasesEver,
      releases.count < Limits.releasesMax, releaseNumbers[known.release] == nil,
      known.launches >= 0, known.changed <= changes
    else { return false }
    releases[number] = known
    releaseNumbers[known.release] = number
    return true
  }

  /// Puts a group back, once all releases are; `false` if it cannot be.
  mutating func restore(_ group: FindingGroup, number: Int64) -> Bool {
    guard group.number == UInt64(exactly: number), group.number <= groupsEver,
      groups.count < Limits.groupsMax, groupNumbers[group.fingerprint] == nil,
      group.isSound, group.changed <= changes
    else { return false }
    for share in group.shares where share.release != 0 && releases[share.release] == nil {
      return false
    }
    groups[group.number] = group
    groupNumbers[group.fingerprint] = group.number
    return true
  }
}

extension FindingGroup {
  /// Its numbers are such as come of counting.
  fileprivate var isSound: Bool {
    number > 0 && counts.count == Severity.allCases.count && counts.allSatisfy { $0 >= 0 }
      && shares.count <= Limits.releasesPerGroupMax + 1
      && Set(shares.map(\.release)).count == shares.count
      && shares.allSatisfy { $0.count > 0 && $0.launches >= 0 && $0.launches <= $0.count }
  }
}

extension FindingGroup: Archivable {
  package static var blank: FindingGroup {
    FindingGroup(number: 0, fingerprint: 0, rule: .unpairedTask)
  }

  package mutating func pass(through archive: inout Archive) {
    var (number, fingerprint) = (number, fingerprint)
    archive.pass(&number)
    archive.pass(&fingerprint)
    archive.passCase(&rule)
    if archive.isReading {
      self = FindingGroup(number: number, fingerprint: fingerprint, rule: rule)
    }
    archive.pass(&name)
    archive.pass(&blame.image)
    archive.pass(&blame.symbol)
    archive.pass(&blame.holder)
    archive.pass(&sdk)
    archive.pass(&counts)
    archive.pass(&first)
    archive.pass(&last)
    archive.passList(&shares, blank: Share(release: 0)) { archive, share in
      archive.pass(&share.release)
      archive.pass(&share.count)
      archive.pass(&share.launches)
    }
    archive.pass(&changed)
    if archive.format >= 5 {
      archive.pass(&alerts)
      archive.pass(&resolvedIn)
      archive.require(resolvedIn.count <= Limits.releasesPerGroupMax)
    } else {
      alerts = GroupAlerts(toldOf: count)
    }
  }
}

extension GroupBook.KnownRelease: Archivable {
  static var blank: GroupBook.KnownRelease {
    GroupBook.KnownRelease(release: Release(app: nil, version: nil))
  }

  mutating func pass(through archive: inout Archive) {
    archive.pass(&release.app)
    archive.pass(&release.version)
    archive.pass(&launches)
    archive.pass(&changed)
    if archive.format >= 5 { archive.pass(&isSettled) }
  }
}

extension GroupMark: Archivable {
  static var blank: GroupMark { GroupMark(group: 0, release: 0, severity: .info) }

  mutating func pass(through archive: inout Archive) {
    archive.pass(&group)
    archive.pass(&release)
    archive.passCase(&severity)
  }
}
