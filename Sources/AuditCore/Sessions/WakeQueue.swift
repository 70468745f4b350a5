/// When to look at which session next, on the monotonic clock.
///
/// At most one entry a session. A session whose next check moved later keeps its early entry: it is
/// looked at once for nothing and then set anew, which is cheaper than moving entries on every event.
struct WakeQueue {
  private var heap: [(time: Instant, session: Session)] = []
  /// Sessions that have a wake set.
  private var scheduled = 0

  var next: Instant? { heap.first?.time }

  /// Sees to it that the session is looked at by `time`.
  mutating func set(_ session: Session, at time: Instant) {
    if let set = session.wake, set <= time { return }
    // An entry that is too late stays behind, until there are more of those than of others.
    if session.wake == nil { scheduled += 1 }
    session.wake = time
    heap.append((time, session))
    if heap.count > scheduled * 2 + 64 { return dropLate() }
    rise(heap.count - 1)
  }

  /// Lets go of sessions that are no longer kept: each is some of the memory that was short.
  mutating func dropForgotten() {
    for entry in heap where entry.session.isForgotten && entry.session.wake == entry.time {
      entry.session.wake = nil
      scheduled -= 1
    }
    dropLate()
  }

  private mutating func dropLate() {
    let live = heap.filter { $0.session.wake == $0.time }
    heap = []
    for entry in live {
      heap.append(entry)
      rise(heap.count - 1)
    }
  }

  /// Of two sessions that are due at one time, the one that appeared first.
  private static func precedes(
    _ a: (time: Instant, session: Session), _ b: (time: Instant, session: Session)
  ) -> Bool {
    a.time != b.time ? a.time < b.time : a.session.number < b.session.number
  }

  private mutating func rise(_ start: Int) {
    var child = start
    while child > 0 {
      let parent = (child - 1) / 2
      if !Self.precedes(heap[child], heap[parent]) { break }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  /// The session that is due first. One whose check has moved later since it was set is set anew: the
  /// order is that of what is due, and not of what came before.
  mutating func pop(until now: Instant) -> Session? {
    while let first = heap.first, first.time <= now {
      removeFirst()
      guard first.session.wake == first.time else { continue }
      first.session.wake = nil
      scheduled -= 1
      guard let due = first.session.nextCheck else { continue }
      if due <= first.time { return first.session }
      set(first.session, at: due)
    }
    return nil
  }

  private mutating func removeFirst() {
    let last = heap.removeLast()
    if heap.isEmpty { return }
    heap[0] = last
    sink()
  }

  private mutating func sink() {
    var parent = 0
    while true {
      let left = parent * 2 + 1
      var least = parent
      if left < heap.count, Self.precedes(heap[left], heap[least]) { least = left }
      if left + 1 < heap.count, Self.precedes(heap[left + 1], heap[least]) { least = left + 1 }
      if least == parent { return }
      heap.swapAt(least, parent)
      parent = least
    }
  }
}

extension Session {
  /// It will be looked at before anything can be due: the exact time need not be found out.
  var isLookedAtInTime: Bool {
    guard let wake, let offset, let quietUntil else { return false }
    return quietUntil.microseconds != .max && wake <= quietUntil + offset
  }

  /// The monotonic time of its next check: a deadline, an alarm, or its idle time-out. nil offline.
  var nextCheck: Instant? {
    if !isOpen { return nil }
    if let offset, let due = nextDue { return due + offset }
    guard ledger.count == 0, let heard else { return nil }
    return heard + tools.configuration.idleTimeout
  }

  /// Does what is due at `now` on the monotonic clock.
  func advance(to now: Instant) {
    if !isOpen { return }
    let time = offset.map { now + -$0 }
    if let time { runAlarms(until: time + 1) }
    if ledger.count == 0, let heard, now - heard >= tools.configuration.idleTimeout {
      finish(.idle, at: time)
    }
  }
}
