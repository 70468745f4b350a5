extension Session {
  /// Bounds that hold for every finding: UIKit's own tasks and counted ids make none above info, a
  /// user may set a rule's severity or switch it off, and what a lost event would explain is tentative:
  /// suspected, possible, and no more than a warning. `order`: up to which event the finding rests on
  /// nothing missing, if that is not when its task was last seen open.
  func file(
    _ key: FindingKey, severity: Severity, state: FindingState = .confirmed,
    about task: TaskRecord? = nil, since order: UInt64? = nil,
    update: (inout FindingRecord) -> Void = { _ in }
  ) {
    if tools.configuration.disabledRules.contains(key.rule) { return }
    if let task, let slot = ledger.slot(of: task.id) { ledger[slot].flags.insert(.found) }
    var severity = severity
    if severity > .info || key.rule.onlyInforms,
      let set = tools.configuration.severities[key.rule]
    {
      severity = set
    }
    if let task {
      if !task.flags.isDisjoint(with: [.system, .uncertainID]) { severity = .info }
    }
    let known = order ?? lastSeenOpen(task)
    let isTentative = key.rule.restsOnMissingEvent && lostOrder > known
    if isTentative { severity = min(severity, .warning) }
    let state = isTentative && severity > .info ? .suspected : state
    findings.file(key, severity: severity, state: state) { record in
      if let task {
        record.blame = BlameSource(
          stack: task.stack, name: task.name, isSystem: task.flags.contains(.system))
        record.add(beginItem(of: task))
      }
      update(&record)
      record.tentative = isTentative
      if isTentative { record.confidence = .possible }
    }
  }

  /// When the task was last seen open: at its begin, or when its handler was entered.
  private func lastSeenOpen(_ task: TaskRecord?) -> UInt64 {
    guard let task else { return 0 }
    return max(task.order, stories[task.id]?.expiredOrder ?? 0)
  }

  func beginItem(of task: TaskRecord) -> EvidenceItem {
    let unseen = task.flags.contains(.beginUnseen)
    return EvidenceItem(
      word: "begin", task: task.id, place: task.place, stamp: unseen ? nil : task.stamp,
      detail: unseen ? "before the capture; first named here" : nil, order: task.order)
  }

  func endItem(of task: EndedTask) -> EvidenceItem {
    EvidenceItem(
      word: "end", task: task.task.id, place: task.endPlace, stamp: task.endStamp, detail: nil,
      order: task.endOrder)
  }

  /// The task was not ended by the time it had to be: says so, and asks every rule for the reason.
  func judge(_ slot: Int32, _ stage: Stage, at time: Instant?) {
    let isLoss = stage != .open
    if isLoss {
      CrossEnd.judge(self, slot)
      OverwrittenID.judge(self, slot, stage)
      CapturedInvalid.judge(self, slot)
      IdleHandler.judge(self, slot)
    }
    UnpairedTask.file(self, slot, stage, at: time)
    OverwrittenID.refile(self, ledger[slot].id)
  }

  /// Rules that explain why the task was never ended.
  func causes(of id: UInt64) -> [Rule] {
    Rule.explaining.filter {
      $0 == .unstoredID ? UnstoredID.explains(self, id) : findings.stands($0, id)
    }
  }

  /// The log, or the launch, is over: judges every outstanding task. `time` is when.
  func finish(_ reason: Closing.Reason, at time: Instant?) {
    if let time, !isTimeless { runAlarms(until: time + 1) }
    closing = Closing(reason: reason, time: time)
    UnknownEnd.finished(self)
    ReentrantBegin.finished(self)
    SystemKill.finished(self, reason)
    let stages = ledger.inOrder().map { ($0, finalStage($0, reason, at: time)) }
    for (slot, stage) in stages {
      if stage >= .expired { StuckHandler.finished(self, slot) }
      LongHeld.finished(self, slot, stage, at: time)
      judge(slot, stage, at: time)
    }
    OverwrittenID.finished(self, sessionEnded: reason != .logEnded)
    SystemKill.file(self)
  }

  private func finalStage(_ slot: Int32, _ reason: Closing.Reason, at time: Instant?) -> Stage {
    let flags = ledger[slot].flags
    if exit?.isBackgroundKill ?? false { return .killed }
    if !flags.isDisjoint(with: [.handlersRan, .stillNotEnded]) { return .expired }
    if flags.contains(.pastDeadline) { return .pastDeadline }
    if isTimeless { return .endedSession }
    if let exit, exit.reason == .crash || exit.isUnrelatedKill { return .open }
    let ended = reason == .exited || reason == .relaunched || phases.terminating
    if ended || overwrites[ledger[slot].id] != nil { return .endedSession }
    return .open
  }
}

extension Rule {
  /// The rule's own severity is info: what a user sets holds for all its findings. The information of
  /// other rules says that nothing is wrong so far, and stays one.
  fileprivate var onlyInforms: Bool {
    switch self {
    case .invalidEnd, .longHeld, .unrelatedKill, .renewalChain: true
    default: false
    }
  }
}

extension Stage {
  /// How far a loss has got; stages of `late-end` have no rank.
  private var rank: Int {
    switch self {
    case .open: 0
    case .endedSession: 1
    case .pastDeadline: 2
    case .expired: 3
    case .killed: 4
    case .inHandler, .afterHandler: -1
    }
  }

  static func >= (a: Stage, b: Stage) -> Bool { a.rank >= b.rank }
}
