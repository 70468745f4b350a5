/// One task of a launch, from its begin to its end or to what became of it instead.
package struct TaskHistory: Sendable {
  package var id: UInt64
  package var name: String?
  package var blame = Blame()
  /// The SDK that the code belongs to, by the catalogue of SDKs.
  package var product: String?
  /// UIKit's own: tracked, never blamed.
  package var isSystem = false
  /// Position in `SessionHistory.stacks`.
  package var stack: Int?
  package var endStack: Int?
  /// As printed, or a hash of what is no number; 0 is unknown.
  package var thread: UInt64 = 0
  package var endThread: UInt64 = 0
  /// Of a task begun before the capture, the line that proves it.
  package var begin: HistoryPoint
  package var isBeginUnseen = false
  /// The begin is known to have no expiration handler.
  package var hasNoHandler = false
  /// nil while it is outstanding.
  package var end: HistoryPoint?
  /// What ended it was the expiration handler of this task.
  package var endedInHandlerOf: UInt64?
  /// When its expiration handler was entered, or when handlers ran, not said whose.
  package var expired: Instant?
  /// When its time was over, or would have been had it not been ended. nil where it never ran out: the
  /// app was in the foreground, or came back to it in time.
  package var deadline: Instant?
  package var deadlineIsGuess = false
  package var fate: TaskFate
  /// The begin that overwrote its id, and how sure that is.
  package var overwrittenBy: UInt64?
  package var overwriteConfidence: Confidence?
  /// Ids of the findings that are about it, gravest first.
  package var findings: [String] = []

  package init(id: UInt64, begin: HistoryPoint, fate: TaskFate) {
    self.id = id
    self.begin = begin
    self.fate = fate
  }

  /// How long it was held until it was ended; nil while it is outstanding, and where a time is missing.
  package var held: Microseconds? {
    guard !isBeginUnseen, let begun = begin.time, let ended = end?.time else { return nil }
    return max(0, ended - begun)
  }

  /// Where it was begun, as precisely as is known: a function, a class, an image.
  package var callSite: String? {
    isSystem ? nil : blame.symbol ?? blame.holder ?? blame.image
  }
}

/// What became of a task, the best first. The same words as `Stage`, where it was never ended.
package enum TaskFate: String, CaseIterable, Sendable {
  case ended
  /// Ended by its expiration handler, in time.
  case endedInHandler = "ended-in-handler"
  /// Ended after the handler had returned, or past its deadline.
  case endedLate = "ended-late"
  /// Outstanding, and within its rights where the log stops, or now.
  case open
  /// The launch ended first, or nothing can end it any more.
  case endedSession = "ended-session"
  case pastDeadline = "past-deadline"
  case expired
  case killed

  /// It was ended, in time or late.
  package var isEnded: Bool { self == .ended || self == .endedInHandler || self == .endedLate }

  /// It was never ended and should have been.
  package var isLoss: Bool { !isEnded && self != .open }
}
