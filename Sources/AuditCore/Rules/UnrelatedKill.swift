/// `unrelated-kill`: a kill that is not about background tasks: a watchdog, a locked file, memory.
enum UnrelatedKill: AuditRule {
  static let key = FindingKey(rule: .unrelatedKill, task: nil)

  static func file(_ session: Session, _ exit: ExitRecord) {
    session.file(key, severity: .info) {
      $0.text = exit.text
      for item in exit.items { $0.add(item) }
    }
  }

  static func message(_ finding: FindingRecord, _ session: Session) -> String {
    let why = session.tools.texts.text(finding.text).map { ": \($0)" } ?? ""
    return "The process was killed for a reason that has nothing to do with background tasks\(why)."
  }

  static func advice(_ finding: FindingRecord, _ session: Session) -> String {
    "Nothing to mend in the use of background tasks; look into the reason itself."
  }
}
