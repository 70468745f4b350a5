/// `late-end`: ended only in its expiration handler, or after it returned, or past the deadline.
enum LateEnd: AuditRule {
  /// There is none of the reasons below without one of these.
  static func mayBeLate(_ task: borrowing TaskRecord) -> Bool {
    let reasons: TaskRecord.Flags = [.stillNotEnded, .handlerReturned, .handlersRan, .pastDeadline]
    return !task.flags.isDisjoint(with: reasons)
  }

  static func ended(_ session: Session, _ slot: Int32, _ context: Session.Context) {
    let task = session.ledger[slot]
    guard let stage = stage(session, task, context) else { return }
    session.file(
      FindingKey(rule: .lateEnd, task: task.id),
      severity: stage == .inHandler ? .notice : .warning, about: task,
      since: task.flags.contains(.handlersRan) ? nil : stateSeen(session, task)
    ) { record in
      record.stage = stage
      for item in session.stories[task.id]?.items ?? [] { record.add(item) }
      record.add(context.item("end", task: task.id))
      record.quantity = task.held(until: context.time) ?? 0
    }
  }

  /// A deadline rests on the app's state: nothing may be missing since that was told before the begin.
  private static func stateSeen(_ session: Session, _ task: TaskRecord) -> UInt64 {
    session.phases.changes.last { $0.order < task.order }?.order ?? 0
  }

  private static func stage(
    _ session: Session, _ task: TaskRecord, _ context: Session.Context
  ) -> Stage? {
    let flags = task.flags
    if flags.contains(.stillNotEnded) || flags.contains(.handlerReturned) { return .afterHandler }
    if flags.contains(.handlersRan) {
      // The source logs returns, and this handler has not returned.
      if session.logsReturns, flags.contains(.expired) { return .inHandler }
      guard let time = context.time, let entered = session.stories[task.id]?.expired else {
        return .inHandler
      }
      return time - entered <= session.grace ? .inHandler : .afterHandler
    }
    let isLate = flags.contains(.pastDeadline) && !flags.contains(.guessed)
    return isLate ? .afterHandler : nil
  }

  static func message(_ finding: FindingRecord, _ session: Session) -> String {
    let held = finding.quantity > 0 ? " after \(DurationText.brief(finding.quantity))" : ""
    let task = "\(finding.taskText.capitalizedFirst)\(session.begunPhrase(finding))"
    if finding.stage == .inHandler {
      return "\(task) was ended only by its expiration handler\(held)."
    }
    let when = finding.isPastHandler ? "after its expiration handler" : "past the deadline"
    return "\(task) was ended late\(held): \(when)."
  }

  static func advice(_ finding: FindingRecord, _ session: Session) -> String {
    finding.stage == .inHandler
      ? "End the task as soon as its work is done; the handler is the last resort."
      : "End the task synchronously inside the handler: work that hops to another queue first comes too late."
  }
}

extension FindingRecord {
  /// Its evidence shows that an expiration handler had run.
  fileprivate var isPastHandler: Bool {
    evidence.contains { $0.word == "expire" || $0.word == "still-not-ended" }
  }
}
