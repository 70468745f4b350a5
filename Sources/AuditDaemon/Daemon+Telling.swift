import AuditCore
import Configuration
import LinuxIO
import Systemd

// What the world is told: alerts, the status, answers about the daemon itself.
extension Daemon {
  /// After whatever happened: sets the timer to the next deadline, tells the service manager the counts,
  /// and looks whether all is within its bounds.
  func settle() {
    deadlines?.rearm(at: context.now)
    housekeeper.look(at: context.now)
    tellHeldBack()
    tellStatus()
    web?.look()
  }

  /// Says which findings are new, after each input: to the journal and to watchers.
  func publish() {
    if !auditor.hasChanges { return }
    for change in auditor.takeChanges() {
      let isWanted =
        change.finding.silence == nil && (change.isAlert || context.settings.alerts == .all)
      if isWanted, change.finding.severity >= FindingEntry.severityMin { alert(change) }
      control.announce(change)
    }
    tellResolutions()
  }

  /// Says which groups a release went by without. What an earlier run said is not said again.
  private func tellResolutions() {
    for resolution in auditor.takeResolutions() {
      let hash = ResolutionEntry.hash(resolution)
      if context.keeper.takeSent(hash) { continue }
      resolvedCount += 1
      context.journal.write(
        ResolutionEntry.make(resolution), noting: context.keeper.noteAlert(hash))
    }
  }

  /// An alert that an earlier run gave is not given again.
  private func alert(_ change: FindingChange) {
    let hash = FindingEntry.hash(change)
    if context.keeper.takeSent(FindingEntry.heldBackHash(upTo: hash)) {
      return context.alerts.noteTold(change)
    }
    if context.keeper.takeSent(hash) { return }
    if !context.alerts.admit(change, hash: hash, at: context.now) { return }
    alertCounts[change.finding.rule, change.finding.severity] += 1
    let client = change.finding.evidence.last.flatMap { context.machine.register[$0.file] }
    context.journal.write(
      FindingEntry.make(change, client: client), noting: context.keeper.noteAlert(hash))
  }

  /// Says what was held back: now and then, and `finally`.
  func tellHeldBack(finally: Bool = false) {
    let now = context.now
    guard let due = context.alerts.isDue(at: now) else { return }
    if due > now && !finally {
      heldBackTimer?.arm(at: due.microseconds)
      return
    }
    for alerts in context.alerts.takeHeldBack(at: now) {
      let most = alerts.most.map { ($0.client, $0.count, context.machine.register[$0.client]) }
      context.journal.write(
        DaemonEntry.heldBack(alerts, most: most),
        noting: context.keeper.noteAlert(FindingEntry.heldBackHash(upTo: alerts.hash)))
    }
  }

  func tellStatus() {
    switch statusLine.update(statusText, at: context.now.microseconds) {
    case .nothing: break
    case .tell(let text):
      if manager.tell(.status(text)) { return }
      statusLine.noteUntold()
      tellStatus()
    case .wait(let time): statusTimer?.arm(at: time)
    }
  }

  var statusText: String {
    StatusLine.text(
      sessions: auditor.sessionCount, outstanding: auditor.outstandingCount,
      leaking: auditor.leakingCount, trouble: trouble)
  }

  private var trouble: String? {
    let all = [context.keeper.condition.statusText, nameTrouble].compactMap(\.self)
    return all.isEmpty ? nil : all.joined(separator: "; ")
  }

  /// All that is wrong, for who asks whether all is well.
  var troubles: [String] {
    let keeper = context.keeper
    let spool =
      keeper.spool?.isTorn == true
      ? "what comes in would not survive a crash: the memory for it is full"
      : keeper.isDurable && keeper.spool == nil
        ? "what comes in would not survive a crash: there is no memory for it" : nil
    return [keeper.condition.statusText, spool, nameTrouble].compactMap(\.self)
  }

  private var nameTrouble: String? {
    switch (auditor.isFullOfNames, auditor.sourcesShortOfNames) {
    case (true, _): "no room for new names"
    case (false, 0): nil
    case (false, let clients): "names of \(Words.count(clients, "client")) left out"
    }
  }

  var metrics: Metrics {
    var metrics = Metrics(status: status, counts: auditor.counts)
    let keeper = context.keeper
    metrics.alerts = alertCounts
    metrics.resolved = resolvedCount
    metrics.lostEvents = auditor.lostEvents
    metrics.memoryBytes = ProcessMemory.bytesInUse
    metrics.commits = keeper.commitTimes
    metrics.commitFailures = keeper.commitFailures
    metrics.isStateKept = keeper.isDurable && keeper.condition.statusText == nil
    metrics.stateBytes = keeper.bytesOnDisk
    metrics.spoolFill = keeper.spool?.fill
    metrics.webClients = web?.clientCount ?? 0
    return metrics
  }

  var stateText: String {
    guard context.keeper.isDurable, let directory = context.settings.stateDirectory else {
      return "not kept: no folder for it is configured"
    }
    return context.keeper.condition.statusText ?? "kept in \(directory)"
  }

  var status: DaemonStatus {
    DaemonStatus(
      version: ProductVersion.text, started: Stamp(instant: started),
      uptime: context.now - startedMonotonic, clients: ingest.clientCount, lines: auditor.lines,
      events: auditor.events, skipped: auditor.skippedLines, unreadable: auditor.unreadableEvents,
      journal: context.journal.isJournal, state: stateText,
      configurationPath: context.settings.files.first, statusLine: statusText,
      web: listeners?.paths(.web) ?? [])
  }
}
