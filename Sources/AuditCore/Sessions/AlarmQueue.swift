/// Checks of a session that wait for a time, earliest first; equal times in the order they were set.
struct AlarmQueue {
  enum Check: UInt8 {
    /// A task without a handler is still outstanding.
    case handlerless
    /// The handler of a task was entered `grace` ago.
    case expiryGrace
    /// The old task of a re-entry has not been handed over.
    case reentrant
  }

  struct Alarm {
    var time: Instant
    var number: UInt64
    var check: Check
    var task: UInt64
    /// Begin order of the task, so that a new task with the id of an old one is not mistaken for it.
    var order: UInt64
  }

  private var heap: [Alarm] = []
  private var numbers: UInt64 = 0
  /// What differs from what is stored; nil offline, where nothing is.
  private var changes: Changes?

  private struct Changes {
    var set: [UInt64: Alarm] = [:]
    var gone: [UInt64] = []

    mutating func noteGone(_ alarm: Alarm) {
      if set.removeValue(forKey: alarm.number) == nil { gone.append(alarm.number) }
    }
  }

  var next: Instant? { heap.first?.time }

  private static func precedes(_ a: Alarm, _ b: Alarm) -> Bool {
    a.time != b.time ? a.time < b.time : a.number < b.number
  }

  var count: Int { heap.count }

  /// Forgets the alarms that nobody waits for any more.
  mutating func drop(where isStale: (Alarm) -> Bool) {
    let live = heap.filter { alarm in
      if !isStale(alarm) { return true }
      changes?.noteGone(alarm)
      return false
    }
    heap = []
    for alarm in live { insert(alarm) }
  }

  mutating func set(_ check: Check, task: UInt64, order: UInt64, at time: Instant) {
    numbers += 1
    let alarm = Alarm(time: time, number: numbers, check: check, task: task, order: order)
    changes?.set[numbers] = alarm
    insert(alarm)
  }

  private mutating func insert(_ alarm: Alarm) {
    heap.append(alarm)
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      if !Self.precedes(heap[child], heap[parent]) { break }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  mutating func pop() -> Alarm? {
    guard let first = heap.first else { return nil }
    changes?.noteGone(first)
    let last = heap.removeLast()
    if heap.isEmpty { return first }
    heap[0] = last
    var parent = 0
    while true {
      let left = parent * 2 + 1
      var least = parent
      if left < heap.count, Self.precedes(heap[left], heap[least]) { least = left }
      if left + 1 < heap.count, Self.precedes(heap[left + 1], heap[least]) { least = left + 1 }
      if least == parent { return first }
      heap.swapAt(least, parent)
      parent = least
    }
  }
}

// MARK: - Storing

extension AlarmQueue: Archivable {
  static var blank: AlarmQueue { AlarmQueue() }

  /// All but the alarms, of which each is a row.
  mutating func pass(through archive: inout Archive) { archive.passTally(&numbers) }

  mutating func track() { changes = Changes() }

  /// Alarms that were set and numbers of those that are gone since the last call; all that wait where
  /// `isWhole`.
  mutating func takeChanged(isWhole: Bool) -> (set: [Alarm], gone: [UInt64]) {
    guard let taken = changes else { return ([], []) }
    changes = Changes()
    return isWhole ? (heap, []) : (Array(taken.set.values), taken.gone)
  }

  /// Puts back an alarm that was stored.
  mutating func restore(_ alarm: Alarm) { insert(alarm) }
}

extension AlarmQueue.Alarm: Archivable {
  static var blank: AlarmQueue.Alarm {
    AlarmQueue.Alarm(time: .blank, number: 0, check: .handlerless, task: 0, order: 0)
  }

  mutating func pass(through archive: inout Archive) {
    archive.pass(&time)
    archive.pass(&number)
    archive.passCase(&check)
    archive.pass(&task)
    archive.pass(&order)
  }
}
