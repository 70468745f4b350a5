package import AuditCore
package import AuditStore
package import Configuration
import Glibc
package import LinuxIO
package import Systemd

/// The loop that wires clients, audit, journal and service manager. The only reader of clocks.
///
/// One thread beside the store's, no locks: every part runs from the loop and ends with `settle`.
package final class Daemon {
  /// For the last commit; the service manager kills after `TimeoutStopSec=`, which is more.
  private static let stopLimit: Microseconds = .seconds(10)
  /// For what clients have written by now: they may never stop.
  private static let drainLimit: Microseconds = .seconds(3)

  let context: DaemonContext
  private let options: DaemonOptions
  let manager = ServiceManager()
  private let inheritance: Inheritance
  /// Alerts given to the journal.
  var alertCounts = FindingCounts()
  /// Groups that the journal was told are over.
  var resolvedCount = 0
  let ingest: IngestService
  let control: ControlService
  let started = Instant(microseconds: Clock.realtime.now())
  let startedMonotonic: Instant
  /// nil where no place for it is configured or passed.
  private(set) var web: WebService?
  private(set) var listeners: ListenerSet?
  var deadlines: DeadlineTimer?
  var statusTimer: TimeSource?
  var heldBackTimer: TimeSource?
  var statusLine = StatusLine()
  var housekeeper: Housekeeper
  private var signals: [SignalSource] = []

  package var loop: EventLoop { context.loop }
  package var auditor: Auditor { context.auditor }

  /// `settings` as read from the file that `options` name. `faults` make system calls of clients and
  /// listeners fail, in tests.
  package init(
    settings: Settings, options: DaemonOptions, journal: any JournalSink, faults: Faults = .none
  ) throws(SystemError) {
    let inheritance = try Inheritance.ofProcess()
    var settings = options.apply(to: settings)
    let servesWeb = inheritance.holds(ListenerSet.Purpose.web.rawValue) || settings.namesWeb
    if servesWeb { settings.recordHistories() }
    let context = try DaemonContext(settings: settings, journal: journal, faults: faults)
    self.context = context
    self.options = options
    self.inheritance = inheritance
    startedMonotonic = context.now
    ingest = IngestService(context)
    control = ControlService(context)
    housekeeper = Housekeeper(context)
    context.settle = { [unowned self] in settle() }
    context.clientLeft = { [unowned self] in resumeListeners() }
    context.keeper.applied = { [unowned self] in publish() }
    context.keeper.acknowledge = { [unowned self] in ingest.acknowledge($0) }
    context.keeper.roomCame = { [unowned self] in roomCame() }
    control.answer = { [unowned self] in
      // Ages and time left are those of now, not of the last event.
      context.keeper.advance(to: context.now)
      return ControlReply.make(for: $0, auditor: auditor, status: status)
    }
    if servesWeb {
      web = try WebService(
        context,
        WebSource(
          auditor: context.auditor, status: { [unowned self] in status },
          metrics: { [unowned self] in metrics }, troubles: { [unowned self] in troubles }))
    }
  }

  /// A daemon that writes to the system's journal.
  package convenience init(settings: Settings, options: DaemonOptions) throws(SystemError) {
    try self.init(settings: settings, options: options, journal: Journal(identifier: "bgtaskd"))
  }

  /// Goes on where an earlier run was, and keeps state from now on, if there is a place for it. To be
  /// called before `start`, or not at all. `faults` make calls of the store fail, in tests, which may
  /// want a smaller spool too.
  package func revive(
    faults: StoreFaults = .none, layout: SpoolLayout = SpoolLayout()
  ) throws(StoreError) {
    guard let directory = context.settings.stateDirectory else {
      // Names are swept by what a capture mentions, wherever that goes.
      return auditor.trackChanges()
    }
    var revival = Revival(context: context, manager: manager, inheritance: inheritance)
    revival.options.faults = faults
    revival.layout = layout
    try revival.run(directory: directory) { isWhole in
      let lost = ingest.takeBack(keptConnections(), cutting: !isWhole)
      if lost > 0 && manager.keepsDescriptors {
        context.journal.write(DaemonEntry.lostConnections(lost))
      }
    }
  }

  private func keptConnections() -> KeptConnections? {
    if !manager.keepsDescriptors { return nil }
    do throws(SystemError) {
      return try KeptConnections(manager, inherited: inheritance, faults: context.faults)
    } catch {
      context.journal.write(DaemonEntry.notKept("connections will not outlive this run: \(error)"))
      return nil
    }
  }

  /// From now on the signals that stop and reload the daemon wait for `run`. To be called before `start`, or
  /// one that comes as soon as the service manager hears `READY=1` would end the process.
  package func takeSignals() throws(SystemError) {
    signals = [
      try SignalSource(loop, signal: SIGTERM) { [unowned self] in stop() },
      try SignalSource(loop, signal: SIGINT) { [unowned self] in stop() },
      try SignalSource(loop, signal: SIGHUP) { [unowned self] in reload() },
    ]
  }

  /// Opens the sockets and says that clients may come. An error's object is the socket's path.
  package func start() throws(SystemError) {
    deadlines = try DeadlineTimer(
      loop, auditor: auditor, advance: { [unowned self] in context.keeper.advance(to: $0) },
      advanced: { [unowned self] in settle() })
    statusTimer = try TimeSource(loop, clock: .boottime) { [unowned self] in tellStatus() }
    heldBackTimer = try TimeSource(loop, clock: .boottime) { [unowned self] in tellHeldBack() }
    let opened = try openListeners()
    listeners = opened
    context.journal.write(
      DaemonEntry.started(
        ingest: opened.paths(.ingest), control: opened.paths(.control), web: opened.paths(.web),
        state: stateText, files: context.settings.files))
    for name in opened.unknown {
      context.journal.write(
        DaemonEntry.configurationNotice("inherited socket \(name): closed, for it is not known"))
    }
    manager.tell(.ready)
    settle()
  }

  /// Runs until the daemon is stopped. Returns the exit status.
  package func run() throws(SystemError) -> Int32 {
    _ = try loop.petWatchdog()
    ProcessMemory.trim()
    ProcessMemory.forgetCode()
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

  /// Takes what clients have written by now, says what is to be said of it, brings all to the disk and
  /// ends `run`.
  package func stop() {
    manager.tell(.stopping)
    // Those in the queue of a socket that goes with this program would be lost; the service
    // manager's sockets keep theirs for the next start.
    for listener in listeners?.ingest ?? [] where listener.isOwn { listener.takeClients() }
    listeners = nil
    ingest.drain(until: context.now + Self.drainLimit)
    context.keeper.advance(to: context.now)
    settle()
    tellHeldBack(finally: true)
    let problem = context.keeper.finish(within: Self.stopLimit)
    control.closeAll()
    web?.close()
    ingest.closeAll()
    context.journal.write(DaemonEntry.stopped(statusLine: statusText, problem: problem))
    loop.exit(EXIT_SUCCESS)
  }

  private func take(_ new: Settings) {
    var new = options.apply(to: new)
    if web != nil { new.recordHistories() }
    if !new.hasSamePlaces(as: context.settings) {
      context.journal.write(
        DaemonEntry.configurationNotice(
          "sockets and the folder for state stay as they are until the daemon starts anew"))
    }
    context.settings = new
    auditor.reconfigure(new.audit)
    context.machine.patterns = new.patterns
    context.journal.write(DaemonEntry.reloaded(files: new.files))
  }

  private func openListeners() throws(SystemError) -> ListenerSet {
    try ListenerSet(
      inherited: inheritance, places: context.settings.places,
      loopback: context.settings.webAddress, faults: context.faults
    ) { [unowned self] purpose, socket throws(SystemError) in
      try Listener(
        context.loop, socket, faults: context.faults,
        mayAccept: { purpose != .ingest || self.context.keeper.findRoom() },
        accepted: { client, isOfNetwork in
          switch purpose {
          case .ingest: self.ingest.accept(client)
          case .control: self.control.accept(client)
          case .web: self.web?.accept(client, isOfNetwork: isOfNetwork)
          }
        },
        failed: { error, heldBack in
          self.context.journal.write(
            DaemonEntry.clientError(
              "\(error)", client: "listener", peer: nil, heldBack: heldBack))
        })
    }
  }

  private func roomCame() {
    ingest.resume()
    resumeListeners()
  }

  private func resumeListeners() {
    for listener in listeners?.all ?? [] { listener.resume() }
  }
}

extension Settings {
  fileprivate func hasSamePlaces(as other: Settings) -> Bool {
    ingestPath == other.ingestPath && controlPath == other.controlPath
      && ingestMode == other.ingestMode && controlMode == other.controlMode
      && ingestGroup == other.ingestGroup && controlGroup == other.controlGroup
      && stateDirectory == other.stateDirectory
      && webPath == other.webPath && webMode == other.webMode && webGroup == other.webGroup
      && webAddress == other.webAddress && webClientsMax == other.webClientsMax
  }

  fileprivate var namesWeb: Bool { webPath != nil || webAddress != nil }

  /// What the live page shows is kept from now on.
  fileprivate mutating func recordHistories() {
    audit.history = HistoryDepth(tasksPerSession: Limits.webTasksPerSessionMax)
  }

  fileprivate var places: [ListenerSet.Purpose: ListenerSet.Place] {
    var places: [ListenerSet.Purpose: ListenerSet.Place] = [
      .ingest: ListenerSet.Place(path: ingestPath, mode: ingestMode, group: ingestGroup),
      .control: ListenerSet.Place(path: controlPath, mode: controlMode, group: controlGroup),
    ]
    if let webPath {
      places[.web] = ListenerSet.Place(path: webPath, mode: webMode, group: webGroup)
    }
    return places
  }
}
