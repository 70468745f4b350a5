package import AuditCore
package import Configuration
import Glibc
package import LinuxIO
package import Systemd

/// The loop that wires clients, audit, journal and service manager. The only reader of clocks.
///
/// One thread, no locks: every part runs from the loop and ends with `settle`.
package final class Daemon {
  private let context: DaemonContext
  private let options: DaemonOptions
  private let manager = ServiceManager()
  private let ingest: IngestService
  private let control: ControlService
  private let started = Instant(microseconds: Clock.realtime.now())
  private let startedMonotonic: Instant
  private var listeners: ListenerSet?
  private var deadlines: DeadlineTimer?
  private var statusTimer: TimeSource?
  private var statusLine = StatusLine()
  private var signals: [SignalSource] = []

  package var loop: EventLoop { context.loop }
  package var auditor: Auditor { context.auditor }

  /// `settings` as read from the file that `options` name. `faults` make system calls of clients and
  /// listeners fail, in tests.
  package init(
    settings: Settings, options: DaemonOptions, journal: any JournalSink, faults: Faults = .none
  ) throws(SystemError) {
    let context = try DaemonContext(
      settings: options.apply(to: settings), journal: journal, faults: faults)
    self.context = context
    self.options = options
    startedMonotonic = context.now
    ingest = IngestService(context)
    control = ControlService(context)
    context.settle = { [unowned self] in settle() }
    context.clientLeft = { [unowned self] in clientLeft() }
    control.answer = { [unowned self] in
      // Ages and time left are those of now, not of the last event.
      auditor.advance(to: context.now)
      return ControlReply.make(for: $0, auditor: auditor, status: status)
    }
  }

  /// A daemon that writes to the system's journal.
  package convenience init(settings: Settings, options: DaemonOptions) throws(SystemError) {
    try self.init(settings: settings, options: options, journal: Journal(identifier: "bgtaskd"))
  }

  /// Opens the sockets and says that clients may come. An error's object is the socket's path.
  package func start() throws(SystemError) {
    deadlines = try DeadlineTimer(loop, auditor: auditor) { [unowned self] in settle() }
    statusTimer = try TimeSource(loop, clock: .boottime) { [unowned self] in tellStatus() }
    let opened = try openListeners()
    listeners = opened
    context.journal.write(
      DaemonEntry.started(
        ingest: opened.paths(.ingest), control: opened.paths(.control),
        files: context.settings.files))
    for name in opened.unknown {
      context.journal.write(
        DaemonEntry.configurationNotice("inherited socket \(name): closed, for it is not known"))
    }
    manager.tell(.ready)
    settle()
  }

  /// Takes the signals that stop and reload the daemon and runs until it is stopped. Returns the exit
  /// status. The process must have one thread.
  package func run() throws(SystemError) -> Int32 {
    signals = [
      try SignalSource(loop, signal: SIGTERM) { [unowned self] in stop() },
      try SignalSource(loop, signal: SIGINT) { [unowned self] in stop() },
      try SignalSource(loop, signal: SIGHUP) { [unowned self] in reload() },
    ]
    _ = try loop.petWatchdog()
    return try loop.run()
  }

  /// Reads the configuration anew. A bad one changes nothing, and the journal says what is wrong.
  package func reload() {
    manager.tell(.reloading(monotonicMicroseconds: Clock.monotonic.now()))
    do throws(ConfigurationError) {
      take(try ConfigurationReader.read(path: options.configurationPath))
    } catch {
      for problem in error.problems { context.journal.write(DaemonEntry.refused(problem)) }
    }
    manager.tell(.ready)
    settle()
  }

  /// Takes what clients have written by now, says what is to be said of it, and ends `run`.
  package func stop() {
    manager.tell(.stopping)
    // Those in the queue of a socket that goes with this program would be lost; the service
    // manager's sockets keep theirs for the next start.
    for listener in listeners?.ingest ?? [] where listener.isOwn { listener.takeClients() }
    listeners = nil
    ingest.drain()
    auditor.advance(to: context.now)
    settle()
    control.closeAll()
    context.journal.write(DaemonEntry.stopped(statusLine: statusText))
    loop.exit(EXIT_SUCCESS)
  }

  private func take(_ new: Settings) {
    let new = options.apply(to: new)
    if !new.hasSameSockets(as: context.settings) {
      context.journal.write(
        DaemonEntry.configurationNotice("sockets stay as they are until the daemon starts anew"))
    }
    context.settings = new
    auditor.reconfigure(new.audit)
    ingest.setPatterns(new.patterns)
    context.journal.write(DaemonEntry.reloaded(files: new.files))
  }

  private func openListeners() throws(SystemError) -> ListenerSet {
    let settings = context.settings
    return try ListenerSet(
      inherited: Inheritance.ofProcess(),
      ingest: ListenerSet.Place(
        path: settings.ingestPath, mode: settings.ingestMode, group: settings.ingestGroup),
      control: ListenerSet.Place(
        path: settings.controlPath, mode: settings.controlMode, group: settings.controlGroup),
      faults: context.faults
    ) { [unowned self] purpose, socket throws(SystemError) in
      try Listener(
        context.loop, socket, faults: context.faults,
        accepted: { client in
          switch purpose {
          case .ingest: self.ingest.accept(client)
          case .control: self.control.accept(client)
          }
        },
        failed: { error in
          self.context.journal.write(
            DaemonEntry.clientError("\(error)", client: "listener", peer: nil))
        })
    }
  }

  private func clientLeft() {
    for listener in (listeners?.ingest ?? []) + (listeners?.control ?? []) { listener.resume() }
  }
}

extension Daemon {
  /// Says what is new: findings to the journal and to watchers, the next deadline to the timer, the
  /// counts to the service manager.
  private func settle() {
    deadlines?.rearm(at: context.now)
    if auditor.hasChanges { publish() }
    tellStatus()
  }

  private func publish() {
    for change in auditor.takeChanges() {
      if change.finding.severity >= FindingEntry.severityMin {
        let client = change.finding.evidence.last.flatMap { ingest.register[$0.file] }
        context.journal.write(FindingEntry.make(change, client: client))
      }
      control.announce(change)
    }
  }

  private func tellStatus() {
    switch statusLine.update(statusText, at: context.now.microseconds) {
    case .nothing: break
    case .tell(let text): manager.tell(.status(text))
    case .wait(let time): statusTimer?.arm(at: time)
    }
  }

  private var statusText: String {
    StatusLine.text(
      sessions: auditor.sessionCount, outstanding: auditor.outstandingCount,
      leaking: auditor.leakingCount)
  }

  private var status: DaemonStatus {
    let totals = ingest.totals
    return DaemonStatus(
      version: ProductVersion.text, started: Stamp(instant: started),
      uptime: context.now - startedMonotonic, clients: ingest.clientCount, lines: totals.lines,
      events: totals.events, skipped: totals.skipped, unreadable: totals.unreadable,
      journal: context.journal.isJournal, configurationPath: context.settings.files.first,
      statusLine: statusText)
  }
}

extension Settings {
  fileprivate func hasSameSockets(as other: Settings) -> Bool {
    ingestPath == other.ingestPath && controlPath == other.controlPath
      && ingestMode == other.ingestMode && controlMode == other.controlMode
      && ingestGroup == other.ingestGroup && controlGroup == other.controlGroup
  }
}
