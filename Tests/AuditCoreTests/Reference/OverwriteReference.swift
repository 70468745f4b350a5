import AuditCore

/// What `audit-model.md` §7 says of a trace, worked out as it is written there: no tables, no limits,
/// everything looked up anew in the list of all tasks. Knows nothing of the engine.
///
/// Where the text leaves open which of several lost tasks a footprint belongs to, a task without one
/// comes first: "one footprint accounts for one lost task".
struct OverwriteReference {
  struct Overwrite: Hashable {
    var task: UInt64
    var by: UInt64
    /// The others that may have overwritten it.
    var candidates: [UInt64] = []
    var confidence: Confidence
  }

  private struct Task {
    var id: UInt64
    var holder: String?
    var slot: String?
    var begun: Int
    var ended: Int?
  }

  private struct Footprint {
    var at: Int
    /// The holder of an `end(0)`.
    var holder: String?
    /// The task that was ended a second time; nil for an `end(0)`.
    var again: UInt64?
    var account: UInt64?
  }

  private let trace: Trace
  private let times: [Int]
  private var tasks: [Task] = []
  private var footprints: [Footprint] = []

  init(_ trace: Trace) {
    self.trace = trace
    times = trace.times
    for (position, step) in trace.steps.enumerated() { take(step, at: position) }
  }

  /// Ids begun and never ended, ascending.
  var unpaired: [UInt64] { tasks.filter { $0.ended == nil }.map(\.id) }

  /// Every task whose id was overwritten, ascending.
  var overwrites: [Overwrite] {
    let lost = tasks.filter { $0.ended == nil && confidence($0) != nil }
    return lost.map { task in
      let (by, candidates) = by(task, lost)
      return Overwrite(
        task: task.id, by: by, candidates: candidates, confidence: confidence(task) ?? .possible)
    }
  }

  private mutating func take(_ step: Trace.Step, at position: Int) {
    if step.kind == .begin {
      tasks.append(Task(id: step.id, holder: step.holder, slot: step.slot, begun: position))
    } else if step.id == 0 {
      footprints.append(Footprint(at: position, holder: step.holder))
      assign(footprints.count - 1)
    } else if let index = tasks.firstIndex(where: { $0.id == step.id }) {
      if tasks[index].ended != nil {
        footprints.append(Footprint(at: position, again: step.id))
        assign(footprints.count - 1)
        return
      }
      tasks[index].ended = position
      // "If that task is ended later, the footprint is assigned anew."
      for footprint in footprints.indices where footprints[footprint].account == step.id {
        footprints[footprint].account = nil
        assign(footprint)
      }
    }
  }

  // MARK: Evidence

  /// Evidence 1: "a begin names a slot whose current id A is outstanding".
  private func takenSlot(of task: Task) -> Task? {
    guard task.slot != nil else { return nil }
    return tasks.first { $0.slot == task.slot && $0.begun > task.begun }
  }

  private func compatible(_ a: String?, _ b: String?) -> Bool { a == nil || b == nil || a == b }

  private func isSame(_ a: String?, _ b: String?) -> Bool { a != nil && a == b }

  /// "A task begun after A while A was outstanding, whose holder equals A's, or where either holder is
  /// unknown."
  private func isSuccessor(_ other: Task, of task: Task) -> Bool {
    other.begun > task.begun && other.begun < task.ended ?? .max
      && compatible(other.holder, task.holder)
  }

  /// One variable has one holder, that of the `end(0)` as well.
  private func isSuccessor(_ other: Task, of task: Task, by footprint: Footprint?) -> Bool {
    isSuccessor(other, of: task) && compatible(other.holder, footprint?.holder)
  }

  /// Evidence 2 and 3: nil where the footprint cannot be the task's.
  private func confidence(_ footprint: Footprint, _ task: Task) -> Confidence? {
    guard task.ended == nil, task.begun < footprint.at else { return nil }
    if footprint.again == nil, !compatible(footprint.holder, task.holder) { return nil }
    let successors = tasks.filter { other in
      isSuccessor(other, of: task, by: footprint) && other.ended ?? .max < footprint.at
        && (footprint.again == nil || footprint.again == other.id)
    }
    if successors.isEmpty { return nil }
    return successors.contains { isSame($0.holder, task.holder) } ? .probable : .possible
  }

  /// "Those with the strongest evidence, of them the latest begun."
  private mutating func assign(_ index: Int) {
    let footprint = footprints[index]
    let able = tasks.filter { confidence(footprint, $0) != nil }
    let free = able.filter { task in !footprints.contains { $0.account == task.id } }
    let choice = free.isEmpty ? able : free
    let strongest = choice.compactMap { confidence(footprint, $0) }.max()
    footprints[index].account = choice.last { confidence(footprint, $0) == strongest }?.id
  }

  /// Evidence 4: the task was judged lost and a successor of the same known holder was ended, unless
  /// the holder keeps more than one id.
  private func isLostByHolder(_ task: Task) -> Bool {
    // "A task found overwritten is at least `ended-session`"; any other may still be ended.
    if trace.ending == .stopped, !footprints.contains(where: { $0.account == task.id }) {
      return false
    }
    return tasks.contains { other in
      isSuccessor(other, of: task) && isSame(other.holder, task.holder) && other.ended != nil
    } && !keepsSeveral(task.holder)
  }

  private func keepsSeveral(_ holder: String?) -> Bool {
    let ended = tasks.filter { isSame($0.holder, holder) && $0.ended != nil }
    return ended.contains { old in
      ended.contains { new in
        new.begun > old.begun && new.begun < old.ended ?? .max && !isHandOver(old)
          && !isHandOver(new)
      }
    }
  }

  /// "Begin new, and end old within 1 s, by one holder." Without times only the next line is near.
  private func isHandOver(_ old: Task) -> Bool {
    guard let ended = old.ended else { return false }
    return tasks.contains { new in
      guard isSame(new.holder, old.holder), new.begun > old.begun, new.begun < ended else {
        return false
      }
      return trace.ending == .timeless
        ? ended == new.begun + 1 : times[ended] - times[new.begun] <= 2
    }
  }

  private func confidence(_ task: Task) -> Confidence? {
    let mine = footprints.filter { $0.account == task.id }
    var all = mine.compactMap { confidence($0, task) }
    if isLostByHolder(task) { all.append(.probable) }
    if takenSlot(of: task) != nil { all.append(.certain) }
    return all.max()
  }

  // MARK: Which one overwrote it

  /// Nothing that was begun after the footprint can have left it.
  private func by(_ task: Task, _ lost: [Task]) -> (by: UInt64, candidates: [UInt64]) {
    if let taken = takenSlot(of: task) { return (taken.id, []) }
    let footprint = footprints.first { $0.account == task.id }
    let able = tasks.filter {
      isSuccessor($0, of: task, by: footprint) && $0.begun < footprint?.at ?? .max
    }
    if let next = able.first(where: { isSame($0.holder, task.holder) }) { return (next.id, []) }
    let ended = able.filter { $0.ended ?? .max < footprint?.at ?? .max }
    // A variable that still holds `again` was written last by it: what is begun later is no link.
    let last = tasks.first { $0.id == footprint?.again }?.begun ?? .max
    let chained = able.first { other in
      other.begun < last && lost.contains { $0.id == other.id }
    }
    let newest = ended.max { $0.ended ?? 0 < $1.ended ?? 0 }
    let by = chained?.id ?? footprint?.again ?? newest?.id ?? 0
    return (by, ended.map(\.id).filter { $0 != by })
  }
}
