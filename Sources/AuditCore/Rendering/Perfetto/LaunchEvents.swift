/// Puts one launch into events of a trace.
struct LaunchEvents {
  /// Where the log has no times, so many microseconds stand for an event.
  private static let eventLength: Int64 = 1000

  private let history: SessionHistory
  private let origin: Instant?
  /// Unique among launches: two devices may have given out one pid. Not 0, which is the kernel's.
  private let process: Int
  private var events: [TraceEvent] = []

  init(_ history: SessionHistory, origin: Instant?) {
    self.history = history
    self.origin = origin
    process = history.number + 1
  }

  /// By time; what happened at once, in the order it was gathered: begins before ends.
  var inOrder: [TraceEvent] {
    events.enumerated().sorted { a, b in
      (a.element.time, a.offset) < (b.element.time, b.offset)
    }.map(\.element)
  }

  mutating func gather() {
    names()
    phases()
    for (index, task) in history.tasks.enumerated() { begin(task, index) }
    for mark in history.marks { instant(mark) }
    for (index, task) in history.tasks.enumerated() { end(task, index) }
    outstanding()
    samples()
  }

  private func event(_ phase: TraceEvent.Phase, _ name: String, _ time: Int64) -> TraceEvent {
    TraceEvent(phase: phase, name: name, time: time, process: process)
  }

  // MARK: Times

  private var first: Int64 { history.period.map { position($0.lowerBound) } ?? 0 }

  private var last: Int64 {
    if let period = history.period { return position(period.upperBound) }
    return Int64(clamping: history.events + 1) * Self.eventLength
  }

  private func position(_ instant: Instant) -> Int64 {
    min(max(0, instant - (origin ?? instant)), PerfettoTrace.timeMax)
  }

  /// What happened before the capture is at its start.
  private func position(_ point: HistoryPoint) -> Int64 {
    if history.period == nil {
      return min(Int64(clamping: point.order), Int64(clamping: history.events)) * Self.eventLength
    }
    return point.time.map { max(first, position($0)) } ?? first
  }

  // MARK: Events

  private mutating func names() {
    let identity = history.summary.identity
    let scale = history.period == nil ? ", no times in the log: 1 ms is an event" : ""
    let name = Words.launch(identity) + scale
    var process = event(.metadata, "process_name", 0)
    process.arguments = { json in json.member("name", name) }
    events.append(process)
    var thread = event(.metadata, "thread_name", 0)
    thread.arguments = { json in json.member("name", "app state") }
    events.append(thread)
  }

  private mutating func phases() {
    for (index, phase) in history.phases.enumerated() {
      let start = position(phase.start)
      let isLast = index + 1 == history.phases.count
      let end = isLast ? last : position(history.phases[index + 1].start)
      var slice = event(.complete, phase.kind.rawValue, start)
      slice.duration = max(0, end - start)
      slice.category = "app"
      events.append(slice)
    }
  }

  private func track(of task: TaskHistory) -> String {
    let name = task.blame.holder ?? task.name ?? task.blame.symbol ?? task.blame.image
    return name.flatMap { $0.isEmpty ? nil : $0 } ?? "holder not known"
  }

  private func category(of task: TaskHistory) -> String {
    task.fate.isLoss ? "bgtask.leaked" : task.fate == .open ? "bgtask.open" : "bgtask"
  }

  private mutating func begin(_ task: TaskHistory, _ index: Int) {
    var slice = event(.asyncBegin, track(of: task), position(task.begin))
    slice.id = index
    slice.category = category(of: task)
    let stack = task.stack.map { history.stacks[$0] } ?? []
    slice.arguments = { json in
      json.member("task", task.id)
      json.member("name", task.name)
      json.member("fate", task.fate.rawValue)
      json.member("image", task.blame.image)
      json.member("symbol", task.blame.symbol)
      json.member("sdk", task.product)
      json.member("overwrittenBy", task.overwrittenBy)
      json.member("heldSeconds", seconds: task.held)
      json.member("begun", "\(task.begin.file):\(task.begin.line)")
      json.member("ended", task.end.map { "\($0.file):\($0.line)" })
      json.member("findings", task.findings)
      json.member("stack", stack)
    }
    events.append(slice)
  }

  private mutating func end(_ task: TaskHistory, _ index: Int) {
    let end = task.end.map(position) ?? last
    var slice = event(.asyncEnd, track(of: task), max(end, position(task.begin)))
    slice.id = index
    slice.category = category(of: task)
    events.append(slice)
  }

  private mutating func instant(_ mark: MarkHistory) {
    let name =
      switch mark.kind {
      case .zeroEnd: "end(0)"
      case .exit: history.exit?.isForTasks == true ? "killed for its tasks" : "exit"
      default: mark.kind.rawValue
      }
    let task = mark.task.flatMap { $0 == 0 ? nil : $0 }
    var instant = event(.instant, task.map { "\(name) \($0)" } ?? name, position(mark.point))
    instant.category = "mark"
    let place = "\(mark.point.file):\(mark.point.line)"
    instant.arguments = { json in
      json.member("at", place)
      json.member("detail", mark.detail)
    }
    events.append(instant)
  }

  /// A value at each begin and end.
  private mutating func outstanding() {
    var changes: [(time: Int64, step: Int64)] = []
    for task in history.tasks {
      changes.append((position(task.begin), 1))
      if let end = task.end { changes.append((max(position(end), position(task.begin)), -1)) }
    }
    changes.sort { ($0.time, -$0.step) < ($1.time, -$1.step) }
    var open: Int64 = 0
    for (index, change) in changes.enumerated() {
      open += change.step
      // Of what happened at once, the sum.
      if index + 1 < changes.count, changes[index + 1].time == change.time { continue }
      counter("outstanding", "tasks", open * 1_000_000, change.time)
    }
  }

  private mutating func samples() {
    for sample in history.samples {
      let time = position(sample.point)
      if let remaining = sample.remaining {
        counter("background time left", "seconds", Microseconds(fromSeconds: remaining), time)
      }
      if let battery = sample.battery {
        counter("battery", "percent", Microseconds(fromSeconds: battery * 100), time)
      }
    }
  }

  private mutating func counter(
    _ name: String, _ unit: String, _ millionths: Int64, _ time: Int64
  ) {
    var counter = event(.counter, name, time)
    counter.value = (unit, millionths)
    events.append(counter)
  }
}
