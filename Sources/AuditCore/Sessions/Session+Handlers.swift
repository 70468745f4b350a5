extension Session {
  /// An expiration handler was entered: the task's own where the line names it, else somebody's.
  func handlerEntered(_ context: Context) {
    let event = context.event
    recorder?.mark(.expire, context)
    handler = RunningHandler(
      task: event.id.flatMap { $0 == 0 ? nil : $0 }, entered: context.time, order: context.order,
      thread: event.thread)
    guard let id = event.id, id != 0 else {
      enterAll(context)
      return
    }
    if ledger.slot(of: id) == nil, begunIDs.contains(id) { return }
    enter(ledger.slot(of: id) ?? proved(id, context, age: nil), context, isOwn: true)
  }

  /// Handlers run, not said whose: every task begun since this was last said has expired.
  private func enterAll(_ context: Context) {
    var slot = ledger.newest
    while slot >= 0, ledger[slot].order >= allExpiredOrder {
      if !ledger[slot].flags.contains(.handlersRan) { enter(slot, context, isOwn: false) }
      slot = ledger[slot].previous
    }
    allExpiredOrder = context.order
  }

  private func enter(_ slot: Int32, _ context: Context, isOwn: Bool) {
    let id = ledger[slot].id
    let isFirst = ledger[slot].flags.insert(.handlersRan).inserted
    if isOwn { ledger[slot].flags.insert(.expired) }
    var story = stories[id] ?? TaskStory()
    if story.expired == nil || isOwn {
      story.expired = context.time
      story.expiredOrder = context.order
    }
    story.note(
      context.item("expire", task: id, detail: isOwn ? nil : "handlers run, not said whose"))
    stories[id] = story
    if isFirst, let time = context.time {
      setAlarm(.expiryGrace, task: id, order: ledger[slot].order, at: time + grace)
    }
  }

  func handlerReturned(_ context: Context) {
    logsReturns = true
    recorder?.mark(.expired, context)
    guard let id = context.event.id, id != 0 else {
      handler = nil
      return
    }
    if let running = handler, running.task == id {
      handler = nil
      RecursiveBegin.returned(self, running)
    }
    guard let slot = ledger.slot(of: id) else { return }
    ledger[slot].flags.insert(.handlerReturned)
    let place = stories.makePlace(of: id)
    stories[at: place].note(context.item("expired", task: id))
  }

  /// UIKit's "created over 30 seconds ago" and "still not ended" lines.
  func warned(_ context: Context, age: Double?, stillNotEnded: Bool) {
    guard let id = context.event.id, id != 0 else { return }
    // A task that the log ended already cannot be warned of: the line came late.
    if ledger.slot(of: id) == nil, begunIDs.contains(id) { return }
    recorder?.mark(stillNotEnded ? .stillNotEnded : .warning, context)
    let held = Microseconds(fromSeconds: max(age ?? (stillNotEnded ? 0 : 30), 0))
    let slot = ledger.slot(of: id) ?? proved(id, context, age: held)
    if ledger[slot].name.isNone { ledger[slot].name = context.event.name }
    var story = stories[id] ?? TaskStory()
    if stillNotEnded {
      if handler?.task == id { handler = nil }
      let isFirst = ledger[slot].flags.insert(.handlersRan).inserted
      ledger[slot].flags.formUnion([.handlerReturned, .stillNotEnded])
      if story.expired == nil {
        story.expired = context.time
        story.expiredOrder = context.order
      }
      story.note(context.item("still-not-ended", task: id))
      if isFirst, let time = context.time {
        setAlarm(.expiryGrace, task: id, order: ledger[slot].order, at: time + grace)
      }
    } else {
      ledger[slot].flags.insert(.warned)
      story.note(context.item("warning", task: id, detail: "created over 30 seconds ago"))
    }
    stories[id] = story
  }

  /// The task whose handler this event happened in; nil outside handlers and where the log does not
  /// say whose handler runs. Where returns are not logged, a handler is believed for one second.
  func handlerTask(at context: Context) -> UInt64? {
    guard let handler, let id = handler.task else { return nil }
    if !handler.mayRun(on: context.event.thread) { return nil }
    if !logsReturns {
      if let time = context.time, let entered = handler.entered {
        if time - entered > .seconds(1) { return nil }
      } else if context.order > handler.order + 3 {
        return nil
      }
    }
    return id
  }
}
