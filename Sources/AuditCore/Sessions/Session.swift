/// What all sessions of an audit share.
final class AuditTools {
  let texts: TextTable
  let stacks: StackTable
  let symbols: SymbolReader
  var configuration: AuditConfiguration
  /// Turns whenever a line may belong to another session than one like it did before.
  var sessionsEpoch: UInt64 = 0
  /// Events of all sessions that told what another had told. Touched only where one does.
  var repeatedEvents = 0
  let historyRoom = HistoryRoom()
  /// Events that are known to be missing, of all sessions since the program started.
  private(set) var lostEvents: UInt64 = 0

  init(configuration: AuditConfiguration, demangle: @escaping SymbolReader.Demangle) {
    self.configuration = configuration
    texts = TextTable()
    symbols = SymbolReader(
      demangle: demangle, systemImages: configuration.systemImages,
      hookSymbols: configuration.hookSymbols)
    stacks = StackTable(texts: texts, symbols: symbols)
  }

  func noteLost(_ count: UInt64) {
    let (sum, overflow) = lostEvents.addingReportingOverflow(count)
    lostEvents = overflow ? .max : sum
  }
}

/// One launch of one app on one device: its outstanding tasks, its clock, and what was found.
///
/// The files beside this one each hold one thing that happens to a session; the files in `Rules` say
/// what that means.
final class Session {
  let tools: AuditTools
  let stacks: StackTable

  // What every event looks at stands side by side: there may be many sessions that print in turn.

  /// When and why it stopped being open; nil while it is.
  var closing: Closing? {
    didSet {
      quietUntil = nil
      tools.sessionsEpoch &+= 1
    }
  }
  /// An earlier launch of the same app may be open still, until an event tells when this one began.
  var hasOpenPredecessor = false
  /// It stands in the auditor's list of changed sessions, and in that of what is not stored yet.
  var isCollected = false
  var isUnsaved = false
  /// The source prints `expired`: handlers that did not return can be told.
  var logsReturns = false
  /// The source that its newest event came from, heard before or not.
  var latestSource: SourceID?
  /// Events so far.
  var order: UInt64 = 0
  var lastSequence: UInt64?
  var begins = 0
  var ends = 0
  /// Number of tasks with an established unpaired-task of warning or more.
  var leaks = 0
  /// What the auditor's totals hold of it: open sessions, outstanding tasks, leaks.
  var counted = (sessions: 0, outstanding: 0, leaks: 0)
  /// What the auditor's count of rows to be stored holds of it.
  var countedRows = 0
  /// It has been captured once.
  var isStored = false

  var clock = SessionClock()
  /// How the source writes times, for showing them.
  var stampFormat: Stamp?
  /// Smallest difference between the monotonic arrival and the event time of its events.
  var offset: Microseconds?
  /// Monotonic arrival of its latest event; nil offline.
  var heard: Instant?
  /// When the wake queue looks at it next.
  var wake: Instant?
  /// Nothing is due before it on the session's clock; nil where that has to be found out anew, because
  /// something has changed that deadlines depend on.
  var quietUntil: Instant?
  var phases = AppPhases() { didSet { quietUntil = nil } }
  var budget = BackgroundBudget() {
    // What is due later than it was may still be looked for too early.
    didSet { if !budget.isNowhereLess(than: oldValue) { quietUntil = nil } }
  }
  /// nil where nobody asked for histories.
  let recorder: SessionRecorder?

  var ledger = TaskLedger()
  var highestBegun: (id: UInt64, time: Instant?, order: UInt64)?
  var begunIDs = BegunIDs()
  var holders = TrackedTable<HolderID, HolderRecord>()
  var holderPlaces = HolderPlaces()
  var ended = EndedTasks()
  var handler: RunningHandler?
  var stories = TrackedTable<UInt64, TaskStory>()
  var overwrites = TrackedTable<UInt64, Overwrite>()
  /// Ends of ids never begun, while no begin was seen.
  var earlyEnds: [EarlyEnd] = []
  /// The latest ends of ids not begun yet, whose begins may be printed just after them.
  var lateBegins: [EarlyEnd] = []
  /// The limit that `pileupNext` was made from, and the count past which a pile-up is said again.
  var pileupLimit = 0
  var pileupNext = 0
  /// The newest begin or end of each thread, which a stack that follows belongs to.
  var stackTargets = StackTargets()
  var repeats = RepeatedLines()
  var findings = FindingStore()
  /// The release that it is counted as a launch of, once it has ended.
  var launchRelease: UInt32?

  // What few events look at.

  /// Counted from 0 in order of appearance.
  let number: Int
  /// The user whose client opened it; nil offline.
  let uid: UInt32?
  var origin: Origin
  var hello = Event.Hello()
  /// Sources that fed it, in order.
  var sources: [SourceID] = []
  /// What the configuration or the OS gives this session; nil until it is looked up.
  var configuredBudget: Microseconds?? { didSet { quietUntil = nil } }
  /// Which outstanding id a variable holds, where clients name it.
  var slots = TrackedTable<TextID, UInt64>()
  var alarms = AlarmQueue()
  var footprints: [Footprint] = []
  /// When an `expire` that names no id last expired everything that was outstanding.
  var allExpiredOrder: UInt64 = 0
  /// Event order of the latest loss; 0 while nothing was lost.
  var lostOrder: UInt64 = 0
  var exit: ExitRecord?
  /// It gave way to others and is no longer kept.
  var isForgotten = false

  init(number: Int, origin: Origin, uid: UInt32?, tools: AuditTools) {
    self.number = number
    self.origin = origin
    self.uid = uid
    self.tools = tools
    stacks = tools.stacks
    recorder = tools.configuration.history.map { SessionRecorder($0, room: tools.historyRoom) }
  }

  var isTimeless: Bool { clock.latest == nil }
  var isOpen: Bool { closing == nil }
  var grace: Microseconds { tools.configuration.grace }

  /// The client's own name for it, else `s1`, `s2`, ….
  var label: String {
    tools.texts.text(origin.session) ?? "s\(number + 1)"
  }

  var identity: SessionIdentity {
    var identity = SessionIdentity(session: label)
    identity.app = tools.texts.text(hello.app)
    identity.appVersion = tools.texts.text(hello.appVersion)
    identity.os = tools.texts.text(hello.os)
    identity.process = tools.texts.text(origin.process)
    identity.pid = origin.pid
    identity.device = tools.texts.text(origin.device)
    return identity
  }

  /// What names its app in every launch: the bundle identifier, else the name of the process.
  var nameOfApp: String? { tools.texts.text(hello.app) ?? tools.texts.text(origin.process) }

  func stamp(_ instant: Instant?) -> Stamp? {
    guard let instant, let stampFormat else { return nil }
    var stamp = stampFormat
    stamp.instant = instant
    return stamp
  }

  /// Who holds a task: the code that its stack names, else its name.
  func owner(stack: StackID, name: TextID) -> TaskOwner { stacks.owner(stack, name: name) }

  /// Facts of a task's stack, else of its name.
  func facts(stack: StackID, name: TextID) -> StackFacts { stacks.facts(stack, name: name) }
}

/// Why a session is no longer open.
struct Closing {
  enum Reason: UInt8 {
    /// `exit`, a kill, a crash report.
    case exited
    /// The same app appeared with another pid, or its ids started again.
    case relaunched
    /// The log said `bye` or ended.
    case logEnded
    /// Nothing outstanding and nothing heard for the idle time-out.
    case idle
    /// It gave way to others.
    case noRoom
  }
  var reason: Reason
  var time: Instant?
}

/// How the process ended, put together from all lines that tell of it.
struct ExitRecord {
  var reason: ExitReason
  var cause: Event.KillCause?
  /// No line names the cause; it follows from what was overdue.
  var causeInferred = false
  var text = TextID.none
  var code = TextID.none
  /// What a kill line names, for want of a task.
  var blame = BlameSource()
  var time: Instant?
  var items: [EvidenceItem] = []
}

/// The expiration handler that is running, as far as the log tells.
struct RunningHandler {
  var task: UInt64?
  var entered: Instant?
  var order: UInt64
  var thread: UInt64
  /// Tasks begun since, of which only its return tells whether that was inside it.
  var begun: [UInt64] = []

  /// 0 is a thread unknown.
  func mayRun(on other: UInt64) -> Bool { thread == 0 || other == 0 || thread == other }
}

/// An end whose id was not begun, kept until the first begin shows whether it is older.
struct EarlyEnd {
  var id: UInt64
  var item: EvidenceItem
  var stack: StackID
  var fromUIKitOnly: Bool
}
