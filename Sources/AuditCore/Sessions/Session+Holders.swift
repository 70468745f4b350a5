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

  /// Puts a task that was just begun into the ledger and into its holder's chain. Nearly all are the newest
  /// of a holder that is known: their record is written once.
  @inline(__always)
  func add(_ id: UInt64, _ event: Event, _ when: When, _ owner: TaskOwner) -> Int32 {
    let place = owner.holder.isKnown ? holderPlaces.place(of: owner.holder, in: holders) : -1
    let isNewest = place >= 0 && holders[at: place].lastBegun < id
    let before = isNewest ? holders[at: place].lastBegun : 0
    let known = isNewest ? holders[at: place].lastBegunSlot : -1
    let (phase, inBackground) = (phases.number, phases.side == .background)
    let slot = ledger.append(id)
    ledger.write(slot) { task in
      task.begin(by: event, when)
      (task.holder, task.holderPlace) = (owner.holder, isNewest ? place : -1)
      task.predecessor = before
      task.phase = phase
      if inBackground { task.flags.insert(.inBackground) }
      if owner.isSystem { task.flags.insert(.system) }
    }
    if isNewest {
      holders[at: place].noteBegin(id, when, in: slot)
      if before != 0, let previous = ledger.slot(of: before, known: known) {
        ledger[previous].successor = id
        if ledger[previous].phase < phase { ReentrantBegin.begun(self, slot) }
      }
    } else {
      join(holder: owner.holder, slot)
    }
    return slot
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
    let when = When(time: ledger[slot].begun, stamp: nil, order: ledger[slot].order)
    holders[at: place].noteBegin(id, when, in: slot)
    ledger[slot].holderPlace = place
    ReentrantBegin.begun(self, slot)
  }

  /// `known`: the slot that `previous` stands in if it is outstanding; -1 where nobody knows.
  private func link(_ slot: Int32, after previous: UInt64, in known: Int32 = -1) {
    ledger[slot].predecessor = previous
    if previous == 0 { return }
    if let before = ledger.slot(of: previous, known: known) {
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
    record.lastBegunSlot = -1
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
  @inline(__always)
  func noteHolderEnd(_ task: borrowing TaskRecord, _ event: Event, _ when: When) {
    guard task.holder.isKnown, let place = place(ofHolderOf: task) else { return }
    let news = holders[at: place].noteEnd(task, when)
    if news.isChain {
      RenewalChain.handedOver(self, copy task, holders[at: place], Context(event, when))
    }
    if news.isRefuted { UnstoredID.cleared(self, task.holder) }
    if news.keepsSeveral, !overwrites.isEmpty { OverwrittenID.keepsSeveral(self, task.holder) }
    if findings.hasReentry {
      ReentrantBegin.ended(self, copy task, keepsSeveral: news.keepsSeveral)
    }
  }

  private func place(ofHolderOf task: borrowing TaskRecord) -> Int32? {
    task.holderPlace >= 0 ? task.holderPlace : holders.place(of: task.holder)
  }
}

/// Where the holders of a session stand in their table, to spare looking most of them up.
struct HolderPlaces {
  private var places = InlineArray<64, UInt16>(repeating: 0)

  /// −1 where the holder is new.
  @inline(__always)
  mutating func place(
    of holder: HolderID, in table: borrowing TrackedTable<HolderID, HolderRecord>
  ) -> Int32 {
    let likely = Int32(places[Int(holder.rawValue & 63)])
    if table.holds(holder, at: likely) { return likely }
    guard let place = table.place(of: holder) else { return -1 }
    places[Int(holder.rawValue & 63)] = UInt16(truncatingIfNeeded: place)
    return place
  }
}
