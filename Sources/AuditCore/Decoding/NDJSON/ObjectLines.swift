/// Lines that are a JSON object. Which of them are whose is told by their keys.
enum ObjectLines {
  static func read(_ line: Span<UInt8>, in context: inout LineContext) -> Reading {
    var fields = EventFields()
    do throws(JSONError) {
      try fields.read(line)
    } catch {
      // Torn objects of others are skipped; only one that would have been an event is missed.
      return fields.isEvent || line.find("\"event\"") != nil
        ? .unreadable(UnreadableReason(error.text)) : .notMine
    }
    if fields.isEvent { return ClientEvents.read(fields, line, in: &context) }
    return .notMine
  }
}
