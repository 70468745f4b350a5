import AuditCore

/// A finding that a log of a run must, or may, give rise to.
struct Expectation: Hashable, CustomStringConvertible {
  var rule: Rule
  var task: UInt64?
  var by: UInt64?
  var pid: Int32
  var atLeast = Severity.info
  var stage: Stage?
  /// The class that is to be blamed.
  var holder: String?

  var description: String {
    "\(rule.rawValue) task \(task.map(String.init) ?? "-") by \(by.map(String.init) ?? "-")"
      + " pid \(pid) ≥ \(atLeast.name) stage \(stage?.rawValue ?? "-") holder \(holder ?? "-")"
  }
}

/// Says from the truth of a launch, and from what its log tells, which findings there must be and which
/// there may be. Written after `audit-model.md` alone; it shares nothing with the auditor.
struct Oracle {
  let launch: LaunchTruth
  let dress: LogDress
  /// When the launch's last line was printed.
  let lastTime: Int64
  /// Another launch of the app follows in the log.
  let isFollowed: Bool
  private(set) var must: [Expectation] = []
  /// Rule and task; task nil allows any.
  private(set) var may: Set<Expectation> = []

  init(
    _ launch: LaunchTruth, lastTime: Int64, dress: LogDress, isFollowed: Bool, isAlone: Bool
  ) {
    self.launch = launch
    self.lastTime = lastTime
    self.dress = dress
    self.isFollowed = isFollowed
    for id in launch.ids {
      guard let task = launch.tasks[id] else { continue }
      if task.ended == nil { judgeLeak(task) } else { judgeEnd(task) }
      judgeBegin(task)
    }
    judgeEnds()
    judgeLaunch(isAlone: isAlone)
  }

  private mutating func require(
    _ rule: Rule, _ task: UInt64? = nil, by: UInt64? = nil, _ severity: Severity,
    stage: Stage? = nil
  ) {
    let holder = task.flatMap { launch.tasks[$0] }.flatMap(holder)
    must.append(
      Expectation(
        rule: rule, task: task, by: by, pid: launch.pid, atLeast: severity, stage: stage,
        holder: holder))
    allow(rule, task)
  }

  private mutating func allow(_ rule: Rule, _ task: UInt64? = nil) {
    may.insert(Expectation(rule: rule, task: task, pid: launch.pid))
  }

  /// The capture began late: what was begun before `first` is not known as it should be, and what
  /// counts over the whole launch cannot be asked for, nor that `first` was begun inside a handler
  /// that was entered before, nor what rests on a return having been seen. Ends of such tasks are still no errors.
  mutating func startLate(at first: UInt64) {
    must.removeAll {
      ($0.task ?? 0) < first || $0.rule == .reentrantBegin || $0.rule == .unknownEnd
        || ($0.rule == .recursiveBegin && $0.task == first) || $0.rule == .stuckHandler
    }
    for id in launch.ids where id < first {
      for rule in Rule.allCases where rule != .unknownEnd && rule != .doubleEnd {
        allow(rule, id)
      }
    }
  }

  // MARK: What the log tells

  private func holder(_ task: TaskTruth) -> String? {
    if dress.hasStacks { return task.caller.holder }
    return task.name ?? (dress.hasDefaultNames ? task.caller.holder : nil)
  }

  private func isCompatible(_ a: TaskTruth, _ b: TaskTruth) -> Bool {
    guard let one = holder(a), let other = holder(b) else { return true }
    return one == other
  }

  /// Tasks begun after `task` while it was open (§7), in order.
  private func successors(of task: TaskTruth) -> [TaskTruth] {
    launch.ids.compactMap { launch.tasks[$0] }.filter {
      $0.id > task.id && isCompatible($0, task) && (task.ended ?? .max) > $0.begun
    }
  }

  private func isExpiredInLog(_ task: TaskTruth) -> Bool { dress.isRich && task.expired != nil }

  /// The auditor can know that the task was not just cut off by the end of the log.
  private func isJudgedLost(_ task: TaskTruth) -> Bool {
    if isExpiredInLog(task) || !dress.hasTimes { return true }
    if launch.isOver && (dress.tellsExit || (isFollowed && dress.hasPID)) { return true }
    let tellsNoState = !dress.tellsStates && !dress.tellsRemaining
    return tellsNoState && lastTime - task.begun > 250_000_000
  }

  /// By a line of the system's, or the process is gone from the background with expired tasks.
  private var isKillInLog: Bool {
    guard launch.wasKilled else { return false }
    let expired = launch.openIDs.compactMap { launch.tasks[$0] }.contains(where: isExpiredInLog)
    return dress.tellsExit || (isFollowed && dress.hasPID && dress.tellsStates && expired)
  }

  // MARK: Tasks that were never ended

  private mutating func judgeLeak(_ task: TaskTruth) {
    let isOverwritten = judgeOverwrite(task)
    var severity = Severity.info
    var stage: Stage?
    if isOverwritten || !dress.hasTimes { severity = .warning }
    if isExpiredInLog(task) { (severity, stage) = (.err, .expired) }
    if launch.wasKilled, isKillInLog { stage = nil }
    if task.isKilled, dress.tellsExit { (severity, stage) = (.crit, .killed) }
    require(.unpairedTask, task.id, severity, stage: stage)
    judgeHandler(task, isOverwritten: isOverwritten)
  }

  private mutating func judgeOverwrite(_ task: TaskTruth) -> Bool {
    let ended = successors(of: task).filter { $0.ended != nil }
    if let by = task.overwrittenBy {
      if dress.tellsSlots {
        require(.overwrittenID, task.id, by: by, .warning)
        return true
      }
      allow(.overwrittenID, task.id)
      let evidence =
        holder(task) != nil && isJudgedLost(task) && !ended.isEmpty && !keepsSeveral(task)
      if evidence || hasFootprint(task) {
        require(.overwrittenID, task.id, by: by, .warning)
        return true
      }
    } else if !ended.isEmpty {
      // Not overwritten, but the log of a missing end looks the same (§7.2, §7.4).
      allow(.overwrittenID, task.id)
    }
    return false
  }

  /// An `end(0)` or second end that nothing but this loss explains.
  private func hasFootprint(_ task: TaskTruth) -> Bool {
    let leaks = launch.openIDs.compactMap { launch.tasks[$0] }.filter {
      $0.id == task.id || (isCompatible($0, task) && !successors(of: $0).isEmpty)
    }
    guard leaks.count == 1 else { return false }
    return launch.ends.contains { end in
      let before = successors(of: task).filter { ($0.ended ?? .max) < end.time }
      guard end.caller == task.caller, !before.isEmpty, end.time > task.begun else { return false }
      if end.id == 0 {
        return end.inHandlerOf == nil || end.inHandlerOf == task.id || !dress.isRich
      }
      return before.contains { $0.id == end.id }
    }
  }

  /// §7.4: a holder that ended both of two overlapping tasks, hand-overs apart.
  private func keepsSeveral(_ task: TaskTruth) -> Bool {
    let own = launch.ids.compactMap { launch.tasks[$0] }.filter { holder($0) == holder(task) }
    return own.contains { a in
      own.contains { b in
        guard let first = a.ended, let second = b.ended, a.id < b.id, first > b.begun else {
          return false
        }
        return first - b.begun > 1_000_000 || second < first
      }
    }
  }

  private mutating func judgeHandler(_ task: TaskTruth, isOverwritten: Bool) {
    guard isExpiredInLog(task) else { return }
    let zero = launch.ends.first { $0.inHandlerOf == task.id && $0.id == 0 }
    let inside = launch.ends.contains { $0.inHandlerOf == task.id }
    let ended = successors(of: task).filter { ($0.ended ?? .max) < (zero?.time ?? .max) }
    if zero != nil {
      allow(.capturedInvalid, task.id)
      if task.overwrittenBy == nil, ended.isEmpty, !isOverwritten {
        require(.capturedInvalid, task.id, .err)
      }
    }
    if !inside, !task.handlerHangs { allow(.idleHandler, task.id) }
    let isIdle = dress.tellsReturns && task.handlerReturned != nil && !inside
    if isIdle, !isOverwritten, task.overwrittenBy == nil, ended.isEmpty, !task.begunInHandler,
      !isReentrant(task), !mayBeDiscarded(task)
    {
      require(.idleHandler, task.id, .err)
    }
    guard task.handlerHangs else { return }
    allow(.stuckHandler, task.id)
    let returnedBefore = launch.tasks.values.contains {
      ($0.handlerReturned ?? .max) < task.expired ?? 0
    }
    if dress.tellsReturns, dress.tellsExit, returnedBefore { require(.stuckHandler, task.id, .err) }
  }

  // MARK: Begins

  /// A task of the same holder from an earlier background phase was open at its begin.
  private func isReentrant(_ task: TaskTruth) -> Bool {
    guard holder(task) != nil, task.phase > 0 else { return false }
    return launch.tasks.values.contains {
      $0.phase > 0 && $0.phase < task.phase && holder($0) == holder(task)
        && ($0.ended ?? .max) > task.begun
    }
  }

  private mutating func judgeBegin(_ task: TaskTruth) {
    if task.begunInHandler, dress.isRich {
      allow(.recursiveBegin, task.id)
      // Without returns a second tells, which a log without times cannot (§6).
      if dress.tellsReturns || dress.hasTimes { require(.recursiveBegin, task.id, .err) }
    }
    if isReentrant(task) {
      allow(.reentrantBegin, task.id)
      let own = launch.tasks.values.filter { holder($0) == holder(task) }
      // One finding a phase says it: more of the same are noise.
      let isFirst = !own.contains { $0.phase == task.phase && $0.id < task.id }
      // An older one that looks overwritten says more.
      let areLeaks = own.allSatisfy { older in
        older.ended == nil && older.overwrittenBy == nil
          && successors(of: older).allSatisfy { $0.ended == nil }
      }
      if dress.tellsStates, isFirst, areLeaks {
        require(.reentrantBegin, task.id, .warning)
      }
    }
    if !task.hasHandler, dress.isRich {
      allow(.missingHandler, task.id)
      let inBackground = launch.phases.contains { phase in
        let from = max(phase.entered, task.begun)
        return min(phase.left ?? lastTime, task.ended ?? lastTime) - from > 5_100_000
      }
      if dress.hasTimes, dress.hasStates, inBackground {
        require(.missingHandler, task.id, .warning)
      }
    }
  }

  // MARK: Ends

  private mutating func judgeEnd(_ task: TaskTruth) {
    guard isExpiredInLog(task), let ended = task.ended, let expired = task.expired, ended > expired
    else { return }
    allow(.lateEnd, task.id)
    if task.endedInHandlerOf == task.id {
      require(.lateEnd, task.id, .notice)
    } else if dress.tellsReturns, let returned = task.handlerReturned, ended > returned {
      require(.lateEnd, task.id, dress.hasTimes ? .warning : .notice)
    }
  }

  private mutating func judgeEnds() {
    for id in Set(launch.doubleEnds).sorted() { require(.doubleEnd, id, .warning) }
    if launch.ends.contains(where: { $0.id == 0 }) { require(.invalidEnd, nil, .info) }
    for id in launch.unknownEnds { allow(.unknownEnd, id) }
    if let first = launch.unknownEnds.first { require(.unknownEnd, first, .warning) }
    for (of, ended) in launch.crossEnds where dress.isRich && launch.isOpen(of) {
      require(.crossEnd, of, by: ended, .err)
    }
    if launch.refused > 0 { require(.refusedBegin, nil, .warning) }
  }

  // MARK: The launch

  private mutating func judgeLaunch(isAlone: Bool) {
    if launch.wasKilled {
      allow(.systemKill)
      if isKillInLog { require(.systemKill, nil, .crit) }
    }
    if mostOpen > 16 { require(.outstandingPileup, nil, .warning) }
    judgeDiscards(isAlone: isAlone)
  }

  private var mostOpen: Int {
    let tasks = launch.tasks.values
    return tasks.map { task in
      tasks.count { $0.begun <= task.begun && ($0.ended ?? .max) > task.begun }
    }.max() ?? 0
  }

  /// Each begin of a known holder is followed by its `end(0)` and none is ever ended (§5).
  private mutating func judgeDiscards(isAlone: Bool) {
    let byHolder = Dictionary(grouping: launch.tasks.values) { holder($0) ?? "" }
    for (_, tasks) in byHolder.sorted(by: { $0.key < $1.key }) where mayBeDiscarded(tasks[0]) {
      let tasks = tasks.sorted { $0.id < $1.id }
      allow(.unstoredID)
      let isDiscarded = tasks.indices.allSatisfy { index in
        let next = index + 1 < tasks.count ? tasks[index + 1].begun : Int64.max
        return launch.ends.contains {
          $0.id == 0 && $0.caller == tasks[0].caller && $0.time > tasks[index].begun
            && $0.time < next && $0.inHandlerOf == nil
        }
      }
      if isDiscarded, isAlone { require(.unstoredID, nil, .err) }
    }
  }

  private func mayBeDiscarded(_ task: TaskTruth) -> Bool {
    let own = launch.tasks.values.filter { holder($0) == holder(task) }
    return holder(task) != nil && own.count > 1 && own.allSatisfy { $0.ended == nil }
      && launch.ends.contains { $0.id == 0 && $0.caller == task.caller }
  }
}
