/// `invalid-end`: `end(0)`. Harmless by itself; worth a notice as the footprint of a lost id.
enum InvalidEnd: AuditRule {
  static func ended(_ session: Session, _ context: Session.Context) {
    let stack = context.event.stack
    let holder = session.tools.stacks.owner(stack).holder
    let item = context.item("end", task: 0)
    session.file(key(context.order), severity: .info) {
      $0.blame.stack = stack
      $0.add(item)
    }
    // The end of a begin that was refused: it belongs to no task.
    if RefusedBegin.answered(session, holder, context) { return }
    UnstoredID.zeroEnded(session, holder, context)
    if let inside = session.handlerTask(at: context), session.ledger.slot(of: inside) != nil {
      session.stories[inside]?.endedInside = true
      if !OverwrittenID.zeroInHandler(session, of: inside, item) {
        session.stories[inside]?.zeroEnd = item
      }
      return
    }
    OverwrittenID.zeroEnded(session, holder: holder, item)
  }

  private static func key(_ order: UInt64) -> FindingKey {
    FindingKey(rule: .invalidEnd, task: 0, ordinal: order)
  }

  /// Sets the severity by whether the `end(0)` accounts for a lost id.
  static func weigh(_ session: Session, _ footprint: Footprint, isFootprint: Bool) {
    weigh(session, order: footprint.order, isFootprint: isFootprint)
  }

  static func weigh(_ session: Session, order: UInt64, isFootprint: Bool) {
    guard session.findings[key(order)] != nil else { return }
    session.file(key(order), severity: isFootprint ? .notice : .info)
  }

  static func message(_ finding: FindingRecord, _ session: Session) -> String {
    finding.severity > .info
      ? "endBackgroundTask was called with 0, the trace of an id that was lost."
      : "endBackgroundTask was called with 0, which does nothing."
  }

  static func advice(_ finding: FindingRecord, _ session: Session) -> String {
    finding.severity > .info
      ? "See the finding that it is evidence of."
      : "Harmless; guard the call with a check for UIBackgroundTaskInvalid to keep logs clear."
  }
}
