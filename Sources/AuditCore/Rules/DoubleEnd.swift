/// `double-end`: the end of a task that was ended already.
enum DoubleEnd: AuditRule {
  static func ended(_ session: Session, _ id: UInt64, _ context: Session.Context) {
    let known = session.ended.first(id: id)
    session.file(
      FindingKey(rule: .doubleEnd, task: id), severity: .warning, about: known?.task
    ) {
      if known == nil { $0.blame.stack = context.event.stack }
      if let known { $0.add(session.endItem(of: known)) }
      $0.add(context.item("end", task: id))
      $0.quantity += 1
    }
    if let known { OverwrittenID.endedAgain(session, known.task, context.item("end", task: id)) }
  }

  static func message(_ finding: FindingRecord, _ session: Session) -> String {
    let times = finding.quantity == 1 ? "a second time" : "\(finding.quantity) more times"
    return
      "\(finding.taskText.capitalizedFirst)\(session.begunPhrase(finding)) was ended \(times)."
  }

  static func advice(_ finding: FindingRecord, _ session: Session) -> String {
    "Set the stored id to UIBackgroundTaskInvalid in the same breath as ending it, and end only what is not invalid."
  }
}
