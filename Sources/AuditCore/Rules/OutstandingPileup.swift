/// `outstanding-pileup`: more tasks open at once than a sane app needs. At about 1000 the system kills
/// (0xbada5e47). One finding a session, said again at each doubling and at 900.
enum OutstandingPileup: AuditRule {
  private static let critical = 900
  private static let key = FindingKey(rule: .outstandingPileup, task: nil)

  /// Whether `begun` may have something to say.
  static func isDue(_ session: Session) -> Bool {
    let count = session.ledger.count
    return count > session.pileupNext || count == critical
      || session.pileupLimit != session.tools.configuration.pileupLimit
  }

  static func begun(_ session: Session, _ slot: Int32, _ context: Session.Context) {
    let limit = session.tools.configuration.pileupLimit
    if session.pileupLimit != limit {
      session.pileupLimit = limit
      session.pileupNext = limit
    }
    let count = session.ledger.count
    guard count > session.pileupNext || (count == critical && session.pileupNext > 0) else {
      return
    }
    while session.pileupNext < count { session.pileupNext *= 2 }
    let item = context.item("begin", task: session.ledger[slot].id, detail: "\(count) outstanding")
    file(session, count, blame: largestHolder(session), item)
    let open = session.ledger.inOrder().prefix(Limits.relatedMax).map { session.ledger[$0].id }
    session.findings.amend(key) {
      $0.related = open
      $0.task = open.first
    }
  }

  /// assertiond's "HWM increased to N because of … NAME".
  static func highWater(_ session: Session, _ context: Session.Context, count: Int) {
    file(
      session, count, blame: BlameSource(name: context.event.name),
      context.item("high-water", task: nil, detail: "\(count) assertions"))
  }

  private static func file(
    _ session: Session, _ count: Int, blame: BlameSource?, _ item: EvidenceItem
  ) {
    let before = session.findings[key]?.quantity ?? 0
    if count <= before { return }
    session.file(key, severity: count >= critical ? .crit : .warning) {
      $0.quantity = Int64(count)
      if let blame { $0.blame = blame }
      $0.add(item)
      // Each level is worth saying again.
      $0.announced = nil
    }
  }

  /// The holder with the most outstanding tasks, by one of its tasks; the oldest of equals.
  private static func largestHolder(_ session: Session) -> BlameSource? {
    var counts: [HolderID: (count: Int, first: Int32)] = [:]
    for slot in session.ledger.inOrder() where session.ledger[slot].holder.isKnown {
      counts[session.ledger[slot].holder, default: (0, slot)].count += 1
    }
    let most = counts.values.max { a, b in
      a.count != b.count
        ? a.count < b.count : session.ledger[a.first].order > session.ledger[b.first].order
    }
    // Whoever holds no more than half is not to blame for the pile.
    guard let most, most.count * 2 > session.ledger.count else { return nil }
    let task = session.ledger[most.first]
    return BlameSource(
      stack: task.stack, name: task.name, isSystem: task.flags.contains(.system))
  }

  static func message(_ finding: FindingRecord, _ session: Session) -> String {
    let who = session.holderPhrase(finding)
    let most = who.isEmpty ? "" : ", most of them begun\(who)"
    return "\(finding.quantity) background tasks were open at once\(most)."
  }

  static func advice(_ finding: FindingRecord, _ session: Session) -> String {
    "Share one task between many pieces of work; the system kills an app near 1000 open ones."
  }
}
