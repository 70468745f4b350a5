/// `unpaired-task`: a task that is never ended. The one finding that every leak makes; the rules that
/// explain it are its causes.
enum UnpairedTask: AuditRule {
  static func file(_ session: Session, _ slot: Int32, _ stage: Stage, at time: Instant?) {
    let task = session.ledger[slot]
    let causes = session.causes(of: task.id)
    var stage = stage
    if stage == .open, causes.contains(.overwrittenID) { stage = .endedSession }
    let key = FindingKey(rule: .unpairedTask, task: task.id)
    // A stage once reached is not unsaid by a later look at a lower one.
    if let known = session.findings[key], known.state != .cleared, let before = known.stage,
      before >= stage
    {
      stage = before
    }
    let (severity, state) = weigh(session, task, stage, causes, at: time)
    session.file(key, severity: severity, state: state, about: task) { record in
      record.stage = stage
      record.causes = causes
      record.confidence = state == .suspected ? .probable : .certain
      if let by = session.overwrites[task.id]?.by { record.relate(by) }
      for item in session.stories[task.id]?.items ?? [] { record.add(item) }
      if let exit = session.exit { for item in exit.items { record.add(item) } }
      record.quantity = task.held(until: time) ?? 0
    }
    note(session, slot)
  }

  /// A cause was found after the task was judged: what stood in for a cause gives way to it.
  static func explained(_ session: Session, _ id: UInt64) {
    for rule in [Rule.idleHandler, .capturedInvalid] {
      session.findings.clear(FindingKey(rule: rule, task: id))
    }
    let causes = session.causes(of: id)
    session.findings.amend(FindingKey(rule: .unpairedTask, task: id)) {
      $0.causes = causes
      if let by = session.overwrites[id]?.by { $0.relate(by) }
    }
  }

  /// Keeps the session's count of leaks.
  private static func note(_ session: Session, _ slot: Int32) {
    let key = FindingKey(rule: .unpairedTask, task: session.ledger[slot].id)
    guard let record = session.findings[key], record.severity >= .warning else { return }
    if session.ledger[slot].flags.insert(.judged).inserted { session.leaks += 1 }
  }

  private static func weigh(
    _ session: Session, _ task: TaskRecord, _ stage: Stage, _ causes: [Rule], at time: Instant?
  ) -> (Severity, FindingState) {
    switch stage {
    case .killed, .expired: return (.crit, .confirmed)
    case .pastDeadline:
      return task.flags.contains(.guessed) ? (.warning, .suspected) : (.err, .confirmed)
    case .endedSession:
      let withinRights = !session.isTimeless && !task.flags.contains(.pastDeadline)
      return withinRights && causes.isEmpty ? (.info, .confirmed) : (.warning, .confirmed)
    default: return (.info, .confirmed)
    }
  }

  static func message(_ finding: FindingRecord, _ session: Session) -> String {
    let who = session.begunPhrase(finding)
    let task = finding.taskText.capitalizedFirst
    let held = finding.quantity > 0 ? " after \(DurationText.brief(finding.quantity))" : ""
    switch finding.stage {
    case .killed:
      let killed = session.exit?.causeInferred ?? false ? "may have killed" : "killed"
      return "\(task)\(who) was never ended and the system \(killed) the app."
    case .expired:
      return "\(task)\(who) was not ended although its background time expired."
    case .pastDeadline:
      let guess = finding.state == .suspected ? " (the deadline is a guess)" : ""
      return "\(task)\(who) was still open past its deadline\(held)\(guess)."
    case .endedSession: return "\(task)\(who) was never ended in this launch."
    default: return "\(task)\(who) was open when the log stopped."
    }
  }

  static func advice(_ finding: FindingRecord, _ session: Session) -> String {
    if let cause = finding.causes.first {
      let advice = RuleBook[cause].advice(finding, session)
      return "Mend its cause, \(cause.rawValue): \(advice.lowercasedFirst)"
    }
    if finding.stage == .open {
      return "Nothing to do unless longer logs show it open as well."
    }
    return
      "End the task on every path, early returns and failures included, and in its expiration handler."
  }
}

extension String {
  /// The same with a capital first letter: for starts of sentences.
  package var capitalizedFirst: String {
    guard let first else { return self }
    return first.uppercased() + dropFirst()
  }

  /// The same with a small first letter: for what follows a colon.
  var lowercasedFirst: String {
    guard let first else { return self }
    return first.lowercased() + dropFirst()
  }
}
