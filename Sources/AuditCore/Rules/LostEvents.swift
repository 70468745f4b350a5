/// `lost-events`: the client admits losses, its numbering jumps, or lines that look like events could
/// not be read. What needs a missing end is tentative from then on.
enum LostEvents: AuditRule {
  static func lost(_ session: Session, _ context: Session.Context, count: UInt64) {
    session.lostOrder = context.order
    file(session, count: count, item: context.item("lost", task: nil, detail: "\(count) events"))
  }

  static func file(_ session: Session, count: UInt64, item: EvidenceItem) {
    session.tools.noteLost(count)
    // Its return may be among what is lost.
    session.handler = nil
    session.recorder?.mark(
      .lost,
      AppPhases.Sight(
        time: session.clock.latest, stamp: item.stamp, place: item.place, order: item.order),
      detail: item.detail)
    session.file(FindingKey(rule: .lostEvents, task: nil), severity: .notice) {
      let more = Int64(clamping: count)
      let (sum, overflow) = $0.quantity.addingReportingOverflow(more)
      $0.quantity = overflow ? .max : sum
      $0.add(item)
    }
  }

  /// The session gives way to others while it is open.
  static func noRoom(_ session: Session) {
    session.lostOrder = session.order + 1
    let outstanding = session.ledger.count
    session.file(
      FindingKey(rule: .lostEvents, task: nil, ordinal: noRoomOrdinal),
      severity: outstanding > 0 ? .warning : .notice
    ) { $0.quantity = Int64(outstanding) }
  }

  /// How many tasks were open when the session gave way; nil where the finding is about something else.
  static func tasksLetGo(_ finding: FindingRecord) -> Int? {
    finding.key.rule == .lostEvents && finding.key.ordinal == noRoomOrdinal
      ? Int(finding.quantity) : nil
  }

  private static let noRoomOrdinal: UInt64 = 1

  static func message(_ finding: FindingRecord, _ session: Session) -> String {
    if finding.key.ordinal == noRoomOrdinal {
      let tasks = finding.quantity == 1 ? "1 task" : "\(finding.quantity) tasks"
      return
        "This session was closed for want of room, with \(tasks) outstanding: what becomes of it is not known."
    }
    let events = finding.quantity == 1 ? "1 event is" : "\(finding.quantity) events are"
    return "\(events) missing from the log of this launch; an end may be among them."
  }

  static func advice(_ finding: FindingRecord, _ session: Session) -> String {
    if finding.key.ordinal == noRoomOrdinal {
      return
        "Give the daemon more room (`Memory=` and `MaxSessions=` in its configuration), or end sessions with `bye` or `exit`."
    }
    return
      "Take findings of this launch as hints; find out why the client or the transport drops lines."
  }
}
