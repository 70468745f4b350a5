/// What the journal is told of a group: the first of its findings, then one each time there are twice as many.
struct GroupAlerts: Hashable, Sendable {
  /// So many findings, and the next one is told.
  private(set) var next = 1
  /// Something was told since it was first or last seen to begin.
  private(set) var isTold = false
  /// All findings were cleared once: a suspicion alone is not told again.
  private(set) var wasFalse = false

  init() {}

  /// As if each of `count` findings had been told, as it was before this was kept.
  init(toldOf count: Int) {
    if count > 0 { _ = admit(count, isConfirmed: true) }
  }

  /// Whether a finding is told, with which, or after whose confirmation, there are `count`.
  mutating func admit(_ count: Int, isConfirmed: Bool) -> Bool {
    if count < next || wasFalse && !isConfirmed { return false }
    let (twice, overflow) = max(count, next).multipliedReportingOverflow(by: 2)
    next = overflow ? .max : twice
    isTold = true
    wasFalse = false
    return true
  }

  /// None of its findings stands any more.
  mutating func cleared() {
    next = 1
    wasFalse = isTold || wasFalse
  }

  /// It is back: the finding that is the `count`th is told like the first.
  mutating func restart(from count: Int) {
    self = GroupAlerts()
    next = max(1, count)
  }
}

extension GroupAlerts: Archivable {
  static var blank: GroupAlerts { GroupAlerts() }

  mutating func pass(through archive: inout Archive) {
    archive.pass(&next)
    archive.pass(&isTold)
    archive.pass(&wasFalse)
    archive.require(next > 0)
  }
}
