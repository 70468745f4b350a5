/// `system-kill`: the system killed the app for its background tasks.
enum SystemKill: AuditRule {
  static let key = FindingKey(rule: .systemKill, task: nil)

  /// A process that vanished in the background with tasks past their deadline was probably killed.
  static func finished(_ session: Session, _ reason: Closing.Reason) {
    guard session.exit == nil, reason == .relaunched, session.phases.side == .background else {
      return
    }
    let suspects = session.overdueTasks()
    if suspects.isEmpty { return }
    var exit = ExitRecord(reason: .unknown)
    exit.cause = .backgroundTask
    exit.causeInferred = true
    exit.time = session.closing?.time
    session.exit = exit
  }

  /// Files the kill, or the other kill, once it is known how the process ended.
  static func file(_ session: Session) {
    guard let exit = session.exit else { return }
    if exit.isUnrelatedKill {
      session.findings.clear(key)
      UnrelatedKill.file(session, exit)
      return
    }
    guard exit.isBackgroundKill else { return }
    session.findings.clear(UnrelatedKill.key)
    let tasks = session.ledger.inOrder().map { session.ledger[$0] }.filter {
      !$0.flags.contains(.system)
    }
    let isCertain = !exit.causeInferred && exit.reason == .killed
    let pileup = session.findings[FindingKey(rule: .outstandingPileup, task: nil)]
    session.file(key, severity: .crit) { record in
      record.confidence = isCertain ? .certain : .possible
      record.related = tasks.prefix(Limits.relatedMax).map(\.id)
      record.task = tasks.first?.id
      record.text = exit.text
      if exit.cause == .tooManyAssertions, let pileup {
        record.blame = pileup.blame
      } else if let first = tasks.first {
        record.blame = BlameSource(stack: first.stack, name: first.name)
      } else {
        record.blame = exit.blame
      }
      for task in tasks.prefix(8) { record.add(session.beginItem(of: task)) }
      for item in exit.items { record.add(item) }
    }
  }

  static func message(_ finding: FindingRecord, _ session: Session) -> String {
    let who = session.tools.texts.text(session.origin.process) ?? "The app"
    let ids = finding.related.map(String.init).joined(separator: ", ")
    let tasks = finding.related.isEmpty ? "" : "; still open: \(ids)"
    if finding.confidence == .certain {
      return "\(who) was killed by the system for background tasks that it held too long\(tasks)."
    }
    return session.exit?.reason == .killed
      ? "\(who) was killed with overdue tasks, which may be why\(tasks)."
      : "\(who) vanished in the background with overdue tasks; the system may have killed it\(tasks)."
  }

  static func advice(_ finding: FindingRecord, _ session: Session) -> String {
    session.begins == 0
      ? "Log the begins and ends of such a launch: this report names no task that could be mended."
      : "Mend the unpaired tasks of this launch; the kill is their result."
  }
}

extension ExitRecord {
  var isBackgroundKill: Bool { cause == .backgroundTask || cause == .tooManyAssertions }
  var isUnrelatedKill: Bool { reason == .killed && cause == .unrelated }
}

extension Session {
  /// Outstanding tasks whose handler ran, or whose deadline, which was no guess, has passed.
  func overdueTasks() -> [TaskRecord] {
    ledger.inOrder().map { ledger[$0] }.filter {
      if $0.flags.contains(.system) { return false }
      return $0.flags.contains(.handlersRan)
        || ($0.flags.contains(.pastDeadline) && !$0.flags.contains(.guessed))
    }
  }

  /// The process is gone, says a line. Several lines of one kill add up.
  func exited(_ context: Context, _ new: Event.Exit) {
    recorder?.mark(.exit, context, detail: tools.texts.text(new.text))
    var record = exit ?? ExitRecord(reason: new.reason)
    if record.time == nil { record.time = context.time }
    if record.reason == .unknown || new.reason == .killed { record.reason = new.reason }
    // What names background tasks outranks what names another cause; both outrank silence.
    if let cause = new.cause, record.cause == nil || record.causeInferred || cause != .unrelated {
      record.cause = cause
    }
    if record.text.isNone { record.text = new.text }
    if record.code.isNone { record.code = new.code }
    if record.blame.name.isNone { record.blame.name = context.event.name }
    if record.items.count < Limits.evidenceMax {
      record.items.append(
        context.item("exit", task: nil, detail: tools.texts.text(new.text)))
    }
    // Killed, not said why: for its background tasks if any was overdue.
    if record.reason == .killed, record.cause == nil {
      if overdueTasks().isEmpty {
        record.cause = .unrelated
        record.causeInferred = true
      } else {
        record.cause = .backgroundTask
        record.causeInferred = true
      }
    } else if new.cause != nil {
      record.causeInferred = false
    } else if record.cause == nil, phases.side == .background, !overdueTasks().isEmpty,
      record.reason == .unknown
    {
      // Gone from the background, nobody says why.
      record.cause = .backgroundTask
      record.causeInferred = true
    }
    exit = record
    finish(.exited, at: record.time ?? context.time)
  }
}
