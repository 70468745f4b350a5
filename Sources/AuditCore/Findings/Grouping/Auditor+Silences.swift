/// How many silences are configured, and of how many the last day is over.
package struct SilenceCounts: Hashable, Sendable {
  package var all = 0
  package var expired = 0
}

extension Auditor {
  /// Counted by the day on which something was last heard; none is expired before that.
  package var silenceCounts: SilenceCounts {
    let silences = configuration.silences
    return SilenceCounts(
      all: silences.count,
      expired: today.map { day in silences.count { !$0.isInForce(on: day) } } ?? 0)
  }

  /// The first silence that is in force and holds for a finding of the group of `mark`. Offline there is none.
  func silence(for finding: Finding, mark: GroupMark?) -> Suppression? {
    if configuration.silences.isEmpty { return nil }
    return firstSilence(count: mark.flatMap { groups.groups[$0.group]?.count } ?? 0) {
      $0.holds(for: finding)
    }
  }

  /// The first silence that is in force and holds for findings of the group, in any of its releases.
  func silence(for group: FindingGroup) -> Suppression? {
    if configuration.silences.isEmpty { return nil }
    let apps = Set(group.shares.compactMap { groups.releases[$0.release]?.release.app })
    return firstSilence(count: group.count) { $0.holds(for: group, apps: apps) }
  }

  private func firstSilence(
    count: Int, _ isMeant: (SuppressionMatch) -> Bool
  ) -> Suppression? {
    guard let today else { return nil }
    return configuration.silences.first { silence in
      silence.isInForce(on: today) && count <= silence.countMax ?? .max && isMeant(silence.match)
    }
  }

  /// nil offline, where nobody says which day it is.
  private var today: CalendarDay? {
    guard let arrival, let now else { return nil }
    return CalendarDay(of: arrival.wall + max(0, now - arrival.monotonic))
  }
}

extension SuppressionMatch {
  /// Whether findings of the group are meant. Of their processes it knows those that name no app.
  fileprivate func holds(for group: FindingGroup, apps: Set<String>) -> Bool {
    (rules.isEmpty || rules.contains(group.rule))
      && (fingerprints.isEmpty || fingerprints.contains(Fingerprint.text(group.fingerprint)))
      && fits(sdks, [group.sdk]) && fits(images, [group.blame.image])
      && fits(symbols, [group.blame.symbol]) && fits(holders, [group.blame.holder])
      && fits(tasks, [group.name]) && fits(self.apps, apps) && fits(processes, apps)
  }

  private func fits(_ patterns: [TextPattern], _ texts: some Sequence<String?>) -> Bool {
    patterns.isEmpty
      || texts.contains { text in
        text.map { text in patterns.contains { $0.matches(text) } } ?? false
      }
  }
}
