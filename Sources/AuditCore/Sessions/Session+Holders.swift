/// Which task belongs to which holder, in the order of their begins, and what ends tell of a holder.
extension Session {
  /// Gives an outstanding task its stack, and moves it to the holder that the stack names.
  func attach(_ stack: StackID, to slot: Int32) {
    if !ledger[slot].stack.isNone || stack.isNone { return }
    let old = ledger[slot].holder
    ledger[slot].stack = stack
    let facts = facts(stack: stack, name: ledger[slot].name)
    if facts.holder != old {
      leave(holder: old, slot)
      ledger[slot].holder = facts.holder
      join(holder: facts.holder, slot)
    }
    if ledger[slot].flags.contains(.found) {
      let id = ledger[slot].id
      for rule in Rule.allCases {
        findings.amend(FindingKey(rule: rule, task: id)) {
          if $0.blame.stack.isNone { $0.blame.stack = stack }
        }
      }
    }
    if facts.insideHandler { RecursiveBegin.byStack(self, slot) }
  }

  /// Puts the task into its holder's chain of begins, by id: ids only grow, whatever order threads
  /// print them in.
  func join(holder: HolderID, _ slot: Int32) {
    guard holder.isKnown else { return }
    if holders.count >= Limits.holdersPerSessionMax, holders[holder] == nil {
      ledger[slot].holder = .unknown
      return
    }
    let id = ledger[slot].id
    var record = holders[holder] ?? HolderRecord()
    if record.awaitsZeroEnd { record.storesIDs = true }
    record.awaitsZeroEnd = true
    if record.lastBegun > id {
      link(slot, before: record.lastBegun)
    } else {
      link(slot, after: record.lastBegun)
      record.lastBegun = id
      record.lastBegunOrder = ledger[slot].order
      record.lastBegunTime = ledger[slot].begun
    }
    holders[holder] = record
    ReentrantBegin.begun(self, slot)
  }

  private func link(_ slot: Int32, after previous: UInt64) {
    ledger[slot].predecessor = previous
    if previous != 0, let before = ledger.slot(of: previous) {
      ledger[before].successor = ledger[slot].id
    }
  }

  /// The begin was printed after a later one of its holder: finds its place from the end.
  private func link(_ slot: Int32, before newest: UInt64) {
    let id = ledger[slot].id
    var later = newest
    while let position = ledger.slot(of: later), ledger[position].predecessor > id {
      later = ledger[position].predecessor
    }
    if let position = ledger.slot(of: later) {
      link(slot, after: ledger[position].predecessor)
      ledger[position].predecessor = id
    }
    ledger[slot].successor = later
  }

  /// Undoes `join` for a task whose stack names another holder than its name did.
  private func leave(holder: HolderID, _ slot: Int32) {
    guard holder.isKnown, var record = holders[holder], record.lastBegun == ledger[slot].id else {
      return
    }
    let before = ledger[slot].predecessor
    record.lastBegun = before
    record.awaitsZeroEnd = false
    record.lastBegunTime = nil
    record.lastBegunOrder = 0
    if before != 0, let previous = ledger.slot(of: before) {
      ledger[previous].successor = 0
      record.lastBegunTime = ledger[previous].begun
      record.lastBegunOrder = ledger[previous].order
    }
    holders[holder] = record
  }

  /// What an end tells of its holder: hand-overs, several ids kept at once, ids stored at all.
  func noteHolderEnd(_ task: TaskRecord, _ context: Context) {
    guard task.holder.isKnown, var record = holders[task.holder] else { return }
    record.ends += 1
    let isHandOver = isHandOver(task, record, context)
    let received = record.lastBegun
    if isHandOver {
      let continues = record.renewalIDs.last == task.id || record.renewals == 0
      record.renewals = continues ? record.renewals + 1 : 1
      if !continues { record.renewalIDs = [] }
      if record.renewalIDs.isEmpty { record.renewalIDs.append(task.id) }
      if record.renewalIDs.count < Limits.relatedMax { record.renewalIDs.append(received) }
    } else {
      if record.lastPlainEnd > task.order { record.keepsSeveral = true }
      record.lastPlainEnd = context.order
      if record.renewalIDs.last != task.id { record.renewals = 0 }
    }
    holders[task.holder] = record
    if isHandOver { RenewalChain.handedOver(self, task, record, context) }
    if record.ends == 1 { UnstoredID.cleared(self, task.holder) }
    if record.keepsSeveral { OverwrittenID.keepsSeveral(self, task.holder) }
    ReentrantBegin.ended(self, task, record)
  }

  /// Begin new, then end old within a second, by one holder. In a log without times: the next event.
  private func isHandOver(_ old: TaskRecord, _ record: HolderRecord, _ context: Context) -> Bool {
    guard record.lastBegun != old.id, record.lastBegun > old.id else { return false }
    if let time = context.time, let begun = record.lastBegunTime {
      return time - begun <= .seconds(1)
    }
    return context.order == record.lastBegunOrder + 1
  }
}
