/// Which task belongs to which holder, in the order of their begins, and what ends tell of a holder.
extension Session {
  /// Gives an outstanding task its stack, and moves it to the holder that the stack names.
  func attach(_ stack: StackID, to slot: Int32) {
    if !ledger[slot].stack.isNone || stack.isNone { return }
    let old = ledger[slot].holder
    ledger[slot].stack = stack
    let owner = owner(stack: stack, name: ledger[slot].name)
    let holder = owner.holder
    if holder != old {
      leave(holder: old, slot)
      ledger[slot].holder = holder
      join(holder: holder, slot)
    }
    if ledger[slot].flags.contains(.found) {
      let id = ledger[slot].id
      for rule in Rule.allCases {
        findings.amend(FindingKey(rule: rule, task: id)) {
          if $0.blame.stack.isNone { $0.blame.stack = stack }
        }
      }
    }
    if owner.isInsideHandler { RecursiveBegin.byStack(self, slot) }
  }

  /// Puts the task into its holder's chain of begins, by id: ids only grow, whatever order threads
  /// print them in.
  func join(holder: HolderID, _ slot: Int32) {
    ledger[slot].holderPlace = -1
    guard holder.isKnown else { return }
    if holders.count >= Limits.holdersPerSessionMax, holders.place(of: holder) == nil {
      ledger[slot].holder = .unknown
      return
    }
    let place = holders.makePlace(of: holder)
    let id = ledger[slot].id
    let newest = holders[at: place].lastBegun
    if newest > id {
      link(slot, before: newest)
    } else if newest < id {
      link(slot, after: newest, in: holders[at: place].lastBegunSlot)
    }
    holders[at: place].noteBegin(ledger[slot], in: slot)
    ledger[slot].holderPlace = place
    ReentrantBegin.begun(self, slot)
  }

  /// `known`: the slot that `previous` stood in once, if that is known.
  private func link(_ slot: Int32, after previous: UInt64, in known: Int32 = -1) {
    ledger[slot].predecessor = previous
    if previous == 0 { return }
    let isThere = known >= 0 && ledger[known].id == previous
    if let before = isThere ? known : ledger.slot(of: previous) {
      ledger[before].successor = ledger[slot].id
    }
  }

  /// The begin was printed after a later one of its holder: finds its place from the end. Threads print
  /// out of order by a few begins; one that is further off stays out of the chain.
  private func link(_ slot: Int32, before newest: UInt64) {
    let id = ledger[slot].id
    var later = newest
    var passed = 0
    while let position = ledger.slot(of: later), ledger[position].predecessor > id {
      // Ids that were counted anew may contradict those that were printed.
      let isEarlier = ledger[position].predecessor < later
      if passed == Limits.printOrderMax || !isEarlier { return }
      later = ledger[position].predecessor
      passed += 1
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
    guard task.holder.isKnown, let place = place(ofHolderOf: task) else { return }
    let isHandOver = isHandOver(task, holders[at: place], context)
    holders[at: place].noteEnd(task, isHandOver: isHandOver, order: context.order)
    if isHandOver { RenewalChain.handedOver(self, task, holders[at: place], context) }
    if holders[at: place].ends == 1 { UnstoredID.cleared(self, task.holder) }
    let keepsSeveral = holders[at: place].keepsSeveral
    if keepsSeveral { OverwrittenID.keepsSeveral(self, task.holder) }
    ReentrantBegin.ended(self, task, keepsSeveral: keepsSeveral)
  }

  private func place(ofHolderOf task: TaskRecord) -> Int32? {
    task.holderPlace >= 0 ? task.holderPlace : holders.place(of: task.holder)
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
