/// What a rule means in general, for those who have only the list of rules before them. The message
/// catalogue of the journal says the same at length.
package struct RuleDescription: Hashable, Sendable {
  /// What happened, without full stop.
  package let title: String
  /// Why it matters, in whole sentences.
  package let why: String
  /// How to mend it, in whole sentences.
  package let mend: String
}

extension Rule {
  package var description: RuleDescription {
    switch self {
    case .unpairedTask, .overwrittenID, .unstoredID, .reentrantBegin, .outstandingPileup,
      .systemKill, .unrelatedKill, .lostEvents, .renewalChain, .longHeld:
      ofTasks
    case .crossEnd, .capturedInvalid, .recursiveBegin, .idleHandler, .missingHandler, .lateEnd,
      .stuckHandler, .doubleEnd, .invalidEnd, .unknownEnd, .refusedBegin:
      ofCalls
    }
  }

  /// Of tasks and launches as a whole.
  private var ofTasks: RuleDescription {
    switch self {
    case .overwrittenID:
      RuleDescription(
        title: "The id of a background task was overwritten by a later begin",
        why: "A task whose id is lost can never be ended, and the app is killed for it.",
        mend: "Give each task a variable of its own, or end the task in it before the next begins.")
    case .unstoredID:
      RuleDescription(
        title: "The ids of background tasks are not kept",
        why: "Every one of these tasks is a leak; an end of 0 does nothing and logs nothing.",
        mend: "Store the result of beginBackgroundTask where the end reads it.")
    case .reentrantBegin:
      RuleDescription(
        title: "A background task was begun while an older one of its holder is open",
        why: "If both ids go into one variable, the older task cannot be ended any more.",
        mend: "End the task that is held before the next is begun, or keep it and do not begin.")
    case .outstandingPileup:
      RuleDescription(
        title: "Background tasks pile up",
        why: "At about 1000 open tasks the system kills the app (0xbada5e47).",
        mend: "Let all the work share one task that ends when the last piece is done.")
    case .systemKill:
      RuleDescription(
        title: "The system killed the app because of its background tasks",
        why: "The user finds the app started from scratch, and often no report is written.",
        mend: "Mend the unpaired-task findings of the same launch.")
    case .unrelatedKill:
      RuleDescription(
        title: "The system killed the app, but not because of background tasks",
        why: "A watchdog kill carries 0x8badf00d as well and is easily taken for a leaked task.",
        mend: "Find what blocks the main thread, holds a locked file, or takes the memory.")
    case .lostEvents:
      RuleDescription(
        title: "Events are missing from the log",
        why: "A task may look open because its end was lost.",
        mend:
          "Take the log where nothing is dropped: from a file or a client with sequence numbers.")
    case .renewalChain:
      RuleDescription(
        title: "Background tasks are renewed in a chain",
        why: "It buys no time, which belongs to the app; it only keeps the device awake.",
        mend: "Use one task for the whole work, or a background session where it needs longer.")
    case .longHeld:
      RuleDescription(
        title: "A background task was held for 30 seconds or more",
        why: "It is legal in the foreground; in the background there are only about 30 seconds.",
        mend: "Begin the task around the work that must not be cut off.")
    default:
      RuleDescription(
        title: "A background task was never ended",
        why: "When the background time runs out, the app is killed for a task that is open.",
        mend: "End the task on every path, early returns and failures included, and in its handler."
      )
    }
  }

  /// Of single calls: of begin, of end, and of expiration handlers.
  private var ofCalls: RuleDescription {
    switch self {
    case .crossEnd:
      RuleDescription(
        title: "The expiration handler of a background task ended another one",
        why: "The handler's own task stays open, and the other loses its protection.",
        mend: "Let the handler capture the id of its own task.")
    case .capturedInvalid:
      RuleDescription(
        title: "An expiration handler ended the invalid id",
        why: "An end of 0 does nothing: the task stays open and the app is killed.",
        mend: "Let the handler capture the variable, not what it held before begin returned.")
    case .recursiveBegin:
      RuleDescription(
        title: "A background task was begun when the background time was over",
        why: "The new task is open when the handlers have returned, and the app is killed for it.",
        mend: "In the handler only stop the work and end the task.")
    case .idleHandler:
      RuleDescription(
        title: "An expiration handler ended nothing",
        why: "The system looks right after the last handler which tasks are open.",
        mend: "End the task in the handler itself, before it returns.")
    case .missingHandler:
      RuleDescription(
        title: "A background task has no expiration handler",
        why: "When the background time runs out, nobody is told to end the task.",
        mend: "Pass a handler that stops the work and ends the task.")
    case .lateEnd:
      RuleDescription(
        title: "A background task was ended at the last moment or too late",
        why: "A main thread that is busy for some seconds just then, and the app is killed.",
        mend: "End the task as soon as its work is done.")
    case .stuckHandler:
      RuleDescription(
        title: "An expiration handler does not return",
        why:
          "Handlers run one after another: while this one hangs, those behind it are not called.",
        mend: "End the task first, and wait for nothing in the handler.")
    case .doubleEnd:
      RuleDescription(
        title: "A background task was ended more than once",
        why: "Two paths think the task is theirs, and the end of another task may be missing.",
        mend: "Let one function end the task and make the variable invalid in the same step.")
    case .unknownEnd:
      RuleDescription(
        title: "A background task was ended, but never begun",
        why: "The app ends numbers that are no task ids, or the log does not show every begin.",
        mend:
          "See that the hook covers both begin selectors; then look where the number comes from.")
    case .refusedBegin:
      RuleDescription(
        title: "The system gave no background time",
        why: "The work goes on without protection and may be suspended in the middle.",
        mend: "Begin before the work starts, while the app is in the foreground.")
    default:
      RuleDescription(
        title: "The invalid id was ended",
        why: "By itself it does nothing; as a notice it is the footprint of a lost id.",
        mend: "End only an id that a begin returned.")
    }
  }
}
