/// MetricKit's counters of how an app ended in the background, of a day: no launch, no task.
struct ExitMetrics: DescribedFormat {
  static let about = FormatDescription(
    name: "metrickit", summary: "A MetricKit payload's counts of exits in the background",
    example: #"{"appVersion":"3.2","applicationExitMetrics":{"backgroundExitData":"#
      + #"{"cumulativeBackgroundTaskAssertionTimeoutExitCount":3}}}"#)

  var app = TextID.none
  var appVersion = TextID.none
  var os = TextID.none
  var device = TextID.none
  private var taskTimeouts: UInt64 = 0
  private var otherKills: UInt64 = 0

  private static let others: [StaticString] = [
    "cumulativeAppWatchdogExitCount", "cumulativeCPUResourceLimitExitCount",
    "cumulativeMemoryResourceLimitExitCount", "cumulativeMemoryPressureExitCount",
    "cumulativeSuspendedWithLockedFileExitCount",
  ]

  mutating func note(_ key: JSONString, _ value: JSONNumber, _ line: Span<UInt8>) {
    guard let count = value.unsigned(in: line), count > 0 else { return }
    if key.equals("cumulativeBackgroundTaskAssertionTimeoutExitCount", in: line) {
      taskTimeouts = count
    } else if Self.others.contains(where: { key.equals($0, in: line) }) {
      otherKills = otherKills.addingReportingOverflow(count).partialValue
    }
  }

  /// False where the payload counts no kill.
  func deliver(in context: inout LineContext) -> Bool {
    if taskTimeouts == 0, otherKills == 0 { return false }
    context.origin = context.clients.origin(of: Origin(device: device))
    context.thread = 0
    var facts = Event.Hello()
    facts.app = app
    facts.appVersion = appVersion
    facts.os = os
    context.deliver(context.event(.hello(facts), .metricKit))
    var exit = Event.Exit(reason: .killed)
    let isTask = taskTimeouts > 0
    exit.cause = isTask ? .backgroundTask : .unrelated
    exit.text = context.texts.intern(
      isTask
        ? "MetricKit counts \(taskTimeouts) exits because background tasks ran out of time"
        : "MetricKit counts \(otherKills) kills for other reasons than background tasks")
    context.deliver(context.event(.exit(exit), .metricKit))
    return true
  }
}

extension ExitMetrics: Archivable {
  static var blank: ExitMetrics { ExitMetrics() }

  mutating func pass(through archive: inout Archive) {
    archive.pass(&app)
    archive.pass(&appVersion)
    archive.pass(&os)
    archive.pass(&device)
    archive.pass(&taskTimeouts)
    archive.pass(&otherKills)
  }
}
