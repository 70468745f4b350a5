/// A file or connection that events come from.
package struct SourceInfo: Sendable {
  /// As evidence names it: the file's path as given, or "client N".
  package var name: String
  /// The peer's user id; sources of different users never share a session. nil offline.
  package var uid: UInt32?
  package init(name: String, uid: UInt32? = nil) {
    self.name = name
    self.uid = uid
  }
}

/// The audit: takes events, keeps every launch's outstanding tasks, and says what is wrong.
///
/// Knows no clock: events carry their times, `advance` brings the daemon's. The same calls with the
/// same values give the same findings. What an event does to its session is in `Sessions`, what that
/// means in `Rules`; how it is shown, in `Auditor+Report.swift`.
package final class Auditor: EventSink {
  let tools: AuditTools
  let index: SessionIndex
  var wakes = WakeQueue()
  private(set) var arrival: Arrival?
  /// The latest monotonic time that was told; nil offline.
  package internal(set) var now: Instant?
  /// Sessions with findings that changed, in the order of their first change.
  private var changed: [Session] = []
  package internal(set) var lines = 0
  package internal(set) var events = 0
  package internal(set) var unreadableEvents = 0
  /// The first of them.
  var unread: [UnreadLine] = []
  /// Events that told what an earlier line or another layer had told, and changed nothing.
  package var repeatedEvents: Int { tools.repeatedEvents }
  /// Events that are known to be missing, since the program started.
  package var lostEvents: UInt64 { tools.lostEvents }
  /// Lines that no format knows, as the callers' decoders counted them.
  package internal(set) var skippedLines = 0
  /// Sessions that are open.
  package private(set) var sessionCount = 0
  /// Those and the ended ones that are kept.
  package var keptSessionCount: Int { index.sessions.count }
  package private(set) var outstandingCount = 0
  package private(set) var leakingCount = 0
  /// Findings by fingerprint, as `takeChanges` tells them, and launches by release.
  var groups = GroupBook()
  /// Groups that a release went by without, and that nobody was told of yet.
  var resolutions: [GroupResolution] = []
  /// Sessions that differ from what is stored, in the order of their first change.
  var unsaved: [Session] = []
  /// Rows that those would have in a capture now.
  var unsavedRows = 0
  /// What is stored of names; nil where nothing is ever stored.
  var names: ArchivedNames?
  /// Sources of which names were left out since the last sweep.
  package internal(set) var sourcesShortOfNames = 0
  /// Names that there were at the last capture.
  var countedNames = 0
  /// The first capture has been taken.
  var isCaptured = false

  package var texts: TextTable { tools.texts }
  package var stacks: StackTable { tools.stacks }
  package var configuration: AuditConfiguration { tools.configuration }

  package init(
    configuration: AuditConfiguration = AuditConfiguration(),
    demangle: @escaping SymbolReader.Demangle = { _ in nil }
  ) {
    tools = AuditTools(configuration: configuration, demangle: demangle)
    index = SessionIndex(tools: tools)
  }

  /// Takes a new configuration for all that comes; state stays. Lists of system images and hook
  /// symbols hold for stacks that are first seen from now on.
  package func reconfigure(_ configuration: AuditConfiguration) {
    tools.configuration = configuration
    for session in index.sessions {
      session.configuredBudget = nil
      if now != nil { schedule(session) }
    }
  }

  /// Files and connections that were ever registered: the number of the next one.
  package var sourcesEver: Int { index.opened }

  /// Registers a file or connection; its id stands in every event that comes from it.
  package func open(_ source: SourceInfo) -> SourceID { index.open(source) }

  /// A source goes on that was closed: its log comes over another connection.
  package func reopen(_ source: SourceID, _ info: SourceInfo) { index.reopen(source, info) }

  /// `over`: the log has ended (end of file) and its sessions are judged; else it was cut, and their
  /// deadlines run on. With `keeping`, rows of a client may still be put for it, until `release`.
  package func close(_ source: SourceID, over: Bool, keeping: Bool = false) {
    if over { finishSessions(of: source) }
    index.close(source)
    if !keeping { index.release(source) }
  }

  /// Nothing more is put for a source that was closed.
  package func release(_ source: SourceID) { index.release(source) }

  private func finishSessions(of source: SourceID) {
    index.closePredecessors(in: source)
    recountClosed()
    for session in index.source(source)?.sessions ?? [] where session.isOpen {
      // A connection that its client has left already may not be closed yet.
      let isLatest = session.latestSource == source
      let others = session.sources.contains { $0 != source && index.isOpen($0) }
      if isLatest || !others { finish(session) }
    }
  }

  /// The log of the session is over: at the time of the last line of any source that fed it.
  private func finish(_ session: Session) {
    var time = session.clock.latest
    for source in session.sources {
      guard let stamp = index.source(source)?.lastStamp, let latest = time else { continue }
      time = max(latest, session.clock.peek(stamp.instant))
    }
    track(session) { session.finish(.logEnded, at: time) }
  }

  /// When what is accepted next arrived. Never called offline.
  package func setArrival(_ arrival: Arrival) {
    self.arrival = arrival
    now = arrival.monotonic
  }

  /// Adds lines that the decoder of a source skipped since the last call.
  package func addSkippedLines(_ count: Int) { skippedLines += count }

  /// Takes the next event of a source, in the order of its lines, and judges what it changes.
  package func accept(_ event: Event) {
    events += 1
    if case .bye = event.action {
      over(event)
      return
    }
    let session = index.session(for: event, arrival)
    if !index.closed.isEmpty { recountClosed() }
    session.take(event, arrival: arrival)
    recount(session)
    if now != nil { schedule(session) }
  }

  /// `bye`: the named session, or all that the source fed, are judged as at the end of a file.
  private func over(_ event: Event) {
    if event.origin.session.isNone {
      finishSessions(of: event.place.source)
    } else if let session = index.existing(event.origin, source: event.place.source) {
      if session.isOpen { finish(session) }
    }
  }

  /// Tells of a line, event or not: the log reaches at least to its stamp.
  @inline(__always)
  package func lineSeen(source: SourceID, stamp: Stamp?) {
    lines += 1
    index.lineSeen(source, stamp)
  }

  /// The same of several lines in a row.
  package func linesSeen(_ count: Int, source: SourceID, stamp: Stamp?) {
    lines += count
    index.lineSeen(source, stamp)
  }

  package var mostLinesAtOnce: Int { .max }

  /// Counts a line that looks like an event and is none; its session may have lost one.
  package func unreadable(origin: Origin, place: Place, reason: UnreadableReason) {
    unreadableEvents += 1
    if unread.count < Limits.unreadLinesMax, let source = index.source(place.source) {
      unread.append(
        UnreadLine(file: source.info.name, line: place.line, reason: reason.text))
    }
    guard let session = index.existing(origin, source: place.source), session.isOpen else { return }
    track(session) { session.lostLine(place, reason) }
  }

  // MARK: Time

  /// Fires every deadline that has passed at `now`, on the monotonic clock of `Arrival`.
  package func advance(to now: Instant) {
    self.now = now
    while let session = wakes.pop(until: now) {
      track(session) { session.advance(to: now) }
      schedule(session)
    }
  }

  /// The monotonic time of the next deadline; nil where none is pending.
  package var nextWake: Instant? { wakes.next }

  /// Called only where there is a clock.
  private func schedule(_ session: Session) {
    if session.isLookedAtInTime { return }
    if let time = session.nextCheck { wakes.set(session, at: time) }
  }

  /// Runs `change` and keeps the totals and the list of changed sessions true.
  private func track(_ session: Session, _ change: () -> Void) {
    change()
    recount(session)
  }

  /// Takes account of the sessions that the index has closed.
  func recountClosed() {
    if index.closed.isEmpty { return }
    let closed = index.takeClosed()
    for session in closed { recount(session) }
    if closed.contains(where: \.isForgotten) { wakes.dropForgotten() }
  }

  @inline(__always)
  func recount(_ session: Session) {
    if names != nil { noteUnsaved(session) }
    let before = session.counted
    let outstanding = session.isOpen ? session.ledger.count : 0
    session.counted.outstanding = outstanding
    outstandingCount += outstanding - before.outstanding
    let (isOpen, leaks) = session.isOpen ? (1, session.leaks) : (0, 0)
    if isOpen != before.sessions || leaks != before.leaks {
      (session.counted.sessions, session.counted.leaks) = (isOpen, leaks)
      sessionCount += isOpen - before.sessions
      leakingCount += leaks - before.leaks
    }
    if isOpen == 0 { countLaunch(session) }
    if session.findings.hasChanged, !session.isCollected { collect(session) }
  }

  private func collect(_ session: Session) {
    session.isCollected = true
    changed.append(session)
  }

  /// Counts a session that was put back, and looks at it when it is due.
  func readmit(_ session: Session) {
    recount(session)
    if now != nil { schedule(session) }
  }

  /// Called only where something is ever stored.
  private func noteUnsaved(_ session: Session) {
    let rows = (session.isStored ? 1 : Self.rowsOfNewSession) + session.ledger.changedCount
    unsavedRows += rows - session.countedRows
    session.countedRows = rows
    if session.isUnsaved { return }
    session.isUnsaved = true
    unsaved.append(session)
  }

  // MARK: Changes

  package var hasChanges: Bool { !changed.isEmpty || !resolutions.isEmpty }

  /// Findings of severity notice or worse that became suspected, confirmed or cleared since the last
  /// call, in order; each state is told once.
  package func takeChanges() -> [FindingChange] {
    var changes: [FindingChange] = []
    for session in changed {
      session.isCollected = false
      for position in session.findings.takeChanged() {
        count(position, of: session)
        let record = session.findings.records[position]
        if let announced = record.announced {
          if announced.state == record.state { continue }
        } else if record.state == .cleared || record.severity < .notice {
          continue
        }
        session.findings.announce(position)
        if names != nil { noteUnsaved(session) }
        var change = FindingChange(finding: show(record, of: session))
        change.source = session.latestSource.flatMap { index.sources[Int($0.rawValue)]?.info.name }
        change.tasksLetGo = LostEvents.tasksLetGo(record)
        weigh(&change, position, of: session)
        changes.append(change)
      }
    }
    changed.removeAll(keepingCapacity: true)
    return changes
  }
}
