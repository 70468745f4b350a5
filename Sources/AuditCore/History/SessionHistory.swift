/// Everything that is kept of one launch, as a plain value: its tasks from begin to end, the app's
/// phases, the background time it had, and what else happened, each in the order of the log.
///
/// Made by `Auditor.histories()`, at any moment: of a launch that goes on it says what is so far.
package struct SessionHistory: Sendable {
  /// Counted from 0 in order of appearance, as in `SessionSummary`.
  package var number: Int
  package var summary: SessionSummary
  /// In the order of their begins; those begun before the capture come first.
  package var tasks: [TaskHistory] = []
  package var phases: [PhaseHistory] = []
  package var samples: [SampleHistory] = []
  package var marks: [MarkHistory] = []
  /// Distinct stacks, innermost frame first and demangled; tasks refer to them by position.
  package var stacks: [[String]] = []
  /// How the process ended, where a line tells, or where it follows from what was overdue.
  package var exit: ExitHistory?
  package var closing: ClosingHistory?
  /// Background time that the system gives it, as far as it is known now.
  package var budget: Microseconds = 0
  /// The budget is only the built-in default.
  package var budgetIsGuess = false
  /// The same before any line told of it: as configured, by the OS, or the built-in default.
  package var assumedBudget: Microseconds = 0
  package var assumedIsGuess = false
  package var grace: Microseconds = 0
  /// By the session's clock, from the first thing known of it to its end, or to now while it goes on.
  /// nil in a log without times.
  package var period: ClosedRange<Instant>?
  /// Events of the launch so far: the length of a log without times.
  package var events: UInt64 = 0
  /// How its source writes times; nil in a log without times.
  package var stampFormat: Stamp?
  package var dropped = HistoryDropped()

  package init(number: Int, summary: SessionSummary) {
    self.number = number
    self.summary = summary
  }
}

/// What was left out of a launch's history because a limit was reached: always the oldest.
package struct HistoryDropped: Hashable, Sendable {
  /// Tasks that had ended; an outstanding one is never left out.
  package var tasks = 0
  package var phases = 0
  package var samples = 0
  package var marks = 0
  package init() {}

  package var isNone: Bool { self == HistoryDropped() }
}

/// When and where something happened.
package struct HistoryPoint: Hashable, Sendable {
  /// Position among the events of its session; 0 for what was before the capture.
  package var order: UInt64
  /// By the session's clock, which never runs backwards; nil in a log without times.
  package var time: Instant?
  /// As the line said it.
  package var stamp: Stamp?
  /// The file as it was named, or "client N".
  package var file: String
  package var line: UInt32
  package var sequence: UInt64?

  package init(
    order: UInt64, time: Instant?, stamp: Stamp?, file: String, line: UInt32,
    sequence: UInt64? = nil
  ) {
    self.order = order
    self.time = time
    self.stamp = stamp
    self.file = file
    self.line = line
    self.sequence = sequence
  }
}

/// A time in which the app was in one state, up to the next one or the end.
package struct PhaseHistory: Hashable, Sendable {
  /// What the state means for background time: `inactive` counts as foreground.
  package enum Kind: String, Sendable { case foreground, background, suspended, terminated }

  package var kind: Kind
  package var start: HistoryPoint
  /// It follows from another line, such as the time left, and may have begun earlier.
  package var isInferred: Bool
}

/// What the app said of itself at one moment.
package struct SampleHistory: Hashable, Sendable {
  package var point: HistoryPoint
  /// Background time left in seconds; nil where the line does not say, or in the foreground.
  package var remaining: Double?
  /// From 0 to 1.
  package var battery: Double?
  package var isHeartbeat: Bool
}

/// Something that happened besides the begin and end of a task.
package struct MarkHistory: Hashable, Sendable {
  /// What it was.
  package enum Kind: String, CaseIterable, Sendable {
    /// `end` of 0, or of a bridge's word for it.
    case zeroEnd = "end-0"
    /// `begin` returned 0.
    case refused
    case doubleEnd = "double-end"
    case unknownEnd = "unknown-end"
    /// An expiration handler was entered, or returned.
    case expire, expired
    /// UIKit's lines about tasks that are held for long, or over their time.
    case warning
    case stillNotEnded = "still-not-ended"
    /// Events are missing here.
    case lost
    /// The process was gone, says a line.
    case exit
  }

  package var kind: Kind
  package var point: HistoryPoint
  package var task: UInt64?
  package var thread: UInt64 = 0
  /// What the line adds, such as the text of a kill.
  package var detail: String?
}

/// How a process ended, put together from all lines that tell of it.
package struct ExitHistory: Hashable, Sendable {
  package var reason: ExitReason
  /// The system killed it for its background tasks.
  package var isForTasks: Bool
  /// No line names the cause; it follows from what was overdue.
  package var isInferred: Bool
  package var text: String?
  package var code: String?
  package var time: Instant?
}

/// Why a launch is no longer followed.
package enum ClosingHistory: String, Sendable {
  /// A line told of its end.
  case exited
  /// The same app was launched again.
  case relaunched
  case logEnded = "log-ended"
  /// Nothing was outstanding, and nothing heard for long.
  case idle
  /// It gave way to other sessions.
  case noRoom = "no-room"
}
