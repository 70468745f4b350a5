/// `lost-events`: the client admits losses, its numbering jumps, or lines that look like events could
/// not be read. What needs a missing end is tentative from then on.
enum LostEvents: AuditRule {
  static func lost(_ session: Session, _ context: Session.Context, count: UInt64) {
    session.lostOrder = context.order
    file(session, count: count, item: context.item("lost", task: nil, detail: "\(count) events"))
  }

  static func file(_ session: Session, count: UInt64, item: EvidenceItem) {
    // Its return may be among what is lost.
    session.handler = nil
    session.file(FindingKey(rule: .lostEvents, task: nil), severity: .notice) {
      let more = Int64(clamping: count)
      let (sum, overflow) = $0.quantity.addingReportingOverflow(more)
      $0.quantity = overflow ? .max : sum
      $0.add(item)
    }
  }

  static func message(_ finding: FindingRecord, _ session: Session) -> String {
    let events = finding.quantity == 1 ? "1 event is" : "\(finding.quantity) events are"
    return "\(events) missing from the log of this launch; an end may be among them."
  }

  static func advice(_ finding: FindingRecord, _ session: Session) -> String {
    "Take findings of this launch as hints; find out why the client or the transport drops lines."
  }
}
