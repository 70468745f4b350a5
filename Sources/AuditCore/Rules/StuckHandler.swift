/// `stuck-handler`: a handler that neither returned nor ended its task within grace, or was killed
/// inside. Only a source that logs returns, or a stack inside the handler, can tell.
enum StuckHandler: AuditRule {
  static func waited(_ session: Session, _ slot: Int32, at time: Instant) {
    let task = session.ledger[slot]
    guard isInside(session, task) else { return }
    file(session, task)
  }

  /// The process is gone: killed inside its handler.
  static func finished(_ session: Session, _ slot: Int32) {
    guard session.exit?.reason == .killed else { return }
    let task = session.ledger[slot]
    if isInside(session, task) { file(session, task) }
  }

  private static func isInside(_ session: Session, _ task: TaskRecord) -> Bool {
    guard task.flags.contains(.expired), !task.flags.contains(.handlerReturned) else {
      return false
    }
    // Another handler was entered since: handlers run one after the other, so this one returned.
    if let handler = session.handler, handler.task != task.id { return false }
    return session.logsReturns || session.stories[task.id]?.stackInside == true
  }

  private static func file(_ session: Session, _ task: TaskRecord) {
    let story = session.stories[task.id]
    session.file(FindingKey(rule: .stuckHandler, task: task.id), severity: .err, about: task) {
      // To blame is what keeps it, not who began the task.
      if let stack = story?.lastStack, session.stands(inCodeOfTheApp: stack) {
        $0.blame.stack = stack
      }
      for item in story?.items ?? [] { $0.add(item) }
    }
  }

  static func message(_ finding: FindingRecord, _ session: Session) -> String {
    let last = finding.task.flatMap { session.stories[$0]?.lastStack }
    if let last, !last.isNone, last == finding.blame.stack,
      let symbol = session.resolve(finding.blame).symbol
    {
      let what = "The expiration handler of \(finding.taskText) did not return in time"
      return "\(what): it stood in \(symbol) when the app was killed."
    }
    return
      "The expiration handler of \(finding.taskText)\(session.holderPhrase(finding)) did not return in time."
  }

  static func advice(_ finding: FindingRecord, _ session: Session) -> String {
    "Do nothing in the handler but end the task: no locks, no dispatch_sync, no waiting for a network."
  }
}

extension Session {
  fileprivate func stands(inCodeOfTheApp stack: StackID) -> Bool {
    !stack.isNone && stacks.facts(stack).blame.symbol != nil
  }
}
