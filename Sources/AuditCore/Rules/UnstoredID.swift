/// `unstored-id`: a holder throws the result of begin away, so each of its ends is an `end(0)`.
enum UnstoredID: AuditRule {
  private static let timesMin = 2

  /// An `end(0)` by this holder, or by code unknown: then it is counted for the newest begin's holder.
  static func zeroEnded(_ session: Session, _ holder: HolderID, _ context: Session.Context) {
    var holder = holder
    if !holder.isKnown {
      guard let newest = session.newestTask() else { return }
      holder = newest.holder
    }
    guard holder.isKnown, var record = session.holders[holder], record.awaitsZeroEnd else { return }
    record.awaitsZeroEnd = false
    if record.discarded.count < Limits.relatedMax { record.discarded.append(record.lastBegun) }
    session.holders[holder] = record
    guard record.discarded.count >= timesMin, record.ends == 0, !record.storesIDs else { return }
    let first = record.discarded[0]
    let task = session.task(first)
    session.file(key(first), severity: .err, about: task) {
      $0.related = record.discarded
      $0.quantity = Int64(record.discarded.count)
      $0.add(context.item("end", task: 0))
    }
  }

  /// The holder ended a task after all: it does store its ids.
  static func cleared(_ session: Session, _ holder: HolderID) {
    guard let first = session.holders[holder]?.discarded.first else { return }
    session.findings.clear(key(first))
  }

  /// Whether the finding accounts for the loss of this task.
  static func explains(_ session: Session, _ id: UInt64) -> Bool {
    guard let slot = session.ledger.slot(of: id) else { return false }
    guard let record = session.holders[session.ledger[slot].holder],
      let first = record.discarded.first, session.findings.stands(.unstoredID, first)
    else { return false }
    return record.discarded.contains(id)
  }

  private static func key(_ first: UInt64) -> FindingKey {
    FindingKey(rule: .unstoredID, task: first)
  }

  static func message(_ finding: FindingRecord, _ session: Session) -> String {
    "The ids of \(finding.quantity) tasks begun\(session.holderPhrase(finding)) were never stored: each begin was followed by an end of 0."
  }

  static func advice(_ finding: FindingRecord, _ session: Session) -> String {
    "Store what beginBackgroundTask returns and hand that to endBackgroundTask."
  }
}

extension Session {
  /// The outstanding task begun last.
  func newestTask() -> TaskRecord? { ledger.newest >= 0 ? ledger[ledger.newest] : nil }
}
