/// `unknown-end`: the end of an id that was never begun: a hook that misses one of the begin
/// selectors, or a made-up id. Once per session.
enum UnknownEnd: AuditRule {
  private static let earlyMax = 256
  private static let lateBeginsMax = 8
  /// Threads print this far out of order.
  private static let outOfOrder: Microseconds = .milliseconds(50)

  static func ended(_ session: Session, _ id: UInt64, _ context: Session.Context) {
    var fromUIKit = false
    if case .cantEnd = context.event.action { fromUIKit = true }
    let end = EarlyEnd(
      id: id, item: context.item("end", task: id), stack: context.event.stack,
      fromUIKitOnly: fromUIKit)
    guard let lowest = session.begunIDs.lowest else {
      // Before the first begin nobody can tell: older than the capture, or unknown.
      if session.earlyEnds.count < earlyMax { session.earlyEnds.append(end) }
      remember(session, end)
      return
    }
    if id < lowest || id < session.begunIDs.forgottenBelow { return }
    remember(session, end)
    file(session, end)
  }

  private static func remember(_ session: Session, _ end: EarlyEnd) {
    if session.lateBegins.count >= lateBeginsMax { session.lateBegins.removeFirst() }
    session.lateBegins.append(end)
  }

  /// True if this begin's end was printed a moment before it, by another thread: then it is no unknown
  /// end, and the task is not open.
  static func wasEndOf(_ session: Session, _ id: UInt64, _ context: Session.Context) -> Bool {
    guard let index = session.lateBegins.firstIndex(where: { $0.id == id }) else { return false }
    let end = session.lateBegins.remove(at: index)
    if let began = context.stamp, let ended = end.item.stamp {
      if abs(began - ended) > outOfOrder { return false }
    } else if context.order > end.item.order + 1 {
      return false
    }
    guard let first = session.findings.unknownEndTask else { return true }
    let key = FindingKey(rule: .unknownEnd, task: first)
    session.findings.amend(key) { $0.related.removeAll { $0 == id } }
    if session.findings[key]?.related.isEmpty ?? false { session.findings.clear(key) }
    return true
  }

  /// The first begin shows which of the ends before it were merely older.
  static func firstBegin(_ session: Session) {
    if session.earlyEnds.isEmpty { return }
    let waiting = session.earlyEnds
    session.earlyEnds = []
    for end in waiting where end.id >= session.begunIDs.lowest ?? 0 { file(session, end) }
  }

  static func finished(_ session: Session) {
    let waiting = session.earlyEnds
    session.earlyEnds = []
    for end in waiting { file(session, end) }
  }

  private static func file(_ session: Session, _ end: EarlyEnd) {
    let first = session.findings.unknownEndTask ?? end.id
    // "Can't end" alone, in an app that begins and ends nothing itself, is a fault of iOS 13.
    let isNoise = end.fromUIKitOnly && session.begins == 0 && session.ends == 0
    let key = FindingKey(rule: .unknownEnd, task: first)
    if isNoise, let known = session.findings[key], known.severity > .info { return }
    session.findings.unknownEndTask = first
    session.file(key, severity: isNoise ? .info : .warning) {
      if $0.blame.stack.isNone { $0.blame.stack = end.stack }
      $0.relate(end.id)
      $0.add(end.item)
    }
  }

  static func message(_ finding: FindingRecord, _ session: Session) -> String {
    let ids = finding.related.map(String.init).joined(separator: ", ")
    return finding.severity == .info
      ? "UIKit says that it cannot end \(ids), in a launch that begins and ends nothing itself: a known fault of iOS 13."
      : "Ids were ended that were never begun in this launch: \(ids)."
  }

  static func advice(_ finding: FindingRecord, _ session: Session) -> String {
    finding.severity == .info
      ? "Ignore it."
      : "Check that the hook covers both begin selectors; else find who ends an id that it was never given."
  }
}
