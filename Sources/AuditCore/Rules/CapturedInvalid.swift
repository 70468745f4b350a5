/// `captured-invalid`: the expiration handler of A ended 0 while A is open, and no overwrite explains
/// it: the handler captured the id before begin had returned it.
enum CapturedInvalid: AuditRule {
  static func judge(_ session: Session, _ slot: Int32) {
    let task = session.ledger[slot]
    guard session.overwrites[task.id] == nil, let item = session.stories[task.id]?.zeroEnd else {
      return
    }
    session.file(FindingKey(rule: .capturedInvalid, task: task.id), severity: .err, about: task) {
      for story in session.stories[task.id]?.items ?? [] { $0.add(story) }
      $0.add(item)
    }
    InvalidEnd.weigh(session, order: item.order, isFootprint: true)
  }

  static func message(_ finding: FindingRecord, _ session: Session) -> String {
    "The expiration handler of \(finding.taskText)\(session.holderPhrase(finding)) ended 0 instead of \(finding.task ?? 0): it had captured the id before it was assigned."
  }

  static func advice(_ finding: FindingRecord, _ session: Session) -> String {
    "Declare the id as a variable before begin and let the handler read it when it runs (`var` in Swift, `__block` in Objective-C), not a copy from before."
  }
}
