/// A group at the moment when a change of one of its findings is told.
package struct GroupStanding: Hashable, Sendable {
  package var count: Int
  /// Launches that have at least one finding of it.
  package var launches: Int
  package var releases: Int
  package var first: Stamp?

  package init(count: Int, launches: Int, releases: Int, first: Stamp?) {
    self.count = count
    self.launches = launches
    self.releases = releases
    self.first = first
  }
}

/// A group that a release went by without.
package struct GroupResolution: Sendable {
  package var group: FindingGroup
  /// 16 hexadecimal digits, as findings have it.
  package var fingerprint: String
  /// The release, and its launches that have ended.
  package var release: Release
  package var launches: Int
  /// The latest of the app's releases that has it.
  package var last: Release

  /// Launches that have at least one finding of it.
  package var groupLaunches: Int { group.affectedLaunches }
}

extension GroupBook {
  /// How the group stands; nil where it has given way.
  func standing(of number: UInt64) -> GroupStanding? {
    groups[number].map { group in
      GroupStanding(
        count: group.count, launches: group.affectedLaunches,
        releases: group.shares.count, first: group.first)
    }
  }
}

extension Auditor {
  /// Says of a change that is told how its group stands, and whether the journal is to be given it: the first
  /// of a group, then one each time its count doubles, and what becomes of those.
  func weigh(_ change: inout FindingChange, _ position: Int, of session: Session) {
    let record = session.findings.records[position]
    change.group = record.mark.flatMap { groups.standing(of: $0.group) }
    if change.finding.silence != nil { return }
    if record.isAlerted {
      change.isAlert = true
      if record.state == .cleared { session.findings.setAlerted(position, false) }
      return
    }
    guard record.state != .cleared, let mark = record.mark else { return }
    change.isAlert = groups.admit(mark.group, isConfirmed: record.state == .confirmed)
    if change.isAlert { session.findings.setAlerted(position, true) }
  }

  /// Groups that a release went by without, since the last call.
  package func takeResolutions() -> [GroupResolution] {
    defer { resolutions = [] }
    return resolutions
  }
}
