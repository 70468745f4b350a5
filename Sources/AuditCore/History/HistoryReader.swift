/// Puts together what a session knows of its outstanding tasks and what its recorder kept of the rest.
struct HistoryReader {
  private let auditor: Auditor
  private let session: Session
  private let recorder: SessionRecorder
  private var history: SessionHistory
  private var stackPlaces: [StackID: Int] = [:]
  private var blames: [BlameSource: (blame: Blame, product: String?)] = [:]
  /// Findings by the tasks they are about, gravest first.
  private var findings: [UInt64: [String]] = [:]
  /// When the app went to the background, and came back or the launch ended.
  private var backgrounds: [(from: Instant, to: Instant)] = []

  init(_ session: Session, _ recorder: SessionRecorder, of auditor: Auditor) {
    self.auditor = auditor
    self.session = session
    self.recorder = recorder
    history = SessionHistory(number: session.number, summary: auditor.summary(of: session))
  }

  mutating func read() -> SessionHistory {
    readFindings()
    readHead()
    readPhases()
    history.samples = recorder.samples.inOrder.map { sample in
      SampleHistory(
        point: point(sample.sight), remaining: sample.remaining, battery: sample.battery,
        isHeartbeat: sample.isHeartbeat)
    }
    history.marks = recorder.marks.inOrder.map { mark in
      MarkHistory(
        kind: mark.kind, point: point(mark.sight), task: mark.task, thread: mark.thread,
        detail: mark.detail)
    }
    let ended = recorder.tasks.inOrder.map { self.ended($0) }
    let outstanding = session.ledger.inOrder().map { self.outstanding(session.ledger[$0]) }
    history.tasks = (ended + outstanding).sorted { a, b in
      a.begin.order != b.begin.order ? a.begin.order < b.begin.order : a.id < b.id
    }
    history.period = period()
    return history
  }

  private mutating func readHead() {
    (history.budget, history.budgetIsGuess) = session.budgetNow
    (history.assumedBudget, history.assumedIsGuess) = session.assumedBudget
    history.grace = session.grace
    history.events = session.order
    history.stampFormat = session.isTimeless ? nil : session.stampFormat
    history.closing = session.closing.map { ClosingHistory($0.reason) }
    if let exit = session.exit {
      history.exit = ExitHistory(
        reason: exit.reason, isForTasks: exit.isBackgroundKill, isInferred: exit.causeInferred,
        text: auditor.texts.text(exit.text), code: auditor.texts.text(exit.code), time: exit.time)
    }
    history.dropped.tasks = recorder.tasks.dropped
    history.dropped.phases = recorder.phases.dropped
    history.dropped.samples = recorder.samples.dropped
    history.dropped.marks = recorder.marks.dropped
  }

  private mutating func readFindings() {
    let standing = session.findings.records.filter { $0.state != .cleared }
    let gravest = standing.sorted { a, b in
      a.severity != b.severity ? a.severity > b.severity : a.number < b.number
    }
    for record in gravest {
      guard let task = record.key.task ?? record.task, task != 0 else { continue }
      findings[task, default: []].append(auditor.identifier(record, of: session))
    }
  }

  private mutating func readPhases() {
    history.phases = recorder.phases.inOrder.map { phase in
      PhaseHistory(kind: phase.kind, start: point(phase.sight), isInferred: phase.isInferred)
    }
    var entered: Instant?
    for phase in history.phases {
      switch phase.kind {
      case .background, .suspended: entered = entered ?? phase.start.time
      case .foreground:
        if let from = entered, let to = phase.start.time { backgrounds.append((from, to)) }
        entered = nil
      case .terminated: break
      }
    }
    if let entered { backgrounds.append((entered, Instant(microseconds: .max))) }
  }

  // MARK: Tasks

  private mutating func ended(_ recorded: RecordedTask) -> TaskHistory {
    let ended = recorded.task
    var task = common(ended.task, fate: .ended)
    task.end = point(
      AppPhases.Sight(
        time: ended.ended, stamp: ended.endStamp, place: ended.endPlace, order: ended.endOrder))
    task.endStack = place(of: recorded.endStack)
    task.endThread = recorded.endThread
    task.endedInHandlerOf = recorded.inside
    task.expired = recorded.expired
    deadline(&task, until: ended.ended)
    let late = session.findings[FindingKey(rule: .lateEnd, task: task.id)]
    if let late, late.state != .cleared {
      task.fate = late.stage == .inHandler ? .endedInHandler : .endedLate
    }
    return task
  }

  private mutating func outstanding(_ record: TaskRecord) -> TaskHistory {
    var task = common(record, fate: .open)
    task.expired = session.stories[record.id]?.expired
    deadline(&task, until: session.closing?.time)
    if let overwrite = session.overwrites[record.id],
      session.findings.stands(.overwrittenID, record.id)
    {
      task.overwrittenBy = overwrite.by
      task.overwriteConfidence = overwrite.confidence
    }
    let unpaired = session.findings[FindingKey(rule: .unpairedTask, task: record.id)]
    if let unpaired, unpaired.state != .cleared, let stage = unpaired.stage {
      task.fate = TaskFate(rawValue: stage.rawValue) ?? .open
    }
    return task
  }

  private mutating func common(_ record: TaskRecord, fate: TaskFate) -> TaskHistory {
    let isUnseen = record.flags.contains(.beginUnseen)
    let begin = point(
      AppPhases.Sight(
        time: record.begun, stamp: isUnseen ? nil : record.stamp, place: record.place,
        order: record.order))
    var task = TaskHistory(id: record.id, begin: begin, fate: fate)
    task.isBeginUnseen = isUnseen
    task.hasNoHandler = record.flags.contains(.handlerless)
    task.isSystem = record.flags.contains(.system)
    task.name = auditor.texts.text(record.name)
    task.thread = record.thread
    task.stack = place(of: record.stack)
    let known = blame(
      BlameSource(stack: record.stack, name: record.name, isSystem: task.isSystem), task.name)
    task.blame = known.blame
    task.product = known.product
    task.findings = findings[record.id] ?? []
    return task
  }

  private mutating func blame(
    _ source: BlameSource, _ name: String?
  ) -> (blame: Blame, product: String?) {
    if let known = blames[source] { return known }
    let blame = session.resolve(source)
    let product =
      source.isSystem
      ? nil
      : auditor.configuration.catalogue.product(
        of: blame, taskName: name, process: history.summary.identity.process)
    blames[source] = (blame, product?.name)
    return (blame, product?.name)
  }

  private mutating func place(of stack: StackID) -> Int? {
    if stack.isNone { return nil }
    if let known = stackPlaces[stack] { return known }
    history.stacks.append(auditor.stacks.lines(stack))
    stackPlaces[stack] = history.stacks.count - 1
    return history.stacks.count - 1
  }

  // MARK: Times

  /// Of the background phases that saw the task, the first that lasted longer than it was allowed to.
  private func deadline(_ task: inout TaskHistory, until ended: Instant?) {
    guard let begun = task.begin.time else { return }
    let allowed = history.budget + history.grace
    if history.phases.isEmpty {
      task.deadline = begun + allowed
      task.deadlineIsGuess = true
    }
    for phase in backgrounds where phase.to > begun {
      if let ended, phase.from >= ended { break }
      let time = max(begun, phase.from) + allowed
      if time >= phase.to { continue }
      task.deadline = time
      task.deadlineIsGuess = history.budgetIsGuess
      break
    }
  }

  private func point(_ sight: AppPhases.Sight) -> HistoryPoint {
    HistoryPoint(
      order: sight.order, time: sight.time, stamp: session.stamp(sight.stamp),
      file: auditor.sourceName(sight.place), line: sight.place.line,
      sequence: sight.place.sequence)
  }

  private func period() -> ClosedRange<Instant>? {
    guard let latest = session.clock.latest else { return nil }
    var first = latest
    for time in history.tasks.lazy.compactMap(\.begin.time) { first = min(first, time) }
    for time in history.phases.lazy.compactMap(\.start.time) { first = min(first, time) }
    for time in history.samples.lazy.compactMap(\.point.time) { first = min(first, time) }
    for time in history.marks.lazy.compactMap(\.point.time) { first = min(first, time) }
    var last = max(latest, session.closing?.time ?? latest)
    if session.isOpen, let now = auditor.now, let offset = session.offset {
      last = max(last, now + -offset)
    }
    return first...max(first, last)
  }
}

extension ClosingHistory {
  fileprivate init(_ reason: Closing.Reason) {
    switch reason {
    case .exited: self = .exited
    case .relaunched: self = .relaunched
    case .logEnded: self = .logEnded
    case .idle: self = .idle
    case .noRoom: self = .noRoom
    }
  }
}
