/// `reentrant-begin`: a holder begins anew while its task of an earlier background phase is still
/// outstanding; the older id is about to be lost.
enum ReentrantBegin: AuditRule {
  /// The old task may still be handed over: begin new, end old.
  private static let handOver: Microseconds = .seconds(1)

  /// Called when the task has joined its holder.
  static func begun(_ session: Session, _ slot: Int32) {
    // Most begins have nobody before them, or the foreground.
    guard session.ledger[slot].predecessor != 0,
      session.ledger[slot].flags.contains(.inBackground)
    else { return }
    let task = session.ledger[slot]
    guard older(session, task) != nil else { return }
    guard let begun = task.begun else { return }
    session.setAlarm(.reentrant, task: task.id, order: task.order, at: begun + handOver)
  }

  private static func older(_ session: Session, _ task: TaskRecord) -> TaskRecord? {
    guard task.predecessor != 0, task.flags.contains(.inBackground),
      let slot = session.ledger.slot(of: task.predecessor)
    else { return nil }
    let older = session.ledger[slot]
    guard older.flags.contains(.inBackground), older.phase < task.phase else { return nil }
    return older
  }

  static func notHandedOver(_ session: Session, _ slot: Int32) {
    let task = session.ledger[slot]
    guard let older = older(session, task), session.overwrites[older.id] == nil,
      session.holders[task.holder]?.keepsSeveral != true
    else { return }
    session.file(
      FindingKey(rule: .reentrantBegin, task: task.id), severity: .warning, state: .suspected,
      about: task, since: older.order
    ) {
      $0.relate(older.id)
      $0.confidence = .probable
      $0.add(session.beginItem(of: older))
    }
  }

  /// The log is over: what was still waiting for a hand-over has got none.
  static func finished(_ session: Session) {
    for slot in session.ledger.inOrder() where session.ledger[slot].predecessor != 0 {
      notHandedOver(session, slot)
    }
  }

  /// The older one is known to be overwritten, which says more.
  static func explained(_ session: Session, older: UInt64) {
    guard let slot = session.ledger.slot(of: older) else { return }
    let successor = session.ledger[slot].successor
    if successor != 0 {
      session.findings.clear(FindingKey(rule: .reentrantBegin, task: successor))
    }
  }

  /// Cleared when both were ended, or the holder turns out to keep several ids.
  static func ended(_ session: Session, _ task: TaskRecord, keepsSeveral: Bool) {
    if !session.findings.hasReentry { return }
    if task.flags.contains(.found) { close(session, task.id, keepsSeveral) }
    if task.successor != 0 { close(session, task.successor, keepsSeveral) }
  }

  private static func close(_ session: Session, _ id: UInt64, _ keepsSeveral: Bool) {
    let key = FindingKey(rule: .reentrantBegin, task: id)
    guard let finding = session.findings[key], finding.state != .cleared else { return }
    let open = ([id] + finding.related).contains { session.ledger.slot(of: $0) != nil }
    if !open || keepsSeveral { session.findings.clear(key) }
  }

  static func message(_ finding: FindingRecord, _ session: Session) -> String {
    let older = finding.related.first.map { "task \($0)" } ?? "an older task"
    return
      "\(finding.taskText.capitalizedFirst) was begun\(session.holderPhrase(finding)) while its \(older) of an earlier background phase was still open."
  }

  static func advice(_ finding: FindingRecord, _ session: Session) -> String {
    "End the task on returning to the foreground, or do not begin another while one is held."
  }
}
