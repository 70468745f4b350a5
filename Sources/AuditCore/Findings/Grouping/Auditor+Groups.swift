extension Auditor {
  /// Counts a finding that changed as what it is now, or off.
  func count(_ position: Int, of session: Session) {
    let record = session.findings.records[position]
    var new: GroupMark?
    if record.state != .cleared {
      new = GroupMark(
        group: groups.number(
          ofFingerprint: fingerprintValue(record, session), rule: record.key.rule),
        release: groups.number(of: Release(of: session.identity)), severity: record.severity)
    }
    let old = record.mark
    if old == new { return }
    // What it is now is counted first: a group without findings would be gone.
    let isLast = session.findings.unmark(position)
    if let new {
      let isFirst = session.findings.mark(position, as: new)
      groups.count(new, show(record, of: session), isFirst: isFirst)
    }
    if let old { groups.discount(old, isLast: isLast) }
  }

  /// Counts a launch that has ended, once, however often more is heard of it.
  func countLaunch(_ session: Session) {
    if session.launchRelease != nil { return }
    let release = groups.number(of: Release(of: session.identity))
    session.launchRelease = release
    groups.countLaunch(of: release)
    resolutions += groups.settle(release, after: configuration.resolvedAfter)
  }

  /// Everything that `takeChanges` has brought into the book so far, with the launches that go on.
  package func groupSurvey() -> GroupSurvey {
    var open: [Release: Int] = [:]
    for session in index.sessions where session.launchRelease == nil {
      open[Release(of: session.identity), default: 0] += 1
    }
    return GroupSurvey(groups, open: open) { silence(for: $0) }
  }
}
