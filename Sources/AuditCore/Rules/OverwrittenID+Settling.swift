extension OverwrittenID {
  /// Decides for every overwritten task by which other, now that the footprints are matched.
  static func settle(_ session: Session) {
    let lost = session.overwrites.keys.compactMap { id in
      session.ledger.slot(of: id).map { session.ledger[$0] }
    }.sorted { $0.id > $1.id }
    for task in lost where session.overwrites[task.id]?.evidence == .footprint {
      let footprint = session.footprints.first { $0.account == task.id }
      guard let footprint else { continue }
      if let by = next(session, after: task, before: footprint.order) {
        session.overwrites[task.id]?.by = by
        session.overwrites[task.id]?.candidates = []
      } else {
        settleUnknown(session, task, lost, footprint)
      }
      refile(session, task.id)
    }
  }

  /// With unknown holders: the earliest begun successor that is itself overwritten, else the successor
  /// that was ended last before the footprint. The others are candidates.
  private static func settleUnknown(
    _ session: Session, _ task: TaskRecord, _ lost: [TaskRecord], _ footprint: Footprint
  ) {
    var ended: [UInt64] = []
    for age in 0..<session.ended.count {
      let entry = session.ended.newest(age)
      if entry.endOrder <= footprint.order, isSuccessor(entry.task, of: task),
        compatible(footprint.holder, entry.task.holder)
      {
        ended.append(entry.task.id)
      }
    }
    var by = ended.first
    // What is begun after a task whose id the variable still holds is no link of its chain.
    var limit = footprint.order
    if case .again(let again) = footprint.kind {
      by = again.id
      limit = again.order
    }
    let chained = lost.last {
      $0.id > task.id && $0.order < limit && isSuccessor($0, of: task)
        && compatible(footprint.holder, $0.holder)
    }
    if let chained { by = chained.id }
    session.overwrites[task.id]?.by = by ?? 0
    session.overwrites[task.id]?.candidates = Array(
      ended.filter { $0 != by }.sorted().prefix(Limits.candidatesMax))
  }

  /// The successor of the same known holder that was ended last.
  static func newestEndedSuccessor(_ session: Session, of task: TaskRecord) -> EndedTask? {
    for age in 0..<session.ended.count {
      let entry = session.ended.newest(age)
      if entry.task.holder == task.holder, isSuccessor(entry.task, of: task) { return entry }
    }
    return nil
  }

  /// Begun after `task` by a compatible holder: its id is higher, whatever order threads print in.
  /// UIKit's own tasks overwrite nobody's variable.
  static func isSuccessor(_ other: TaskRecord, of task: TaskRecord) -> Bool {
    if other.flags.contains(.system) || other.id == task.id { return false }
    if other.id > task.id { return compatible(other.holder, task.holder) }
    return racedStores(other, task)
  }

  static func compatible(_ a: HolderID, _ b: HolderID) -> Bool {
    !a.isKnown || !b.isKnown || a == b
  }
}
