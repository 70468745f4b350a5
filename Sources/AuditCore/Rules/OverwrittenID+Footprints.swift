extension OverwrittenID {
  /// An `end(0)` outside any handler that it could belong to.
  static func zeroEnded(_ session: Session, holder: HolderID, _ item: EvidenceItem) {
    _ = add(session, Footprint(kind: .zero(holder), order: item.order, item: item))
  }

  /// A second end of a task: its variable still holds its id, and perhaps that of another is lost.
  static func endedAgain(_ session: Session, _ task: TaskRecord, _ item: EvidenceItem) {
    _ = add(session, Footprint(kind: .again(task), order: item.order, item: item))
  }

  /// The handler of `id` ended 0: a footprint of `id` if it has an ended successor.
  static func zeroInHandler(_ session: Session, of id: UInt64, _ item: EvidenceItem) -> Bool {
    if session.overwrites[id]?.evidence == .slot {
      session.overwrites[id]?.note(item)
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
    let known = session.overwrites.count
    let matched = match(session, session.footprints.count - 1)
    if matched {
      let account = session.footprints[session.footprints.count - 1].account
      // A task newly found lost may be the one that overwrote others; more evidence changes only its own.
      if session.overwrites.count != known {
        settle(session)
      } else if let account {
        refile(session, account)
      }
    } else if case .handler = footprint.kind {
      session.footprints.removeLast()
    }
    return matched
  }
}
