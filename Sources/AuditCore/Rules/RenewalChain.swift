/// `renewal-chain`: a holder begins anew and then ends the old task, three times or more in a row.
/// Legal, but it keeps the app awake.
enum RenewalChain: AuditRule {
  static let timesMin = 3

  static func handedOver(
    _ session: Session, _ task: TaskRecord, _ record: HolderRecord, _ context: Session.Context
  ) {
    if record.renewals < timesMin || record.renewalIDs.isEmpty { return }
    let first = record.renewalIDs.first
    session.file(
      FindingKey(rule: .renewalChain, task: first), severity: .info,
      about: session.task(first) ?? task
    ) {
      $0.related = record.renewalIDs.all
      $0.quantity = Int64(record.renewals)
      $0.add(context.item("end", task: task.id))
    }
  }

  static func message(_ finding: FindingRecord, _ session: Session) -> String {
    "A task was renewed \(finding.quantity) times in a row\(session.holderPhrase(finding)), each begun before the last was ended."
  }

  static func advice(_ finding: FindingRecord, _ session: Session) -> String {
    "Allowed, but it keeps the app awake as long as the system permits; use BGProcessingTask for long work."
  }
}
