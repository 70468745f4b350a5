/// `cross-end`: the expiration handler of A ended B while A stays open.
enum CrossEnd: AuditRule {
  /// Remembers that `other` was ended inside the handler of `inside`. A task whose own handler was
  /// entered was ended on its own account.
  static func ended(
    _ session: Session, _ other: UInt64, inside: UInt64, _ context: Session.Context
  ) {
    guard session.ledger.slot(of: inside) != nil, session.stories[inside]?.crossEnd == nil else {
      return
    }
    if let slot = session.ledger.slot(of: other), session.ledger[slot].flags.contains(.expired) {
      return
    }
    session.stories[inside]?.crossEnd = (other, context.item("end", task: other))
  }

  /// A is lost: what its handler did is the reason.
  static func judge(_ session: Session, _ slot: Int32) {
    let task = session.ledger[slot]
    guard let (other, item) = session.stories[task.id]?.crossEnd else { return }
    session.file(FindingKey(rule: .crossEnd, task: task.id), severity: .err, about: task) {
      $0.by = other
      $0.relate(other)
      for story in session.stories[task.id]?.items ?? [] { $0.add(story) }
      $0.add(item)
    }
  }

  static func message(_ finding: FindingRecord, _ session: Session) -> String {
    let by = finding.by.map { "task \($0)" } ?? "another task"
    return
      "The expiration handler of \(finding.taskText)\(session.holderPhrase(finding)) ended \(by) instead, so \(finding.taskText) stayed open."
  }

  static func advice(_ finding: FindingRecord, _ session: Session) -> String {
    "Let each handler end the id that its own begin returned, captured in a variable that nothing else writes."
  }
}
