/// Lines that are a JSON object: a client's event, or a report of others on one line.
enum ObjectLines {
  /// nil where the object is nobody's that is known.
  static func read(_ line: Span<UInt8>, in context: inout LineContext) -> LineReader.Outcome? {
    var fields = EventFields()
    do throws(JSONError) {
      try fields.read(line)
    } catch {
      // Torn objects of others are no loss, unless they bear an event's sign.
      let isLoss =
        fields.isEvent || line.find("\"event\"") != nil
        || (line.find("\"eventMessage\"") != nil && SignScanner.shared.first(in: line) != nil)
      return isLoss ? .unreadable(UnreadableReason(error.text)) : nil
    }
    if fields.isEvent {
      return LineReader.outcome(ClientEvents.read(fields, line, in: &context), isFramed: true)
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
