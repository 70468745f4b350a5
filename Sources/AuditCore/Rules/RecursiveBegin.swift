/// `recursive-begin`: asking again from inside an expiration handler, which gives nothing.
enum RecursiveBegin: AuditRule {
  /// Where the source logs no return, a handler is believed to run this long.
  private static let window: Microseconds = .seconds(1)
  /// Begins remembered while it is not known whether the handler still runs.
  private static let begunMax = 16

  static func begun(_ session: Session, _ slot: Int32, _ context: Session.Context) {
    let inside = session.tools.stacks.owner(context.event.stack).isInsideHandler
    let noTimeLeft = context.event.remaining == 0
    if inside || noTimeLeft || handlerRuns(session, context) {
      let detail = noTimeLeft ? "with no background time left" : "inside a handler"
      file(session, session.ledger[slot], detail)
    } else if let handler = session.handler, handler.begun.count < begunMax,
      handler.mayRun(on: context.event.thread)
    {
      session.handler?.begun.append(session.ledger[slot].id)
    }
  }

  /// The handler returned: what was begun since it was entered was begun inside it.
  static func returned(_ session: Session, _ handler: RunningHandler) {
    for id in handler.begun {
      guard let task = session.task(id), task.order > handler.order else { continue }
      file(session, task, "inside a handler")
    }
  }

  /// The stack came after the begin and names UIKit's handler-calling frames.
  static func byStack(_ session: Session, _ slot: Int32) {
    file(session, session.ledger[slot], "inside a handler, by its stack")
  }

  private static func handlerRuns(_ session: Session, _ context: Session.Context) -> Bool {
    guard let handler = session.handler, handler.mayRun(on: context.event.thread) else {
      return false
    }
    if session.logsReturns, handler.task != nil { return true }
    // Without times nobody can tell one second.
    guard let time = context.time, let entered = handler.entered else { return false }
    return time - entered <= window
  }

  private static func file(_ session: Session, _ task: TaskRecord, _ detail: String) {
    session.file(FindingKey(rule: .recursiveBegin, task: task.id), severity: .err, about: task) {
      if let handler = session.handler, let expired = handler.task {
        $0.relate(expired)
        for item in session.stories[expired]?.items ?? [] { $0.add(item) }
      }
      if let first = $0.evidence.first(where: { $0.word == "begin" && $0.task == task.id }),
        let index = $0.evidence.firstIndex(where: { $0.order == first.order })
      {
        $0.evidence[index].detail = detail
      }
    }
  }

  static func message(_ finding: FindingRecord, _ session: Session) -> String {
    "\(finding.taskText.capitalizedFirst) was begun\(session.holderPhrase(finding)) inside an expiration handler, when no background time was left to give."
  }

  static func advice(_ finding: FindingRecord, _ session: Session) -> String {
    "Do not begin a task in an expiration handler; stop the work there, and go on at the next launch or with BGTaskScheduler."
  }
}
