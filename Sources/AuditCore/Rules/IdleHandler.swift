/// `idle-handler`: the handler of A ran and ended nothing, and A is never ended.
enum IdleHandler: AuditRule {
  static func judge(_ session: Session, _ slot: Int32) {
    let task = session.ledger[slot]
    guard task.flags.contains(.handlerReturned), session.stories[task.id]?.endedInside != true,
      session.stories[task.id]?.zeroEnd == nil
    else { return }
    let others = session.causes(of: task.id).filter { $0 != .idleHandler }
    if !others.isEmpty {
      session.findings.clear(FindingKey(rule: .idleHandler, task: task.id))
      return
    }
    session.file(FindingKey(rule: .idleHandler, task: task.id), severity: .err, about: task) {
      for item in session.stories[task.id]?.items ?? [] { $0.add(item) }
    }
  }

  static func message(_ finding: FindingRecord, _ session: Session) -> String {
    "The expiration handler of \(finding.taskText)\(session.holderPhrase(finding)) ran and returned without ending it."
  }

  static func advice(_ finding: FindingRecord, _ session: Session) -> String {
    "Call endBackgroundTask in the handler itself, on every path: a `guard let self` or an empty handler leaves the task open."
  }
}
