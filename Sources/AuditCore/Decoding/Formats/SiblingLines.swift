/// Lines of the other calls that keep an app running, which are no background tasks: BGTask and its
/// scheduler, ProcessInfo's activities, completion handlers of fetches and URL sessions. They are
/// known, so that a line's explanation can say so.
enum SiblingLines: LineFormat {
  static let about = FormatDescription(
    name: "sibling",
    summary: "BGTask, activities and completion handlers, which are no background tasks: skipped",
    example: "-[BGTask setTaskCompletedWithSuccess:] com.example.chat.refresh")

  static let signs: [StaticString] = [
    "setTaskCompleted", "BGTaskScheduler", "BGAppRefreshTask", "BGProcessingTask",
    "BGContinuedProcessingTask", "performExpiringActivity", "beginActivityWithOptions",
    "handleEventsForBackgroundURLSession", "performFetchWithCompletionHandler",
  ]

  /// Leaves a message in which the sign of anything else follows to that.
  static func read(_ message: Span<UInt8>, sign: Int, in context: inout LineContext) -> Reading {
    var hit = SignScanner.shared.first(in: message, from: sign + 1)
    while let found = hit {
      if LineFormats.all[found.format] != Self.self { return .notMine }
      hit = SignScanner.shared.first(in: message, after: found)
    }
    return .skipped(.sibling)
  }
}
