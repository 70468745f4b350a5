/// All findings of one fingerprint, over all launches, those that are no longer remembered included.
package struct FindingGroup: Sendable {
  /// What one release has of it.
  package struct Share: Hashable, Sendable {
    /// Its number in `GroupBook`; 0 for all that are not told apart any more.
    var release: UInt32
    package internal(set) var count = 0
    /// Launches that have at least one.
    package internal(set) var launches = 0
  }

  /// What `GroupBook` calls it. A group that gave way and comes again has another one.
  let number: UInt64
  let fingerprint: UInt64
  package internal(set) var rule: Rule
  package internal(set) var name: String?
  package internal(set) var blame = Blame()
  package internal(set) var sdk: String?
  /// Findings by severity, by its raw value.
  package internal(set) var counts = [Int](repeating: 0, count: Severity.allCases.count)
  package internal(set) var first: Stamp?
  package internal(set) var last: Stamp?
  /// In the order in which they were first affected.
  package internal(set) var shares: [Share] = []
  var alerts = GroupAlerts()
  /// Releases that went by without it, one of an app, and that it did not come back in.
  var resolvedIn: [UInt32] = []
  /// When it last changed, as `GroupBook` counts changes.
  var changed: UInt64 = 0

  init(number: UInt64, fingerprint: UInt64, rule: Rule) {
    self.number = number
    self.fingerprint = fingerprint
    self.rule = rule
  }

  /// Findings that stand.
  package var count: Int { counts.reduce(0, +) }

  /// Launches that have at least one.
  var affectedLaunches: Int { shares.reduce(0) { $0 + $1.launches } }

  /// The gravest of those that stand.
  package var severity: Severity {
    Severity.allCases.last { counts[Int($0.rawValue)] > 0 } ?? .info
  }

  mutating func see(_ finding: Finding) {
    name = finding.name
    blame = finding.blame
    sdk = finding.sdk?.name
    if let time = finding.firstTime, time.precedes(first) { first = time }
    if let time = finding.lastTime, time.follows(last) { last = time }
  }

  /// `by` is 1 or -1. Counts do not fall below zero, whatever was stored.
  mutating func change(_ mark: GroupMark, by step: Int, launches: Int) {
    counts[Int(mark.severity.rawValue)] = max(0, counts[Int(mark.severity.rawValue)] + step)
    let position = place(of: mark.release)
    shares[position].count = max(0, shares[position].count + step)
    shares[position].launches = max(0, shares[position].launches + launches)
    if shares[position].count == 0 { shares.remove(at: position) }
  }

  mutating func resolve(in release: UInt32) {
    if resolvedIn.count >= Limits.releasesPerGroupMax { resolvedIn.removeFirst() }
    resolvedIn.append(release)
  }

  private mutating func place(of release: UInt32) -> Int {
    if let known = shares.firstIndex(where: { $0.release == release }) { return known }
    if shares.count >= Limits.releasesPerGroupMax, release != 0 {
      let oldest = shares.firstIndex { $0.release != 0 } ?? 0
      let given = shares.remove(at: oldest)
      let rest = place(of: 0)
      shares[rest].count += given.count
      shares[rest].launches += given.launches
    }
    shares.append(Share(release: release))
    return shares.count - 1
  }

  /// The releases are not told apart any more.
  mutating func join(_ releases: Set<UInt32>) {
    let joined = shares.filter { releases.contains($0.release) }
    if joined.isEmpty { return }
    shares.removeAll { releases.contains($0.release) }
    let rest = place(of: 0)
    for share in joined {
      shares[rest].count += share.count
      shares[rest].launches += share.launches
    }
  }
}

/// What a finding is counted as.
struct GroupMark: Hashable, Sendable {
  /// `FindingGroup.number`.
  var group: UInt64
  var release: UInt32
  var severity: Severity

  /// Where a launch is counted once, however many findings it has.
  struct Place: Hashable, Sendable {
    var group: UInt64
    var release: UInt32
  }

  var place: Place { Place(group: group, release: release) }
}

/// One version of an app, or of a process whose app no line names.
package struct Release: Hashable, Sendable {
  package var app: String?
  package var version: String?

  package init(app: String?, version: String?) {
    self.app = app
    self.version = version
  }

  package init(of session: SessionIdentity) {
    self.init(app: session.app ?? session.process, version: session.appVersion)
  }
}
