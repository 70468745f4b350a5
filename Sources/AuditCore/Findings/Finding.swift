/// Every rule of the audit, by the name that reports, journal and configuration use.
package enum Rule: String, CaseIterable, Sendable {
  case unpairedTask = "unpaired-task"
  case overwrittenID = "overwritten-id"
  case crossEnd = "cross-end"
  case capturedInvalid = "captured-invalid"
  case recursiveBegin = "recursive-begin"
  case idleHandler = "idle-handler"
  case unstoredID = "unstored-id"
  case reentrantBegin = "reentrant-begin"
  case doubleEnd = "double-end"
  case invalidEnd = "invalid-end"
  case unknownEnd = "unknown-end"
  case refusedBegin = "refused-begin"
  case missingHandler = "missing-handler"
  case lateEnd = "late-end"
  case stuckHandler = "stuck-handler"
  case longHeld = "long-held"
  case outstandingPileup = "outstanding-pileup"
  case systemKill = "system-kill"
  case unrelatedKill = "unrelated-kill"
  case renewalChain = "renewal-chain"
  case lostEvents = "lost-events"

  /// Those that can be why a task was never ended, the strongest first.
  static let explaining: [Rule] = [
    .overwrittenID, .crossEnd, .capturedInvalid, .recursiveBegin, .stuckHandler, .idleHandler,
    .missingHandler, .unstoredID,
  ]
}

/// journald's levels, as far as findings use them.
package enum Severity: UInt8, CaseIterable, Comparable, Sendable {
  case info, notice, warning, err, crit

  package static func < (a: Severity, b: Severity) -> Bool { a.rawValue < b.rawValue }

  package var name: String {
    switch self {
    case .info: "info"
    case .notice: "notice"
    case .warning: "warning"
    case .err: "err"
    case .crit: "crit"
    }
  }

  package init?(name: some StringProtocol) {
    guard let found = Severity.allCases.first(where: { $0.name == name }) else { return nil }
    self = found
  }

  /// syslog's number: 6 for info down to 2 for crit.
  package var priority: Int {
    switch self {
    case .info: 6
    case .notice: 5
    case .warning: 4
    case .err: 3
    case .crit: 2
    }
  }
}

/// How far the evidence goes: `suspected`, then `confirmed` or `cleared`.
package enum FindingState: String, Sendable {
  case suspected, confirmed, cleared
}

/// How sure the auditor is, weakest first.
package enum Confidence: String, Comparable, Sendable {
  case possible, probable, certain

  private var rank: Int { self == .possible ? 0 : self == .probable ? 1 : 2 }
  package static func < (a: Confidence, b: Confidence) -> Bool { a.rank < b.rank }
}

/// How far a task got, or how late it was ended.
package enum Stage: String, Sendable {
  case open
  case endedSession = "ended-session"
  case pastDeadline = "past-deadline"
  case expired, killed
  case inHandler = "in-handler"
  case afterHandler = "after-handler"
}

/// Who is to blame, as far as it is known.
package struct Blame: Hashable, Sendable {
  package var image: String?
  package var symbol: String?
  package var holder: String?

  package init(image: String? = nil, symbol: String? = nil, holder: String? = nil) {
    self.image = image
    self.symbol = symbol
    self.holder = holder
  }
}

/// One event that a finding rests on, in the words of `bgtaskctl show`.
package struct Evidence: Hashable, Sendable {
  /// The source's name: a file's path as it was given, or "client N".
  package var file: String
  package var line: UInt32
  package var sequence: UInt64?
  /// The event's word: `begin`, `end`, `expire`, `background`, …
  package var event: String
  package var task: UInt64?
  package var time: Stamp?
  /// What the event adds beyond its word, such as "remaining 4.0 s"; nil for nothing.
  package var detail: String?
  /// Position among the events of its session.
  package var order: UInt64 = 0

  package init(
    file: String, line: UInt32, sequence: UInt64? = nil, event: String, task: UInt64? = nil,
    time: Stamp? = nil, detail: String? = nil
  ) {
    self.file = file
    self.line = line
    self.sequence = sequence
    self.event = event
    self.task = task
    self.time = time
    self.detail = detail
  }
}

/// A rule that fired for a task or a session, ready to be shown: every id is resolved to its text.
package struct Finding: Sendable {
  /// Names the finding for `bgtaskctl show`: 12 hexadecimal digits, the same for the same log.
  package var id: String
  package var rule: Rule
  package var severity: Severity
  package var state: FindingState
  package var session: SessionIdentity
  /// The session's number in `SessionSummary`; names of sessions may be equal.
  package var sessionNumber = 0
  package var task: UInt64?
  package var name: String?
  package var stage: Stage?
  package var causes: [Rule] = []
  package var by: UInt64?
  package var candidates: [UInt64] = []
  package var related: [UInt64] = []
  package var blame = Blame()
  /// The SDK that is to blame, with what is known of it for this rule.
  package var sdk: SDKProduct?
  package var confidence = Confidence.certain
  package var tentative = false
  /// 16 hexadecimal digits, stable between launches and builds (`audit-model.md` §8).
  package var fingerprint: String
  package var firstTime: Stamp?
  package var lastTime: Stamp?
  /// One sentence of what happened.
  package var message: String
  /// One sentence of how to mend it.
  package var advice: String
  package var evidence: [Evidence] = []
  /// The stack of the blamed begin or end, outermost frame last, one text a frame.
  package var stack: [String] = []
  /// Why it fails no build; nil where it may.
  package var excuse: Excuse?
  /// Why it gives no alert; nil where it may, and offline.
  package var silence: Suppression?

  package init(
    id: String, rule: Rule, severity: Severity, state: FindingState, session: SessionIdentity,
    fingerprint: String, message: String, advice: String
  ) {
    self.id = id
    self.rule = rule
    self.severity = severity
    self.state = state
    self.session = session
    self.fingerprint = fingerprint
    self.message = message
    self.advice = advice
  }
}

/// What is known of a launch, for people and programs.
package struct SessionIdentity: Hashable, Sendable {
  /// The client's own name for it, else `s1`, `s2`, … in order of appearance.
  package var session: String
  package var app: String?
  package var appVersion: String?
  package var process: String?
  package var pid: Int32?
  package var device: String?
  package var os: String?

  package init(session: String) { self.session = session }
}

/// One word for a whole launch, the best first.
package enum Verdict: String, Sendable {
  case clean, suspect, leaking, killed
}

/// One launch in numbers.
package struct SessionSummary: Sendable {
  package var identity: SessionIdentity
  /// Counted from 0 in order of appearance; what `Auditor.history(ofSession:)` takes.
  package var number = 0
  package var begins = 0
  package var ends = 0
  /// Ids begun and not ended, ascending.
  package var outstanding: [UInt64] = []
  package var verdict = Verdict.clean
  /// The user whose client opened it; nil where that is not known.
  package var uid: UInt32?
  package init(identity: SessionIdentity) { self.identity = identity }
}

/// A task that is begun and not ended, as `bgtaskctl outstanding` lists it.
package struct OutstandingTask: Sendable {
  package var session: SessionIdentity
  package var task: UInt64
  package var name: String?
  package var begun: Stamp?
  /// Microseconds held so far, by the session's own clock.
  package var age: Microseconds?
  /// Microseconds until its deadline; negative past it; nil where no clock runs.
  package var left: Microseconds?
  package var stage: Stage
  package var blame = Blame()
  package var stack: [String] = []
  package init(session: SessionIdentity, task: UInt64, stage: Stage) {
    self.session = session
    self.task = task
    self.stage = stage
  }
}

/// Everything an audit has to say.
package struct Report: Sendable {
  /// Counts over all sources and sessions.
  package struct Summary: Sendable {
    package var lines = 0
    package var events = 0
    package var skippedLines = 0
    package var unreadableEvents = 0
    package var sessions = 0
    package var begins = 0
    package var ends = 0
    package var outstanding = 0
    /// Findings left out because a limit was reached.
    package var findingsDropped = 0
    /// Names and stacks not remembered because a limit was reached: shown as "…", or without a stack.
    package var textsDropped = 0
    package init() {}
  }

  package var summary = Summary()
  package var sessions: [SessionSummary] = []
  /// Gravest first, then by session, task and rule: the same input gives the same order.
  package var findings: [Finding] = []
  /// Lines that look like an event and were not read, the first of `summary.unreadableEvents`.
  package var unread: [UnreadLine] = []
  /// Files that were to be audited and are not: clauses with the file in front.
  package var unreadFiles: [String] = []
  /// What each session did, in order of appearance; empty unless that was recorded and asked for.
  package var histories: [SessionHistory] = []
  /// What of it fails a build.
  package var gate = ReportGate()
  package init() {}

  /// Findings of exactly that severity.
  package func count(_ severity: Severity) -> Int {
    findings.reduce(0) { $0 + ($1.severity == severity ? 1 : 0) }
  }
}

/// A finding that became suspected, confirmed, graver, or cleared while the daemon watched.
package struct FindingChange: Sendable {
  package var finding: Finding
  /// The file or connection that the session's newest event came from; nil where nothing is kept of it.
  package var source: String?
  /// How the finding's group stands; nil where it is not counted any more.
  package var group: GroupStanding?
  /// It is the first of its group, or doubles the count, or was told before as such.
  package var isAlert = false
  /// Tasks that are watched no more, because the finding's session has given way to others.
  package var tasksLetGo: Int?
  package init(finding: Finding) { self.finding = finding }
}
