/// The outstanding tasks of one session: found by id in constant time, walked in begin order.
///
/// Records lie in slots of one array and keep their slot until they end. Deadlines rise with begin
/// order, so the oldest task whose deadline has not passed (`firstPending`) is the next to expire.
struct TaskLedger {
  private var slots: [TaskRecord] = []
  /// The slot that was left last; `next` of each such slot is the one that was left before it, -1 at the end.
  private var free: Int32 = -1
  private var index = SlotIndex()
  private var foundAt = 0
  private(set) var oldest: Int32 = -1
  private(set) var newest: Int32 = -1
  /// The oldest task that is not past its deadline; -1 where there is none.
  private(set) var firstPending: Int32 = -1
  private(set) var count = 0
  /// The highest id that was ever outstanding: a new one is higher, and need not be looked for.
  private var highest: UInt64 = 0
  /// Ranks given so far to tasks that were added before all others.
  private var prepended: Int32 = 0
  /// Which slots differ from what is stored; nil offline, where nothing is.
  var changes: LedgerChanges?

  subscript(slot: Int32) -> TaskRecord {
    // Not `_read`: records are plain numbers, of which only what is asked for is read.
    @inline(__always) get { slots[Int(slot)] }
    @inline(__always) _modify {
      changes?.note(slot)
      yield &slots[Int(slot)]
    }
  }

  /// Remembers where the index had it: tasks are looked for to be ended.
  @inline(__always)
  mutating func slot(of id: UInt64) -> Int32? { id > highest ? nil : find(id) }

  @inline(never)
  private mutating func find(_ id: UInt64) -> Int32? {
    guard let found = index.find(id, { slots[Int($0)].id }) else { return nil }
    foundAt = found.place
    return found.slot
  }

  /// The same where the task stands in slot `known` or nowhere; -1 where nobody knows.
  @inline(__always)
  mutating func slot(of id: UInt64, known: Int32) -> Int32? {
    if known < 0 { return slot(of: id) }
    return slots[Int(known)].id == id ? known : nil
  }

  /// Makes room for the newest task, whose record is still to be written. The id must not be outstanding.
  mutating func append(_ id: UInt64) -> Int32 {
    let slot = place(id)
    let before = newest
    var records = slots.mutableSpan
    records[Int(slot)].previous = before
    records[Int(slot)].next = -1
    if before >= 0 { records[Int(before)].next = slot }
    if before < 0 { oldest = slot }
    newest = slot
    if firstPending < 0 { firstPending = slot }
    return slot
  }

  /// Writes the record of a task that `append` has just made room for, and noted.
  @inline(__always)
  mutating func write(_ slot: Int32, _ body: (inout TaskRecord) -> Void) { body(&slots[Int(slot)]) }

  /// Adds a task that was begun before all others: one that was proved without its begin.
  mutating func prepend(_ task: TaskRecord) -> Int32 {
    let slot = place(task.id)
    prepended -= 1
    slots[Int(slot)] = task
    slots[Int(slot)].rank = prepended
    slots[Int(slot)].previous = -1
    slots[Int(slot)].next = oldest
    if oldest >= 0 { slots[Int(oldest)].previous = slot } else { newest = slot }
    oldest = slot
    firstPending = slot
    return slot
  }

  @inline(__always)
  private mutating func place(_ id: UInt64) -> Int32 {
    count += 1
    if free < 0 { addSlot() }
    let slot = free
    var records = slots.mutableSpan
    records[Int(slot)].id = id
    let nextFree = records[Int(slot)].next
    free = nextFree
    highest = max(highest, id)
    index.insert(id, at: slot)
    changes?.note(slot)
    return slot
  }

  private mutating func addSlot() {
    free = Int32(slots.count)
    // Doubling would leave up to half of the room unused; by eighths, each record would be copied eight times.
    if slots.count == slots.capacity { slots.reserveCapacity(slots.count + slots.count / 4 + 4) }
    slots.append(.blank)
  }

  /// Gives the task in `slot` another id, which must not be outstanding.
  mutating func renumber(_ slot: Int32, to id: UInt64) {
    index.remove(slots[Int(slot)].id, from: slot)
    slots[Int(slot)].id = id
    highest = max(highest, id)
    index.insert(id, at: slot)
    changes?.note(slot)
  }

  mutating func remove(_ slot: Int32) {
    if slot == firstPending { advancePending() }
    let lastFree = free
    var records = slots.mutableSpan
    let id = records[Int(slot)].id
    let (previous, next) = (records[Int(slot)].previous, records[Int(slot)].next)
    if previous >= 0 { records[Int(previous)].next = next }
    if next >= 0 { records[Int(next)].previous = previous }
    // An id of 0 marks a slot without a task.
    records[Int(slot)].id = 0
    records[Int(slot)].next = lastFree
    if previous < 0 { oldest = next }
    if next < 0 { newest = previous }
    index.remove(id, from: slot, likely: foundAt)
    free = slot
    count -= 1
    changes?.note(slot)
  }

  /// Moves `firstPending` to the next task whose deadline has not passed.
  mutating func advancePending() {
    guard firstPending >= 0 else { return }
    var slot = slots[Int(firstPending)].next
    while slot >= 0, slots[Int(slot)].flags.contains(.pastDeadline) { slot = slots[Int(slot)].next }
    firstPending = slot
  }

  /// The slots that differ from what is stored; all that are taken where `isWhole`.
  mutating func takeChanged(isWhole: Bool) -> [(slot: Int32, isTaken: Bool)] {
    if isWhole {
      changes = LedgerChanges()
      var slot = oldest
      while slot >= 0 {
        changes?.note(slot)
        slot = slots[Int(slot)].next
      }
    }
    guard var taken = changes else { return [] }
    changes = nil
    defer { changes = taken }
    return taken.take { slots[Int($0)].id != 0 }
  }

  /// How many slots may differ from what is stored.
  var changedCount: Int { changes?.count ?? 0 }

  /// Puts back tasks that were stored, in any order; nil if two of them have one id.
  init?(restoring tasks: [TaskRecord]) {
    // Whatever was proved without its begin stands before all that were begun.
    let sorted = tasks.sorted { ($0.rank, $0.order) < ($1.rank, $1.order) }
    for task in sorted {
      if task.id == 0 || slot(of: task.id) != nil { return nil }
      restore(task)
      prepended = min(prepended, task.rank)
    }
    firstPending = oldest
    if firstPending >= 0, slots[Int(firstPending)].flags.contains(.pastDeadline) {
      advancePending()
    }
  }

  private mutating func restore(_ task: TaskRecord) {
    let slot = append(task.id)
    let previous = slots[Int(slot)].previous
    slots[Int(slot)] = task
    slots[Int(slot)].previous = previous
    slots[Int(slot)].next = -1
  }

  init() {}

  /// The slots in begin order, oldest first.
  func inOrder() -> [Int32] { first(count) }

  /// The oldest `most` slots, in begin order.
  func first(_ most: Int) -> [Int32] {
    var found: [Int32] = []
    found.reserveCapacity(min(most, count))
    var slot = oldest
    while slot >= 0, found.count < most {
      found.append(slot)
      slot = slots[Int(slot)].next
    }
    return found
  }
}

/// Which slots of a ledger differ from what is stored of them.
struct LedgerChanges {
  private var slots: [Int32] = []
  /// One byte a slot: bit 0 where it stands in `slots`, bit 1 where a row of it is stored.
  private var marks: [UInt8] = []
  private static let listed: UInt8 = 1
  private static let stored: UInt8 = 2

  var count: Int { slots.count }

  @inline(__always)
  mutating func note(_ slot: Int32) {
    if slot < marks.count, marks[Int(slot)] & Self.listed != 0 { return }
    list(slot)
  }

  private mutating func list(_ slot: Int32) {
    while marks.count <= slot { marks.append(0) }
    marks[Int(slot)] |= Self.listed
    slots.append(slot)
  }

  /// The slots that changed since the last call. `isTaken`: a task is in the slot now. A slot whose
  /// task came and went in between is nobody's business.
  mutating func take(isTaken: (Int32) -> Bool) -> [(slot: Int32, isTaken: Bool)] {
    var found: [(slot: Int32, isTaken: Bool)] = []
    for slot in slots {
      let wasStored = marks[Int(slot)] & Self.stored != 0
      let isTaken = isTaken(slot)
      marks[Int(slot)] = isTaken ? Self.stored : 0
      if isTaken || wasStored { found.append((slot, isTaken)) }
    }
    slots = []
    return found
  }
}
