/// What became better and worse between two runs, fingerprint by fingerprint and launch for launch.
///
/// Counts are compared as if both runs had as many launches: there are more of a fingerprint only where
/// there is at least one whole finding more than the old run's rate gives. So a longer log does not look
/// worse by being longer.
package struct RunComparison: Sendable {
  /// What happened to a fingerprint, in the word that reports use.
  package enum Kind: String, CaseIterable, Sendable {
    case new, more
    /// Not more of them, but more that fail.
    case graver
    case fewer, gone, same
  }

  /// One fingerprint in both runs.
  package struct Change: Sendable {
    package var kind: Kind
    /// More of it fail than before: the comparison is worse for it.
    package var isWorse: Bool
    /// As the newer run has it, or where it is gone, as the older had it.
    package var group: AuditedRun.Group
    package var old: Int
    package var new: Int
  }

  /// All findings of one SDK, or where none is known of one image.
  package struct Share: Sendable {
    /// nil where nobody is known.
    package var name: String?
    package var isSDK: Bool
    package var old: Int
    package var new: Int
  }

  /// Worse before better: one thing that got worse is not made good by others.
  package enum Verdict: String, Sendable { case worse, better, same }

  package let oldSessions: Int
  package let newSessions: Int
  /// Findings of this severity or graver can make it worse.
  package let failOn: Severity
  /// By kind, and within one in the order of the runs.
  package private(set) var changes: [Change] = []
  /// In the order in which the changes name them.
  package private(set) var shares: [Share] = []

  /// Findings from `failOn` on can make it worse; infos are counted only with `all`.
  package init(old: AuditedRun, new: AuditedRun, failOn: Severity, all: Bool) {
    oldSessions = old.sessions
    newSessions = new.sessions
    self.failOn = failOn
    let least = all ? Severity.info : min(.notice, failOn)
    for group in new.groups where group.count(from: least) > 0 {
      add(group, old.group(group.fingerprint), group, from: least, failOn)
    }
    for group in old.groups where group.count(from: least) > 0 {
      if new.group(group.fingerprint)?.count(from: least) ?? 0 > 0 { continue }
      add(group, group, nil, from: least, failOn)
    }
    let order = Kind.allCases
    changes = order.flatMap { kind in changes.filter { $0.kind == kind } }
    for change in changes { share(change) }
  }

  package var verdict: Verdict {
    if changes.contains(where: \.isWorse) { return .worse }
    return changes.contains { $0.kind == .fewer || $0.kind == .gone } ? .better : .same
  }

  /// Fingerprints that this happened to.
  package func count(_ kind: Kind) -> Int { changes.count { $0.kind == kind } }

  private mutating func add(
    _ shown: AuditedRun.Group, _ old: AuditedRun.Group?, _ new: AuditedRun.Group?,
    from least: Severity, _ failOn: Severity
  ) {
    let before = old?.count(from: least) ?? 0
    let after = new?.count(from: least) ?? 0
    let failing = new?.count(from: failOn) ?? 0
    let isWorse = failing > scaled(old?.count(from: failOn) ?? 0, roundedUp: true)
    let kind: Kind =
      if before == 0 {
        .new
      } else if after == 0 {
        .gone
      } else if after > scaled(before, roundedUp: true) {
        .more
      } else if isWorse {
        .graver
      } else if after < scaled(before, roundedUp: false) {
        .fewer
      } else {
        .same
      }
    changes.append(
      Change(kind: kind, isWorse: isWorse, group: shown, old: before, new: after))
  }

  /// What so many findings of the old run would be in as many launches as the new one has.
  private func scaled(_ count: Int, roundedUp: Bool) -> Int {
    let (product, overflow) = count.multipliedReportingOverflow(by: newSessions)
    if overflow { return .max }
    return product / oldSessions + (roundedUp && product % oldSessions != 0 ? 1 : 0)
  }

  private mutating func share(_ change: Change) {
    let name = change.group.sdk ?? change.group.blame.image
    let isSDK = change.group.sdk != nil
    let position =
      shares.firstIndex { $0.name == name && $0.isSDK == isSDK } ?? shares.count
    if position == shares.count { shares.append(Share(name: name, isSDK: isSDK, old: 0, new: 0)) }
    shares[position].old = Self.sum(shares[position].old, change.old)
    shares[position].new = Self.sum(shares[position].new, change.new)
  }

  private static func sum(_ a: Int, _ b: Int) -> Int {
    let (sum, overflow) = a.addingReportingOverflow(b)
    return overflow ? .max : sum
  }
}

/// A rate of findings for each launch.
package enum LaunchRate {
  /// In millionths, rounded down; saturates.
  package static func millionths(_ count: Int, of sessions: Int) -> Int64 {
    let (product, overflow) = Int64(clamping: count).multipliedReportingOverflow(by: 1_000_000)
    return overflow ? .max : product / Int64(max(1, sessions))
  }
}
