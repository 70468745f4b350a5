extension GroupBook {
  /// Whether the journal is given a finding of the group that was just counted, or confirmed.
  mutating func admit(_ number: UInt64, isConfirmed: Bool) -> Bool {
    guard var group = groups[number] else { return false }
    let isAdmitted = group.alerts.admit(group.count, isConfirmed: isConfirmed)
    if isAdmitted { change(group) }
    return isAdmitted
  }

  /// The release has had so many launches that ended that what it has not had is over: groups that were told,
  /// whose latest release of the same app came before it. Each release says so once.
  mutating func settle(_ number: UInt32, after launches: Int) -> [GroupResolution] {
    guard let known = releases[number], !known.isSettled, known.launches >= launches else {
      return []
    }
    noteSettled(number)
    var resolutions: [GroupResolution] = []
    for group in groups.values.sorted(by: { $0.number < $1.number }) where group.alerts.isTold {
      let own = group.shares.filter { releases[$0.release]?.release.app == known.release.app }
      guard let last = own.map(\.release).max(), last < number else { continue }
      guard let lastRelease = releases[last]?.release else { continue }
      if group.resolvedIn.contains(where: { isSameApp($0, number) }) { continue }
      var resolved = group
      resolved.resolve(in: number)
      change(resolved)
      resolutions.append(
        GroupResolution(
          group: resolved, fingerprint: Fingerprint.text(group.fingerprint),
          release: known.release, launches: known.launches, last: lastRelease))
    }
    return resolutions
  }

  /// A finding of the release was counted: it is back where a release that is no later had resolved it.
  mutating func reopen(_ mark: GroupMark) {
    guard var group = groups[mark.group], !group.resolvedIn.isEmpty else { return }
    let back = group.resolvedIn.filter { $0 <= mark.release && isSameApp($0, mark.release) }
    if back.isEmpty { return }
    group.resolvedIn.removeAll(where: back.contains)
    group.alerts.restart(from: group.count)
    change(group)
  }

  private func isSameApp(_ a: UInt32, _ b: UInt32) -> Bool {
    guard let first = releases[a], let second = releases[b] else { return false }
    return first.release.app == second.release.app
  }
}
