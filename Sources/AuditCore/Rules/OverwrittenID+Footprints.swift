extension OverwrittenID {
  /// An `end(0)` outside any handler that it could belong to.
  static func zeroEnded(_ session: Session, holder: HolderID, _ item: EvidenceItem) -> Bool {
    add(session, Footprint(kind: .zero(holder), order: item.order, item: item))
  }

  /// A second end of a task: its variable still holds its id, and perhaps that of another is lost.
  static func endedAgain(_ session: Session, _ task: TaskRecord, _ item: EvidenceItem) {
    _ = add(session, Footprint(kind: .again(task), order: item.order, item: item))
  }

  /// The handler of `id` ended 0: a footprint of `id` if it has an ended successor.
  static func zeroInHandler(_ session: Session, of id: UInt64, _ item: EvidenceItem) -> Bool {
    if session.overwrites[id]?.evidence == .slot {
      session.overwrites[id]?.items.append(item)
      refile(session, id)
      return true
    }
    return add(session, Footprint(kind: .handler(id), order: item.order, item: item))
  }

  /// The handler of `id` ended a successor of it.
  static func endedInHandler(_ session: Session, _ id: UInt64, _ context: Session.Context) {
    guard let slot = session.ledger.slot(of: id),
      let ended = session.ended.first(id: context.event.id ?? 0),
      isSuccessor(ended.task, of: session.ledger[slot])
    else { return }
    _ = add(
      session, Footprint(kind: .handler(id), order: context.order, item: session.endItem(of: ended))
    )
  }

  /// A task was ended properly: it was not lost, and its footprints may be another's.
  static func found(_ session: Session, ended id: UInt64) {
    guard session.overwrites.removeValue(forKey: id) != nil else { return }
    session.findings.clear(FindingKey(rule: .overwrittenID, task: id))
    for index in session.footprints.indices where session.footprints[index].account == id {
      session.footprints[index].account = nil
      InvalidEnd.weigh(session, session.footprints[index], isFootprint: false)
      _ = match(session, index)
    }
    settle(session)
  }

  private static func add(_ session: Session, _ footprint: Footprint) -> Bool {
    if session.footprints.count >= Limits.footprintsMax { session.footprints.removeFirst() }
    session.footprints.append(footprint)
    let matched = match(session, session.footprints.count - 1)
    if matched {
      settle(session)
    } else if case .handler = footprint.kind {
      session.footprints.removeLast()
    }
    return matched
  }

  /// Finds the lost task that a footprint accounts for: one without a footprint first, then the
  /// strongest evidence, then the latest begun.
  private static func match(_ session: Session, _ index: Int) -> Bool {
    let footprint = session.footprints[index]
    var best: (id: UInt64, rank: Int)?
    var slot = session.ledger.newest
    var looked = 0
    while slot >= 0, looked < Limits.footprintScanMax {
      let task = session.ledger[slot]
      slot = task.previous
      looked += 1
      guard let isSure = explains(session, footprint, task) else { continue }
      let isFree = !session.footprints.contains { $0.account == task.id }
      let rank = (isFree ? 2 : 0) + (isSure ? 1 : 0)
      if let found = best, (found.rank, found.id) > (rank, task.id) { continue }
      best = (task.id, rank)
    }
    guard let best else { return false }
    let isSure = best.rank & 1 != 0
    session.footprints[index].account = best.id
    InvalidEnd.weigh(session, session.footprints[index], isFootprint: true)
    if session.overwrites[best.id] == nil {
      session.overwrites[best.id] = Overwrite(
        evidence: .footprint, by: 0, confidence: isSure ? .probable : .possible)
    } else {
      if session.overwrites[best.id]?.evidence == .holder {
        session.overwrites[best.id]?.evidence = .footprint
      }
      if isSure, session.overwrites[best.id]?.confidence == .possible {
        session.overwrites[best.id]?.confidence = .probable
      }
    }
    session.overwrites[best.id]?.items.append(footprint.item)
    return true
  }

  /// Whether the footprint can be the task's; true if holders make it probable, nil if it cannot.
  private static func explains(
    _ session: Session, _ footprint: Footprint, _ task: TaskRecord
  ) -> Bool? {
    if task.order >= footprint.order || task.flags.contains(.system) { return nil }
    switch footprint.kind {
    case .zero(let holder):
      guard compatible(holder, task.holder) else { return nil }
    case .handler(let id):
      guard id == task.id else { return nil }
    case .again(let ended):
      guard isSuccessor(ended, of: task) else { return nil }
      return ended.holder.isKnown && ended.holder == task.holder
    }
    if newestEndedSuccessor(session, of: task, sameHolder: true, before: footprint.order) != nil {
      return true
    }
    // One variable has one holder: the end, the lost task and the newer one must all agree.
    let successor = newestEndedSuccessor(
      session, of: task, sameHolder: false, before: footprint.order, agreeing: footprint.holder)
    return successor != nil ? false : nil
  }

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

  /// The compatible successor that was ended last, before event `order`.
  static func newestEndedSuccessor(
    _ session: Session, of task: TaskRecord, sameHolder: Bool, before order: UInt64 = .max,
    agreeing holder: HolderID = .unknown
  ) -> EndedTask? {
    if sameHolder, !task.holder.isKnown { return nil }
    for age in 0..<session.ended.count {
      let entry = session.ended.newest(age)
      guard entry.endOrder <= order, isSuccessor(entry.task, of: task),
        compatible(holder, entry.task.holder)
      else { continue }
      if !sameHolder || entry.task.holder == task.holder { return entry }
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
