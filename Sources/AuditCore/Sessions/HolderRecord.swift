/// What one holder did in one session so far.
struct HolderRecord {
  /// Its newest begin, the one with the highest id; 0 before the first.
  var lastBegun: UInt64 = 0
  var lastBegunOrder: UInt64 = 0
  /// Event order of its latest end that was no hand-over.
  var lastPlainEnd: UInt64 = 0
  var lastBegunTime: Instant?
  /// It ended both of two overlapping tasks: it keeps more than one id (`audit-model.md` §7.4).
  var keepsSeveral = false
  /// Its newest begin has not been followed by an `end(0)` yet.
  var awaitsZeroEnd = false
  /// Some begin was not followed by an `end(0)`: it does store its ids.
  var storesIDs = false
  /// Where its newest begin stood in the ledger, another task may stand there now; -1 where that is to be
  /// looked up.
  var lastBegunSlot: Int32 = -1
  /// Hand-overs in a row, and the ids that were handed over and received.
  var renewals: Int32 = 0
  /// Tasks of it that were ended.
  var ends: Int32 = 0
  /// Refused begins whose own `end(0)` has not come.
  var refusals: Int32 = 0
  var renewalIDs = FewIDs()
  /// Begins that were followed by an `end(0)` before the next begin.
  var discarded: [UInt64] = []

  /// It began a task, perhaps printed after one of a higher id.
  mutating func noteBegin(_ id: UInt64, _ when: Session.When, in slot: Int32) {
    if awaitsZeroEnd { storesIDs = true }
    awaitsZeroEnd = true
    if lastBegun > id { return }
    lastBegun = id
    lastBegunOrder = when.order
    lastBegunTime = when.time
    lastBegunSlot = slot
  }

  /// What an end tells that rules may want to hear.
  struct EndNews {
    /// It renews a task for the third time or more.
    var isChain: Bool
    /// The first end of a holder that seemed to throw its ids away.
    var isRefuted: Bool
    var keepsSeveral: Bool
  }

  /// A task of it ended.
  mutating func noteEnd(_ task: borrowing TaskRecord, _ when: Session.When) -> EndNews {
    if ends < .max { ends += 1 }
    let isHandOver = isHandOver(task, when)
    noteEnd(task, isHandOver: isHandOver, order: when.order)
    return EndNews(
      isChain: isHandOver && renewals >= RenewalChain.timesMin,
      isRefuted: ends == 1 && !discarded.isEmpty, keepsSeveral: keepsSeveral)
  }

  /// Begin new, then end old within a second, by one holder. In a log without times: the next event.
  private func isHandOver(_ old: borrowing TaskRecord, _ when: Session.When) -> Bool {
    if lastBegun <= old.id { return false }
    if let time = when.time, let begun = lastBegunTime { return time - begun <= .seconds(1) }
    return when.order == lastBegunOrder + 1
  }

  private mutating func noteEnd(_ task: borrowing TaskRecord, isHandOver: Bool, order: UInt64) {
    if isHandOver {
      let continues = renewalIDs.last == task.id || renewals == 0
      renewals = continues && renewals < .max ? renewals + 1 : 1
      if !continues { renewalIDs.removeAll() }
      if renewalIDs.isEmpty { renewalIDs.append(task.id) }
      if renewalIDs.count < Limits.relatedMax { renewalIDs.append(lastBegun) }
    } else {
      if lastPlainEnd > task.order { keepsSeveral = true }
      lastPlainEnd = order
      if renewals != 0, renewalIDs.last != task.id { renewals = 0 }
    }
  }
}

/// The notable events of a task between its begin and its end; most tasks have none.
struct TaskStory {
  var expired: Instant?
  var expiredOrder: UInt64 = 0
  /// Its handler ended this other task while it stayed open.
  var crossEnd: (task: UInt64, item: EvidenceItem)?
  /// Its handler ended 0, and no overwrite accounts for that.
  var zeroEnd: EvidenceItem?
  /// Something was ended, or 0, inside its handler.
  var endedInside = false
  /// A stack was seen inside its handler.
  var stackInside = false
  /// Where its handler stood when the process was gone, as a report of that tells.
  var lastStack = StackID.none
  var items: [EvidenceItem] = []

  mutating func note(_ item: EvidenceItem) {
    if items.count < Limits.evidenceMax { items.append(item) }
  }
}

/// One event as evidence, with nothing resolved yet.
struct EvidenceItem {
  var word: String
  var task: UInt64?
  var place: Place
  var stamp: Instant?
  var detail: String?
  /// Position among the session's events, for stories told in order.
  var order: UInt64
}

// MARK: - Storing

extension HolderRecord: Archivable {
  static var blank: HolderRecord { HolderRecord() }
  mutating func pass(through archive: inout Archive) {
    archive.pass(&lastBegun)
    archive.pass(&lastBegunOrder)
    archive.pass(&lastBegunTime)
    archive.pass(&lastPlainEnd)
    archive.pass(&keepsSeveral)
    archive.pass(&renewals)
    archive.pass(&renewalIDs)
    archive.pass(&ends)
    archive.pass(&awaitsZeroEnd)
    archive.pass(&discarded)
    archive.pass(&storesIDs)
    archive.pass(&refusals)
  }
}

extension TaskStory: Archivable {
  static var blank: TaskStory { TaskStory() }
  mutating func pass(through archive: inout Archive) {
    archive.pass(&expired)
    archive.pass(&expiredOrder)
    archive.passOptional(&crossEnd, blank: (task: 0, item: .blank)) { archive, end in
      archive.pass(&end.task)
      archive.pass(&end.item)
    }
    archive.pass(&zeroEnd)
    archive.pass(&endedInside)
    archive.pass(&stackInside)
    archive.pass(&items)
    if archive.format >= 6 { archive.pass(&lastStack) }
  }
}

extension EvidenceItem: Archivable {
  static var blank: EvidenceItem {
    EvidenceItem(word: "", task: nil, place: .blank, stamp: nil, detail: nil, order: 0)
  }
  mutating func pass(through archive: inout Archive) {
    archive.pass(&word)
    archive.pass(&task)
    archive.pass(&place)
    archive.pass(&stamp)
    archive.pass(&detail)
    archive.pass(&order)
  }
}
