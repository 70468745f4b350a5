extension Session {
  // MARK: Begin

  func taskBegun(_ event: Event, _ when: When) {
    guard let id = event.id else { return }
    if id == 0 {
      begins += 1
      let context = Context(event, when)
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
      LostEvents.lost(self, Context(event, when), count: 1)
      return
    }
    let owner = stacks.owner(event.stack, name: event.name)
    let slot = track(id, event, when, owner)
    stackTargets.set(.begin(id), thread: event.thread)
    tellRules(ofBegin: slot, event, when, owner)
  }

  /// Asks only the rules that may have something to say.
  @inline(__always)
  private func tellRules(
    ofBegin slot: Int32, _ event: Event, _ when: When, _ owner: TaskOwner
  ) {
    if !event.slot.isNone { OverwrittenID.slotTaken(self, slot, Context(event, when)) }
    if handler != nil || owner.isInsideHandler || event.remaining == 0 {
      RecursiveBegin.begun(self, slot, Context(event, when))
    }
    if event.hasHandler == false { MissingHandler.begun(self, slot) }
    if OutstandingPileup.isDue(self) {
      OutstandingPileup.begun(self, slot, Context(event, when))
    }
    if !lateBegins.isEmpty, UnknownEnd.wasEndOf(self, event.id ?? 0, Context(event, when)) {
      close(slot, ledger[slot], event, when)
    }
  }

  @inline(__always)
  private func track(
    _ id: UInt64, _ event: Event, _ when: When, _ owner: TaskOwner
  ) -> Int32 {
    begunIDs.insert(id)
    if highestBegun.map({ id > $0.id }) ?? true { highestBegun = (id, when.time, when.order) }
    if !earlyEnds.isEmpty { UnknownEnd.firstBegin(self) }
    if ledger.firstPending < 0, phases.side != .foreground { quietUntil = nil }
    return add(id, event, when, owner)
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

  func taskEnded(_ event: Event, _ when: When) {
    guard let id = event.id else { return }
    if repeats.isSecondView(
      ofEnd: id, wording: event.wording, time: when.time, order: when.order)
    {
      tools.repeatedEvents += 1
      return
    }
    ends += 1
    stackTargets.set(.end(id, order: when.order), thread: event.thread)
    if id == 0 {
      let context = Context(event, when)
      InvalidEnd.ended(self, context)
      recorder?.mark(.zeroEnd, context)
    } else if let slot = ledger.slot(of: id) {
      end(slot, event, when)
    } else {
      endOfNoTask(id, Context(event, when))
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
      let when = When(time: context.time, stamp: context.stamp, order: context.order)
      close(slot, ledger[slot], context.event, when)
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

  @inline(__always)
  private func end(_ slot: Int32, _ event: Event, _ when: When) {
    var task = ledger[slot]
    var inside: UInt64?
    if handler != nil || LateEnd.mayBeLate(task) || LongHeld.mayBeLong(self, task, at: when.time) {
      inside = tellRules(ofEnd: slot, Context(event, when))
      task = ledger[slot]
    }
    close(slot, task, event, when)
    noteHolderEnd(task, event, when)
    if let inside, inside != task.id {
      OverwrittenID.endedInHandler(self, inside, Context(event, when))
    }
  }

  /// Returns the task in whose handler this one was ended.
  private func tellRules(ofEnd slot: Int32, _ context: Context) -> UInt64? {
    let id = ledger[slot].id
    let inside = handlerTask(at: context)
    LateEnd.ended(self, slot, context)
    LongHeld.ended(self, slot, context)
    if let inside, inside != id { CrossEnd.ended(self, id, inside: inside, context) }
    if let inside { stories[inside]?.endedInside = true }
    return inside
  }

  /// Takes the task, which is `task`, out of the ledger; everything that only held while it was open is
  /// withdrawn.
  private func close(_ slot: Int32, _ task: borrowing TaskRecord, _ event: Event, _ when: When) {
    ended.append(task, when, event.place)
    ledger.remove(slot)
    if task.flags.contains(.judged) { leaks -= 1 }
    if let recorder {
      recorder.ended(
        ended.newest(0), event, story: stories[task.id],
        inside: handlerTask(at: Context(event, when)))
    }
    if !task.slot.isNone, slots[task.slot] == task.id { slots[task.slot] = nil }
    if !stories.isEmpty { _ = stories.removeValue(forKey: task.id) }
    if task.flags.contains(.found) { withdraw(task.id) }
    if !overwrites.isEmpty { OverwrittenID.found(self, ended: task.id) }
  }

  /// Findings that a proper end disproves.
  func withdraw(_ id: UInt64) {
    for rule in [Rule.unpairedTask, .crossEnd, .capturedInvalid, .idleHandler] {
      findings.clear(FindingKey(rule: rule, task: id))
    }
  }
}
