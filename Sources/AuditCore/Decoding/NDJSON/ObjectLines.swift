/// Lines that are a JSON object: a client's event, or a report of others on one line.
enum ObjectLines {
  /// nil where the object is nobody's that is known.
  static func read(_ line: Span<UInt8>, in context: inout LineContext) -> LineReader.Outcome? {
    var fields = EventFields()
    do throws(JSONError) {
      if !fields.scan(line, &context.stackCache) {
        fields = EventFields()
        try fields.read(line)
      }
    } catch {
      // Torn objects of others are no loss, unless they bear an event's sign.
      let isLoss =
        fields.isEvent || line.find("\"event\"") != nil
        || (line.find("\"eventMessage\"") != nil && SignScanner.shared.first(in: line) != nil)
      if isLoss { context.trace.reader = .block(.clientEvent) }
      return isLoss ? .unreadable(UnreadableReason(error.text)) : nil
    }
    if fields.isEvent {
      let reading = ClientEvents.read(fields, line, in: &context)
      context.trace.reader = .block(.clientEvent)
      if case .skipped(let reason) = reading { context.trace.skip = reason }
      return LineReader.outcome(reading, isFramed: true)
    }
    guard fields.isReport else { return nil }
    var report = ObjectReport(place: context.place)
    report.read(line, context.texts)
    let outcome = report.deliver(in: &context)
    // The first line of an `.ips` file only says whose the object after it is.
    if outcome == .partOfBlock { context.report = report }
    return outcome
  }
}
