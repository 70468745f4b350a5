extension OverwrittenID {
  /// The highest ids that each holder had ended before an event: what can have overwritten whom, for
  /// many outstanding tasks at once.
  private struct EndedIDs {
    private var byHolder: [HolderID: UInt64] = [:]
    private var highest: UInt64 = 0

    /// Of the tasks that ended by event `order` and that code of `holder` can have begun.
    init(_ session: Session, before order: UInt64, agreeing holder: HolderID) {
      for age in 0..<session.ended.count {
        let entry = session.ended.newest(age)
        if entry.endOrder > order || entry.task.flags.contains(.system) { continue }
        let known = byHolder[entry.task.holder] ?? 0
        byHolder[entry.task.holder] = max(known, entry.task.id)
        if compatible(holder, entry.task.holder) { highest = max(highest, entry.task.id) }
      }
    }

    /// True if a later task of the same known holder was ended, false if one that may be of the same
    /// holder was, nil if none was.
    func successor(of task: TaskRecord) -> Bool? {
      if !task.holder.isKnown { return highest > task.id ? false : nil }
      if byHolder[task.holder] ?? 0 > task.id { return true }
      return byHolder[.unknown] ?? 0 > task.id ? false : nil
    }
  }

  /// Finds the lost task that a footprint accounts for: one without a footprint first, then the
  /// strongest evidence, then the latest begun.
  static func match(_ session: Session, _ index: Int) -> Bool {
    let footprint = session.footprints[index]
    let accounted = Set(session.footprints.compactMap(\.account))
    let ended = EndedIDs(session, before: footprint.order, agreeing: footprint.holder)
    var best: (id: UInt64, rank: Int)?
    var slot = session.ledger.newest
    var looked = 0
    while slot >= 0, looked < Limits.footprintScanMax {
      let task = session.ledger[slot]
      slot = task.previous
      looked += 1
      guard let isSure = explains(session, footprint, task, ended) else { continue }
      let isFree = !accounted.contains(task.id)
      let rank = (isFree ? 2 : 0) + (isSure ? 1 : 0)
      if let found = best, (found.rank, found.id) > (rank, task.id) { continue }
      best = (task.id, rank)
    }
    guard let best else { return false }
    let isKnown = session.overwrites[best.id] != nil
    guard isKnown || session.overwrites.count < Limits.findingsPerRuleMax else { return false }
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
    session.overwrites[best.id]?.note(footprint.item)
    return true
  }

  /// Whether the footprint can be the task's; true if holders make it probable, nil if it cannot.
  private static func explains(
    _ session: Session, _ footprint: Footprint, _ task: TaskRecord, _ ended: EndedIDs
  ) -> Bool? {
    if task.order >= footprint.order || task.flags.contains(.system) { return nil }
    switch footprint.kind {
    case .zero(let holder):
      guard compatible(holder, task.holder) else { return nil }
    case .handler(let id):
      guard id == task.id else { return nil }
    case .again(let again):
      guard isSuccessor(again, of: task) else { return nil }
      return again.holder.isKnown && again.holder == task.holder
    }
    if let isSure = ended.successor(of: task) { return isSure }
    // Two threads may have stored in either order: then an ended task begun before it counts.
    guard task.predecessor != 0, let before = session.task(task.predecessor),
      racedStores(before, task), session.ledger.slot(of: before.id) == nil
    else { return nil }
    return true
  }
}
