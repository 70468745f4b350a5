/// What says that the id of an outstanding task was lost, strongest last (`audit-model.md` §7).
enum OverwriteEvidence: UInt8 {
  /// The task was judged lost and a successor of the same known holder was ended.
  case holder
  /// An `end(0)` or a second end that had no other use.
  case footprint
  /// A begin named the variable that still held the id.
  case slot
}

/// One outstanding task whose id was overwritten.
struct Overwrite {
  var evidence: OverwriteEvidence
  var by: UInt64
  var confidence: Confidence
  var candidates: [UInt64] = []
  /// The lost task passed its deadline, expired, or its session ended.
  var isConfirmed = false
  var items: [EvidenceItem] = []

  mutating func note(_ item: EvidenceItem) {
    if items.count < Limits.evidenceMax { items.append(item) }
  }
}

/// A line that an overwritten variable leaves behind: an `end(0)` or a second end.
struct Footprint {
  enum Kind {
    /// `end(0)` by this holder, outside handlers that it could belong to.
    case zero(HolderID)
    /// The second end of this task.
    case again(TaskRecord)
    /// `end(0)`, or the end of a successor, inside the handler of this task.
    case handler(UInt64)
  }
  var kind: Kind
  var order: UInt64
  var item: EvidenceItem
  /// The lost task that it accounts for.
  var account: UInt64?

  /// Who left it, where the end itself tells.
  var holder: HolderID {
    if case .zero(let holder) = kind { return holder }
    return .unknown
  }
}

/// `overwritten-id`: one variable held the ids of two tasks, and the first can never be ended.
///
/// Footprints arrive in `OverwrittenID+Footprints.swift`, are matched with lost tasks in `…+Matching`,
/// and `…+Settling` decides which task overwrote which.
enum OverwrittenID: AuditRule {
  /// Evidence 1: the begin in `slot` went into a variable whose id is still outstanding.
  static func slotTaken(_ session: Session, _ slot: Int32, _ context: Session.Context) {
    let task = session.ledger[slot]
    let held = session.slots[task.slot]
    session.slots[task.slot] = max(task.id, held ?? 0)
    guard let held, held != task.id, session.ledger.slot(of: held) != nil else { return }
    // Of two, the higher id was begun later, whatever order they are printed in.
    let (lost, by) = (min(held, task.id), max(held, task.id))
    session.overwrites[lost] = Overwrite(
      evidence: .slot, by: by, confidence: .certain,
      items: [context.item("begin", task: task.id, detail: "into the variable that held \(held)")])
    refile(session, lost)
  }

  /// Evidence 4, when a task is judged lost; also the moment that confirms what was suspected.
  static func judge(_ session: Session, _ slot: Int32, _ stage: Stage) {
    let task = session.ledger[slot]
    if session.overwrites[task.id]?.confidence ?? .possible == .possible {
      judgeByHolder(session, task)
    }
    // Where no state was ever seen, the deadline is no more than a guess.
    let isGuess = stage == .pastDeadline && session.phases.side == .unknown
    if !isGuess { session.overwrites[task.id]?.isConfirmed = true }
    refile(session, task.id)
  }

  private static func judgeByHolder(_ session: Session, _ task: TaskRecord) {
    guard task.holder.isKnown, !task.flags.contains(.system),
      let record = session.holders[task.holder], !record.keepsSeveral
    else { return }
    guard let successor = newestEndedSuccessor(session, of: task) else { return }
    let by = next(session, after: task) ?? successor.task.id
    var overwrite =
      session.overwrites[task.id] ?? Overwrite(evidence: .holder, by: by, confidence: .probable)
    overwrite.confidence = .probable
    if overwrite.evidence == .holder { overwrite.by = by }
    overwrite.note(session.endItem(of: successor))
    session.overwrites[task.id] = overwrite
  }

  /// The holder ended both of two overlapping tasks: what only its being one holder told is void.
  static func keepsSeveral(_ session: Session, _ holder: HolderID) {
    if session.overwrites.isEmpty { return }
    let void = session.overwrites.keys { id, overwrite in
      guard overwrite.evidence == .holder, let slot = session.ledger.slot(of: id) else {
        return false
      }
      return session.ledger[slot].holder == holder
    }
    for id in void.sorted() {
      session.overwrites[id] = nil
      session.findings.clear(FindingKey(rule: .overwrittenID, task: id))
    }
  }

  /// The log or launch is over: what is still only suspected stays so if just the log stopped.
  static func finished(_ session: Session, sessionEnded: Bool) {
    // Tasks that were found lost without a footprint may be links of chains.
    settle(session)
    for id in session.overwrites.keys.sorted() {
      // At the end even a guessed deadline that has passed is all that will ever be known.
      let isPast = session.ledger.slot(of: id).map {
        !session.ledger[$0].flags.isDisjoint(with: [.pastDeadline, .handlersRan])
      }
      if sessionEnded || session.isTimeless || isPast == true {
        session.overwrites[id]?.isConfirmed = true
      }
      refile(session, id)
    }
  }

  /// Files what is known now of the task's overwrite; nothing where there is none.
  static func refile(_ session: Session, _ id: UInt64) {
    guard let overwrite = session.overwrites[id], let slot = session.ledger.slot(of: id) else {
      return
    }
    let task = session.ledger[slot]
    let unpaired = session.findings[FindingKey(rule: .unpairedTask, task: id)]
    let isGrave = unpaired.map { $0.state != .cleared && $0.severity >= .err } ?? false
    session.file(
      FindingKey(rule: .overwrittenID, task: id), severity: isGrave ? .err : .warning,
      state: overwrite.isConfirmed ? .confirmed : .suspected, about: task
    ) { record in
      record.by = overwrite.by
      record.confidence = overwrite.confidence
      record.candidates = overwrite.candidates
      record.related = [overwrite.by]
      if let successor = session.item(ofBegin: overwrite.by) { record.add(successor) }
      for item in overwrite.items { record.add(item) }
    }
    ReentrantBegin.explained(session, older: id)
    UnpairedTask.explained(session, id)
  }

  /// The next begin of the task's known holder, ended or not, before event `order`. Two begins on two
  /// threads within 50 ms may have been stored in either order: then it may be the one before.
  static func next(
    _ session: Session, after task: TaskRecord, before order: UInt64 = .max
  ) -> UInt64? {
    if !task.holder.isKnown { return nil }
    if task.successor != 0 {
      let isLater = session.task(task.successor).map { $0.order > order } ?? false
      return isLater ? nil : task.successor
    }
    guard task.predecessor != 0, let before = session.task(task.predecessor) else { return nil }
    return racedStores(before, task) ? before.id : nil
  }

  static func racedStores(_ a: TaskRecord, _ b: TaskRecord) -> Bool {
    guard a.holder.isKnown, a.holder == b.holder, let first = a.begun, let second = b.begun else {
      return false
    }
    return a.thread != 0 && b.thread != 0 && a.thread != b.thread
      && abs(first - second) <= .milliseconds(50)
  }

  static func message(_ finding: FindingRecord, _ session: Session) -> String {
    let who = session.begunPhrase(finding)
    let by = finding.by.map { "task \($0)" } ?? "a later task"
    let lost = "overwritten by that of \(by)"
    return switch finding.confidence {
    case .certain:
      "The id of \(finding.taskText)\(who) was \(lost): nothing can end it any more."
    case .probable:
      "The id of \(finding.taskText)\(who) was probably \(lost): then nothing can end it any more."
    case .possible:
      "The id of \(finding.taskText)\(who) may have been \(lost): then nothing can end it any more."
    }
  }

  static func advice(_ finding: FindingRecord, _ session: Session) -> String {
    "Keep each id in an object or local variable of its own, or end the task that the variable holds before beginning the next."
  }
}

extension Session {
  /// A task by its id, outstanding or lately ended.
  func task(_ id: UInt64) -> TaskRecord? {
    if let slot = ledger.slot(of: id) { return ledger[slot] }
    return ended.first(id: id)?.task
  }

  func item(ofBegin id: UInt64) -> EvidenceItem? { task(id).map { beginItem(of: $0) } }
}
