/// `long-held`: held in the foreground, or warned of by UIKit, for 30 s or more, without being a leak.
enum LongHeld: AuditRule {
  static func ended(_ session: Session, _ slot: Int32, _ context: Session.Context) {
    let task = session.ledger[slot]
    if !mayBeLong(session, task, at: context.time) { return }
    if session.findings.stands(.lateEnd, task.id) { return }
    check(session, task, at: context.time, context.item("end", task: task.id))
  }

  /// Most tasks are short on any clock.
  @inline(__always)
  static func mayBeLong(
    _ session: Session, _ task: borrowing TaskRecord, at time: Instant?
  ) -> Bool {
    if task.flags.contains(.warned) { return true }
    let hold = session.tools.configuration.foregroundHold
    guard let begun = task.begun, let time else { return hold <= 0 }
    return time - begun >= hold
  }

  /// The log stopped while the task was within its rights.
  static func finished(_ session: Session, _ slot: Int32, _ stage: Stage, at time: Instant?) {
    if stage == .open { check(session, session.ledger[slot], at: time, nil) }
  }

  private static func check(
    _ session: Session, _ task: TaskRecord, at time: Instant?, _ end: EvidenceItem?
  ) {
    var held: Microseconds = 0
    if let begun = task.begun, let time {
      held = session.phases.foregroundTime(from: begun, to: time)
    }
    let isLong = held >= session.tools.configuration.foregroundHold
    guard isLong || task.flags.contains(.warned) else { return }
    session.file(FindingKey(rule: .longHeld, task: task.id), severity: .info, about: task) {
      record in
      for item in session.stories[task.id]?.items ?? [] { record.add(item) }
      if let end { record.add(end) }
      record.quantity = task.held(until: time) ?? 0
    }
  }

  static func message(_ finding: FindingRecord, _ session: Session) -> String {
    let held =
      finding.quantity > 0 ? " for \(DurationText.brief(finding.quantity))" : " for 30 s or more"
    return
      "\(finding.taskText.capitalizedFirst)\(session.begunPhrase(finding)) was held\(held)."
  }

  static func advice(_ finding: FindingRecord, _ session: Session) -> String {
    "No leak; in the background it would have run out of time, so keep tasks short."
  }
}
