/// What earlier lines said of processes that were killed: blocks of several lines are put together
/// here, and delivered when another line shows that they are complete.
///
/// A kill belongs to the process it names, never to the daemon that printed it.
struct KillReports {
  /// A "has active assertions beyond permitted time" block.
  struct Assertions {
    /// The `.exit` event to come, its origin being the killed process.
    var event: Event
    var exit: Event.Exit
    /// A background task was among the assertions; another kind was.
    var namesTask = false
    var namesOther = false
  }

  var assertions: Assertions?
  var crash: CrashReport?
  /// Processes that this stream has events of.
  private var known = KnownProcesses()
  /// The process of the newest kill line.
  private(set) var lastKilled: Origin?

  /// Asked for each line: comparisons with nil would copy what is open.
  var isOpen: Bool {
    if case .some = assertions { return true }
    if case .some = crash { return true }
    return false
  }

  var heldBytes: Int { known.heldBytes + (crash?.heldBytes ?? 0) }

  /// Remembers whose events the stream has.
  @inline(__always)
  mutating func note(_ origin: Origin) { known.note(origin) }

  mutating func noteKilled(_ origin: Origin) { lastKilled = origin }

  /// The process of an event that named this pid.
  func known(pid: Int32) -> Origin? { known.newest { $0.pid == pid } }
  func known(process: TextID) -> Origin? { known.newest { $0.process == process } }
  var newest: Origin? { known.newest() }
}

extension LineContext {
  /// Delivers what is complete now that a line of something else has come, or the stream is over.
  mutating func closeKills() {
    if let block = kills.assertions {
      kills.assertions = nil
      var (event, exit) = (block.event, block.exit)
      exit.cause = block.namesOther && !block.namesTask ? .unrelated : .backgroundTask
      event.action = .exit(exit)
      kills.noteKilled(event.origin)
      deliver(event)
    }
    if let crash = kills.crash {
      kills.crash = nil
      if let event = crash.event(self) {
        kills.noteKilled(event.origin)
        deliver(event)
      }
    }
  }

  /// An `.exit` of another process than the one that printed the line.
  func killed(_ origin: Origin, _ exit: Event.Exit) -> Event {
    var event = event(.exit(exit), .systemKill)
    let device = event.origin.device
    event.origin = origin
    if event.origin.device.isNone { event.origin.device = device }
    event.thread = 0
    return event
  }
}

extension KillReports: Archivable {
  static var blank: KillReports { KillReports() }

  mutating func pass(through archive: inout Archive) {
    archive.pass(&assertions)
    archive.pass(&crash)
    archive.pass(&known)
    archive.pass(&lastKilled)
  }
}

extension KillReports.Assertions: Archivable {
  static var blank: KillReports.Assertions {
    KillReports.Assertions(event: .blank, exit: .blank)
  }

  mutating func pass(through archive: inout Archive) {
    archive.pass(&event)
    archive.pass(&exit)
    archive.pass(&namesTask)
    archive.pass(&namesOther)
  }
}
