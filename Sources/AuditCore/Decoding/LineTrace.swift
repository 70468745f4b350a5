/// How the line at hand is being read: a few bytes that are noted for every line, because noting them
/// costs less than to ask whether somebody wants to know.
struct LineTrace: Equatable {
  enum Reader: Equatable {
    case nobody
    /// Index into `LineFormats.all`.
    case format(Int)
    /// Index into the user's patterns.
    case pattern(Int)
    case block(BlockFormat)
  }

  var framing = Framing.Kind.none
  var isPrefixed = false
  var reader = Reader.nobody
  /// A bit for each of `LineFormats.all` whose sign stood in the message and that refused it.
  var refusals: UInt64 = 0
  var skip: SkipReason?

  /// A format that took the line from another place of its sign did not refuse it.
  func hasRefused(format: Int) -> Bool {
    reader != .format(format) && refusals & 1 &<< UInt64(truncatingIfNeeded: format) != 0
  }

  mutating func refused(by format: Int) { refusals |= 1 &<< UInt64(truncatingIfNeeded: format) }
}

/// Why a line that was recognised is no event of its own.
enum SkipReason: UInt8, Equatable {
  case sibling, announcement, negotiation, foreignEvent, otherState, hiddenTask, unknownProcess
  case otherKill, partOfKill, partOfCrash, object

  /// Completes "skipped: …".
  var text: String {
    switch self {
    case .sibling: "a call that is not audited: it is no background task"
    case .announcement: "it announces what the next lines of the task tell"
    case .negotiation: "it speaks of the connection, of no launch and no task"
    case .foreignEvent: "an object with an event that is not known, and no hello came before it"
    case .otherState: "a state of the app that changes nothing for tasks"
    case .hiddenTask: "the system hides which task it speaks of"
    case .unknownProcess: "the end of a process of which there was no event"
    case .otherKill: "a termination that is not for background tasks, of a process without events"
    case .partOfKill: "part of a kill report, which is told when it is complete"
    case .partOfCrash: "part of a crash report, which is told when it is complete"
    case .object: "an object that is torn or of no known kind"
    }
  }
}
