/// `unrelated-kill`: a kill that is not about background tasks: a watchdog, a locked file, memory. Possibly so
/// where no line says why and no task was overdue.
enum UnrelatedKill: AuditRule {
  static let key = FindingKey(rule: .unrelatedKill, task: nil)

  static func file(_ session: Session, _ exit: ExitRecord) {
    session.file(key, severity: .info) {
      $0.confidence = exit.causeInferred ? .possible : .certain
      $0.text = exit.text
      for item in exit.items { $0.add(item) }
    }
  }

  static func message(_ finding: FindingRecord, _ session: Session) -> String {
    let why = session.tools.texts.text(finding.text).map { ": \($0)" } ?? ""
    if finding.confidence != .certain {
      return
        "The process was killed\(why). No line says that it was for background tasks, and none is known to be overdue."
    }
    return "The process was killed for a reason that has nothing to do with background tasks\(why)."
  }

  static func advice(_ finding: FindingRecord, _ session: Session) -> String {
    finding.confidence == .certain
      ? "Nothing to mend in the use of background tasks; look into the reason itself."
      : "Look for the reason in the crash reports of the device and in the system's own log of that time."
  }
}
