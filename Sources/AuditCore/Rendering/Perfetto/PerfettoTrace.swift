/// `bgtaskctl audit --format perfetto`: what every launch did, in the JSON of Chrome's trace events, which
/// ui.perfetto.dev, `trace_processor` and chrome://tracing read.
///
/// A launch is a process. Tasks are async slices named by their holder, so that each holder has a track;
/// those that were never ended are closed where the launch ends and have the category `bgtask.leaked`. The
/// app's phases are the slices of its only thread; the number of open tasks and the time left are
/// counters; what else happened are instants. Times count in microseconds from the first of the log.
package enum PerfettoTrace {
  /// The largest time of the format: trace_processor counts in nanoseconds.
  static let timeMax = Int64.max / 1000

  /// One object, an event a line, in order of time within each launch.
  package static func render(_ report: Report) -> [UInt8] {
    let origin = report.histories.compactMap(\.period?.lowerBound).min()
    var json = JSONWriter()
    json.object { json in
      json.key("otherData")
      json.object { json in
        json.member("version", "1")
        json.member("program", "bgtaskctl \(ProductVersion.text)")
        json.member("origin", origin.map { Stamp(instant: $0) })
      }
      json.member("displayTimeUnit", "ms")
      json.key("traceEvents")
      json.array { json in
        for history in report.histories {
          var events = LaunchEvents(history, origin: origin)
          events.gather()
          for event in events.inOrder {
            json.lineBreak()
            event.write(in: &json)
          }
        }
      }
    }
    return json.bytes + [0x0A]
  }
}

/// One event of the trace.
struct TraceEvent {
  /// `ph` of the format.
  enum Phase: String {
    case metadata = "M"
    case asyncBegin = "b"
    case asyncEnd = "e"
    case complete = "X"
    case counter = "C"
    case instant = "i"
  }

  var phase: Phase
  var name: String
  var category = "bgtask"
  /// Microseconds from the origin.
  var time: Int64 = 0
  var duration: Int64?
  var process: Int
  /// Tells async slices of one launch apart.
  var id: Int?
  /// The value of a counter, by its unit.
  var value: (unit: String, millionths: Int64)?
  var arguments: (@Sendable (inout JSONWriter) -> Void)?

  func write(in json: inout JSONWriter) {
    json.object { json in
      json.member("ph", phase.rawValue)
      json.member("name", name)
      json.member("cat", category)
      json.member("ts", time)
      if let duration { json.member("dur", duration) }
      json.member("pid", process)
      json.member("tid", process)
      if let id { json.member("id", "\(process).\(id)") }
      if phase == .instant { json.member("s", "p") }
      if let value { counter(value, in: &json) }
      if let arguments {
        json.key("args")
        json.object { json in arguments(&json) }
      }
    }
  }

  private func counter(
    _ value: (unit: String, millionths: Int64), in json: inout JSONWriter
  ) {
    json.key("args")
    json.object { json in
      switch value.unit {
      case "seconds": json.member("seconds", millionths: value.millionths)
      case "percent": json.member("percent", millionths: value.millionths)
      default: json.member("tasks", millionths: value.millionths)
      }
    }
  }
}
