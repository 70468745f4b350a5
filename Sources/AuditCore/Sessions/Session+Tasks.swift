extension Session {
  // MARK: Begin

  func taskBegun(_ context: Context) {
    let event = context.event
    guard let id = event.id else { return }
    if id == 0 {
      begins += 1
      RefusedBegin.refused(self, context)
      recorder?.mark(.refused, context)
      return
    }
    if let slot = ledger.slot(of: id) {
      merge(event, into: slot)
      stackTargets.set(.begin(id), thread: event.thread)
      return
    }
    begins += 1
    if ledger.count >= Limits.outstandingPerSessionMax {
      LostEvents.lost(self, context, count: 1)
      return
    }
    let slot = track(context, id: id)
    stackTargets.set(.begin(id), thread: event.thread)
    if !event.slot.isNone { OverwrittenID.slotTaken(self, slot, context) }
    RecursiveBegin.begun(self, slot, context)
    MissingHandler.begun(self, slot)
    OutstandingPileup.begun(self, slot, context)
    if UnknownEnd.wasEndOf(self, id, context) { close(slot, context) }
  }

  private func track(_ context: Context, id: UInt64) -> Int32 {
    let event = context.event
    let owner = owner(stack: event.stack, name: event.name)
    var task = TaskRecord(id: id, order: context.order, place: event.place)
    task.begun = context.time
    task.stamp = context.stamp
    task.name = event.name
    task.stack = event.stack
    task.slot = event.slot
    task.holder = owner.holder
    task.thread = event.thread
    task.phase = phases.number
    if event.hasHandler == false { task.flags.insert(.handlerless) }
    if phases.side == .background { task.flags.insert(.inBackground) }
    if event.uncertainID { task.flags.insert(.uncertainID) }
    if owner.isSystem { task.flags.insert(.system) }
    begunIDs.insert(id)
    if highestBegun.map({ id > $0.id }) ?? true {
      highestBegun = (id, context.time, context.order)
    }
    UnknownEnd.firstBegin(self)
    if ledger.firstPending < 0, phases.side != .foreground { quietUntil = nil }
    let slot = ledger.append(task)
    join(holder: owner.holder, slot)
    return slot
  }

  /// One begin seen by two layers: keep the richer name, the stack, and what is known of the handler.
  private func merge(_ event: Event, into slot: Int32) {
    if ledger[slot].name.isNone, !event.name.isNone {
      ledger[slot].name = event.name
      let owner = owner(stack: ledger[slot].stack, name: event.name)
      if owner.isSystem { ledger[slot].flags.insert(.system) }
      if !ledger[slot].holder.isKnown {
        ledger[slot].holder = owner.holder
        join(holder: ledger[slot].holder, slot)
      }
    }
    if !event.stack.isNone { attach(event.stack, to: slot) }
    if !event.uncertainID { ledger[slot].flags.remove(.uncertainID) }
    if event.hasHandler == false, !ledger[slot].flags.contains(.handlerless) {
      ledger[slot].flags.insert(.handlerless)
      MissingHandler.begun(self, slot)
    }
  }

  /// A line that names an id proves a begin before the capture.
  func proved(_ id: UInt64, _ context: Context, age: Microseconds?) -> Int32 {
    var task = TaskRecord(id: id, order: 0, place: context.event.place)
    task.begun = context.time.map { $0 + -(age ?? 0) }
    task.name = context.event.name
    task.flags.insert(.beginUnseen)
    if context.event.uncertainID { task.flags.insert(.uncertainID) }
    let owner = owner(stack: .none, name: task.name)
    if owner.isSystem { task.flags.insert(.system) }
    task.holder = owner.holder
    begunIDs.insert(id, isSeen: false)
    quietUntil = nil
    return ledger.prepend(task)
  }

  // MARK: End

  func taskEnded(_ context: Context) {
    let event = context.event
    guard let id = event.id else { return }
    if repeats.isSecondView(
      ofEnd: id, wording: event.wording, time: context.time, order: context.order)
    {
      tools.repeatedEvents += 1
      return
    }
    ends += 1
    stackTargets.set(.end(id, order: context.order), thread: event.thread)
    if id == 0 {
      InvalidEnd.ended(self, context)
      recorder?.mark(.zeroEnd, context)
    } else if let slot = ledger.slot(of: id) {
      end(slot, context)
    } else {
      endOfNoTask(id, context)
    }
  }

  /// UIKit says that the id is not open. Not an end of its own if another line ended it just now.
  func cantEnd(_ context: Context, decimalReading: UInt64?) {
    guard var id = context.event.id else { return }
    if let decimal = decimalReading, decimal != id, !begunIDs.contains(id),
      begunIDs.contains(decimal)
    {
      id = decimal
    }
    if repeats.isSecondView(
      ofEnd: id, wording: .uikitCantEnd, time: context.time, order: context.order)
    {
      tools.repeatedEvents += 1
      return
    }
    if id == 0 { return }
    if let slot = ledger.slot(of: id) {
      // UIKit knows better: its end was not in view.
      close(slot, context)
    } else {
      endOfNoTask(id, context)
    }
  }

  private func endOfNoTask(_ id: UInt64, _ context: Context) {
    // Where ids are counted from a guess, a printed one need not fit.
    if context.event.uncertainID { return }
    if begunIDs.contains(id) {
      DoubleEnd.ended(self, id, context)
      recorder?.mark(.doubleEnd, context)
    } else {
      UnknownEnd.ended(self, id, context)
      recorder?.mark(.unknownEnd, context)
    }
  }

  private func end(_ slot: Int32, _ context: Context) {
    let id = ledger[slot].id
    let inside = handlerTask(at: context)
    LateEnd.ended(self, slot, context)
    LongHeld.ended(self, slot, context)
    if let inside, inside != id { CrossEnd.ended(self, id, inside: inside, context) }
    if let inside { stories[inside]?.endedInside = true }
    let task = close(slot, context)
    noteHolderEnd(task, context)
    if let inside, inside != id { OverwrittenID.endedInHandler(self, inside, context) }
  }

  /// Takes the task out of the ledger; everything that only held while it was open is withdrawn.
  @discardableResult
  private func close(_ slot: Int32, _ context: Context) -> TaskRecord {
    let task = ledger.remove(slot)
    if task.flags.contains(.judged) { leaks -= 1 }
    let endedTask = EndedTask(
      task: task, endOrder: context.order, ended: context.time, endStamp: context.stamp,
      endPlace: context.event.place)
    ended.append(endedTask)
    if let recorder {
      recorder.ended(
        endedTask, context.event, story: stories[task.id], inside: handlerTask(at: context))
    }
    if !task.slot.isNone, slots[task.slot] == task.id { slots[task.slot] = nil }
    if !stories.isEmpty { _ = stories.removeValue(forKey: task.id) }
    if task.flags.contains(.found) { withdraw(task.id) }
    if !overwrites.isEmpty { OverwrittenID.found(self, ended: task.id) }
    return task
  }

  /// Findings that a proper end disproves.
  func withdraw(_ id: UInt64) {
    for rule in [Rule.unpairedTask, .crossEnd, .capturedInvalid, .idleHandler] {
      findings.clear(FindingKey(rule: rule, task: id))
    }
  }
}
