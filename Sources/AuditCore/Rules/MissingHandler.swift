/// `missing-handler`: a task without an expiration handler, outstanding in the background for longer
/// than `AuditConfiguration.handlerlessHold`. The system cannot call it in.
enum MissingHandler: AuditRule {
  static func begun(_ session: Session, _ slot: Int32) {
    if !session.ledger[slot].flags.contains(.handlerless) { return }
    let task = session.ledger[slot]
    guard task.flags.contains(.handlerless), !task.flags.contains(.system), let begun = task.begun
    else { return }
    set(session, task, from: max(begun, session.clock.latest ?? begun))
  }

  private static func set(_ session: Session, _ task: TaskRecord, from: Instant) {
    let hold = session.tools.configuration.handlerlessHold
    session.setAlarm(.handlerless, task: task.id, order: task.order, at: from + hold)
  }

  /// Looked at `time`, and the session stays as it is until `end`.
  static func waited(_ session: Session, _ slot: Int32, at time: Instant, until end: Instant) {
    let task = session.ledger[slot]
    let hold = session.tools.configuration.handlerlessHold
    switch session.phases.side {
    case .foreground:
      // No clock runs here; look again while it may go to the background. Not before `end`: a clock
      // that leaps over years must not be followed in steps of seconds.
      set(session, task, from: max(time, end))
    case .background:
      let since = max(task.begun ?? time, session.phases.since ?? time)
      if time - since < hold { set(session, task, from: since) } else { file(session, task) }
    case .unknown:
      file(session, task)
    }
  }

  private static func file(_ session: Session, _ task: TaskRecord) {
    session.file(
      FindingKey(rule: .missingHandler, task: task.id), severity: .warning, about: task)
  }

  static func message(_ finding: FindingRecord, _ session: Session) -> String {
    "\(finding.taskText.capitalizedFirst) was begun\(session.holderPhrase(finding)) without an expiration handler and held in the background."
  }

  static func advice(_ finding: FindingRecord, _ session: Session) -> String {
    "Pass an expiration handler that ends the task: without one the system can only kill the app."
  }
}
