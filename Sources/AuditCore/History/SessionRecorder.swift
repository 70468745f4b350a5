/// How much is kept of the launches of an audit; the process's own bounds are in `Limits`.
package struct HistoryDepth: Hashable, Sendable {
  /// Ended tasks kept of one launch.
  package var tasksPerSession: Int

  package init(tasksPerSession: Int = Limits.historyTasksPerSessionMax) {
    self.tasksPerSession = min(max(tasksPerSession, 1), Limits.historyTasksPerSessionMax)
  }
}

/// Ended tasks that are kept of all launches together.
final class HistoryRoom {
  fileprivate(set) var tasks = 0
}

/// Keeps what a session itself forgets: every ended task, every change of state, every sample and mark.
/// The session has what is outstanding; `HistoryReader` puts the two together.
final class SessionRecorder {
  private let room: HistoryRoom
  private(set) var tasks: RecentList<RecordedTask>
  private(set) var phases = RecentList<RecordedPhase>(countMax: Limits.historyPhasesMax)
  private(set) var samples = RecentList<RecordedSample>(countMax: Limits.historySamplesMax)
  private(set) var marks = RecentList<RecordedMark>(countMax: Limits.historyMarksMax)

  init(_ depth: HistoryDepth, room: HistoryRoom) {
    self.room = room
    tasks = RecentList(countMax: depth.tasksPerSession)
  }

  deinit { room.tasks -= tasks.count }

  /// A task left the ledger. `story`: what happened to it in between; `inside`: the task whose
  /// expiration handler ended it.
  func ended(
    _ task: EndedTask, _ event: Event, story: TaskStory?, inside: UInt64?
  ) {
    room.tasks -= tasks.count
    let isFull = room.tasks + tasks.count >= Limits.historyTasksMax
    tasks.append(
      RecordedTask(
        task: task, expired: story?.expired, endStack: event.stack, endThread: event.thread,
        inside: inside), inPlace: isFull)
    room.tasks += tasks.count
  }

  /// The stack of an end was printed after it.
  func attach(_ stack: StackID, toEndAt order: UInt64) {
    guard tasks.newest?.task.endOrder == order else { return }
    tasks.amendNewest { $0.endStack = stack }
  }

  /// The app's state, as a line names it or as it follows from one.
  func entered(_ state: AppState, _ sight: AppPhases.Sight, isInferred: Bool) {
    let kind = PhaseHistory.Kind(state)
    if phases.newest?.kind == kind { return }
    phases.append(RecordedPhase(kind: kind, sight: sight, isInferred: isInferred))
  }

  /// What the event says of time left and battery.
  func sampled(_ context: Session.Context) {
    var sample = RecordedSample(
      sight: context.sight, remaining: context.event.remaining.flatMap { $0.isFinite ? $0 : nil })
    if case .sample(let battery, let heartbeat) = context.event.action {
      sample.battery = battery
      sample.isHeartbeat = heartbeat
    }
    samples.append(sample)
  }

  /// Something that is no ordinary begin or end.
  func mark(_ kind: MarkHistory.Kind, _ context: Session.Context, detail: String? = nil) {
    mark(
      kind, context.sight, task: context.event.id, thread: context.event.thread, detail: detail)
  }

  /// The same of what is no event of its own.
  func mark(
    _ kind: MarkHistory.Kind, _ sight: AppPhases.Sight, task: UInt64? = nil, thread: UInt64 = 0,
    detail: String? = nil
  ) {
    marks.append(
      RecordedMark(kind: kind, sight: sight, task: task, thread: thread, detail: detail))
  }

  /// Names are being forgotten: a task that would be shown under another's name is left out.
  func sweep(keeping names: ArchivedNames) {
    room.tasks -= tasks.count
    tasks.keep { recorded in
      (recorded.task.task.name.isNone || names.isMentioned(recorded.task.task.name))
        && (recorded.task.task.stack.isNone || names.isMentioned(recorded.task.task.stack))
        && (recorded.endStack.isNone || names.isMentioned(recorded.endStack))
    }
    room.tasks += tasks.count
  }
}

/// An ended task with what its session does not remember.
struct RecordedTask {
  var task: EndedTask
  var expired: Instant?
  var endStack: StackID
  var endThread: UInt64
  var inside: UInt64?
}

/// A state of the app from one line on.
struct RecordedPhase {
  var kind: PhaseHistory.Kind
  var sight: AppPhases.Sight
  var isInferred: Bool
}

/// Time left, battery and heartbeat at one line.
struct RecordedSample {
  var sight: AppPhases.Sight
  var remaining: Double?
  var battery: Double?
  var isHeartbeat = false
}

/// A line that is worth a mark on the time line.
struct RecordedMark {
  var kind: MarkHistory.Kind
  var sight: AppPhases.Sight
  var task: UInt64?
  var thread: UInt64
  var detail: String?
}

extension PhaseHistory.Kind {
  fileprivate init(_ state: AppState) {
    switch state {
    case .foreground, .inactive: self = .foreground
    case .background: self = .background
    case .suspended: self = .suspended
    case .terminate: self = .terminated
    }
  }
}

extension Event {
  var isSample: Bool {
    if case .sample = action { return true }
    return false
  }
}
