import AuditCore

/// One launch in the data of a page.
enum SessionData {
  static func write(
    _ history: SessionHistory, in json: inout JSONWriter, _ tables: inout PageTables
  ) {
    let axis = Axis(history)
    var points = PointWriter(axis: axis, tables: tables)
    json.object { json in
      head(history, axis, in: &json)
      phases(history, axis, in: &json)
      samples(history, axis, in: &json)
      marks(history, in: &json, &points)
      json.key("tasks")
      json.array { json in
        for task in history.tasks {
          json.lineBreak()
          write(task, of: history, in: &json, &points)
        }
      }
    }
    tables = points.tables
  }

  private static func head(_ history: SessionHistory, _ axis: Axis, in json: inout JSONWriter) {
    let summary = history.summary
    json.member("number", history.number)
    json.text("session", summary.identity.session)
    json.text("launch", Words.launch(summary.identity))
    json.text("verdict", summary.verdict.rawValue)
    json.member("begins", summary.begins)
    json.member("ends", summary.ends)
    json.member("outstanding", summary.outstanding.count)
    json.key("clock")
    clock(history, axis, in: &json)
    json.member("length", axis.length)
    json.member("budget", history.budget)
    json.flag("budgetIsGuess", history.budgetIsGuess)
    json.member("grace", history.grace)
    json.text("closing", history.closing?.rawValue)
    if history.dropped.tasks > 0 { json.member("dropped", history.dropped.tasks) }
  }

  private static func clock(_ history: SessionHistory, _ axis: Axis, in json: inout JSONWriter) {
    guard let start = axis.start, let format = history.stampFormat else { return json.null() }
    json.object { json in
      json.member("epoch", start.microseconds)
      json.member("zone", format.zoneMinutes)
      json.member("precision", "\(format.precision)")
      json.member("calendar", "\(format.calendar)")
    }
  }

  private static func phases(_ history: SessionHistory, _ axis: Axis, in json: inout JSONWriter) {
    json.key("phases")
    json.array { json in
      for phase in history.phases {
        json.object { json in
          json.member("kind", phase.kind.rawValue)
          json.member("at", axis.place(phase.start))
          json.flag("inferred", phase.isInferred)
        }
      }
    }
  }

  private static func samples(_ history: SessionHistory, _ axis: Axis, in json: inout JSONWriter) {
    json.key("samples")
    json.array { json in
      for sample in history.samples {
        guard let remaining = sample.remaining else { continue }
        json.object { json in
          json.member("at", axis.place(sample.point))
          json.member("left", Microseconds(fromSeconds: remaining))
        }
      }
    }
  }

  private static func marks(
    _ history: SessionHistory, in json: inout JSONWriter, _ points: inout PointWriter
  ) {
    json.key("marks")
    json.array { json in
      for mark in history.marks {
        json.object { json in
          json.member("kind", mark.kind.rawValue)
          points.members(mark.point, in: &json)
          json.task("task", mark.task)
          json.text("detail", mark.detail)
        }
      }
    }
  }

  private static func write(
    _ task: TaskHistory, of history: SessionHistory, in json: inout JSONWriter,
    _ points: inout PointWriter
  ) {
    json.object { json in
      json.task("id", task.id)
      json.text("fate", task.fate.rawValue)
      json.text("name", task.name)
      json.text("holder", task.blame.holder)
      json.text("symbol", task.blame.symbol)
      json.text("image", task.blame.image)
      json.text("product", task.product)
      json.flag("system", task.isSystem)
      json.key("begin")
      json.object { json in points.members(task.begin, in: &json) }
      json.flag("unseen", task.isBeginUnseen)
      if let end = task.end {
        json.key("end")
        json.object { json in points.members(end, in: &json) }
      }
      json.flag("noHandler", task.hasNoHandler)
      json.number("expired", task.expired.map(points.axis.place))
      json.number("deadline", task.deadline.map(points.axis.place))
      json.flag("deadlineIsGuess", task.deadline != nil && task.deadlineIsGuess)
      json.task("by", task.overwrittenBy)
      json.text("sure", task.overwriteConfidence?.rawValue)
      json.task("inHandlerOf", task.endedInHandlerOf)
      json.number("stack", points.place(of: task.stack, history))
      json.number("endStack", points.place(of: task.endStack, history))
      if task.thread != 0 { json.task("thread", task.thread) }
      if task.endThread != 0 { json.task("endThread", task.endThread) }
      if !task.findings.isEmpty { json.member("findings", task.findings) }
    }
  }
}

/// Where things stand on a session's line: microseconds from its start, or positions of its events.
struct Axis {
  let start: Instant?
  let length: Int64

  init(_ history: SessionHistory) {
    if let period = history.period, history.stampFormat != nil {
      start = period.lowerBound
      length = period.upperBound - period.lowerBound
    } else {
      start = nil
      length = Int64(clamping: history.events) + 1
    }
  }

  func place(_ point: HistoryPoint) -> Int64 {
    guard start != nil else { return Int64(clamping: point.order) }
    return point.time.map(place) ?? 0
  }

  func place(_ time: Instant) -> Int64 { start.map { time - $0 } ?? 0 }
}

/// Writes where and when things happened.
struct PointWriter {
  let axis: Axis
  var tables: PageTables

  /// The members of the object that stands for the point, or for what happened there.
  mutating func members(_ point: HistoryPoint, in json: inout JSONWriter) {
    json.member("at", axis.place(point))
    json.member("file", tables.place(ofFile: point.file))
    json.member("line", point.line)
    json.number("seq", point.sequence)
    // The session's clock never runs backwards; what a line says may.
    if let stamp = point.stamp, let time = point.time, stamp.instant != time {
      json.text("printed", StampText.full(stamp))
    }
  }

  mutating func place(of stack: Int?, _ history: SessionHistory) -> Int? {
    stack.map { tables.place(ofStack: history.stacks[$0]) }
  }
}
