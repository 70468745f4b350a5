/// `refused-begin`: begin returned 0, because no background time could be had.
enum RefusedBegin: AuditRule {
  static func refused(_ session: Session, _ context: Session.Context) {
    let event = context.event
    let holder = session.owner(stack: event.stack, name: event.name).holder
    let place = session.holders.makePlace(of: holder)
    session.holders[at: place].refusals += 1
    session.stackTargets.set(.end(0, order: context.order), thread: event.thread)
    session.file(
      FindingKey(rule: .refusedBegin, task: 0, ordinal: context.order), severity: .warning
    ) {
      $0.blame = BlameSource(stack: event.stack, name: event.name)
      $0.add(context.item("begin", task: 0, detail: event.remaining.map { "remaining \($0) s" }))
    }
  }

  /// True if this `end(0)` is the end of a begin that was refused; each refusal answers for one.
  static func answered(
    _ session: Session, _ holder: HolderID, _ context: Session.Context
  ) -> Bool {
    var holder = holder
    if !holder.isKnown || (session.holders[holder]?.refusals ?? 0) == 0 {
      // Code unknown may be anybody's; a known holder's end may answer a refusal of code unknown.
      let waiting = session.holders.keys { $1.refusals > 0 }
      let fitting = waiting.filter { OverwrittenID.compatible($0, holder) }
      guard let first = fitting.min(by: { $0.rawValue < $1.rawValue }) else { return false }
      holder = first
    }
    session.holders[holder]?.refusals -= 1
    return true
  }

  static func message(_ finding: FindingRecord, _ session: Session) -> String {
    "beginBackgroundTask returned 0\(session.holderPhrase(finding)): the system had no background time to give."
  }

  static func advice(_ finding: FindingRecord, _ session: Session) -> String {
    "Begin tasks while the app is still in the foreground, and be ready for UIBackgroundTaskInvalid."
  }
}
