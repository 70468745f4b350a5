/// Tries the user's own line patterns.
enum UserPatterns {
  static func read(
    _ message: Span<UInt8>, _ line: Span<UInt8>, _ patterns: [LinePattern],
    in context: inout LineContext
  ) -> Reading {
    for (index, pattern) in patterns.enumerated() {
      if !pattern.literal.isEmpty, message.place(of: pattern.literal.span) == nil {
        if message.count == line.count || line.place(of: pattern.literal.span) == nil { continue }
      }
      if let match = pattern.match(message) {
        context.trace.reader = .pattern(index)
        return deliver(pattern.kind, match, message, in: &context)
      }
      if message.count < line.count, let match = pattern.match(line) {
        context.trace.reader = .pattern(index)
        return deliver(pattern.kind, match, line, in: &context)
      }
    }
    return .notMine
  }

  private static func deliver(
    _ kind: LinePattern.Kind, _ match: LinePattern.Match, _ text: Span<UInt8>,
    in context: inout LineContext
  ) -> Reading {
    let action: Event.Action =
      switch kind {
      case .begin: .begin
      case .end: .end
      case .expire: .expire
      }
    var event = context.event(action, .userPattern)
    if let range = match.id {
      var position = range.lowerBound
      do throws(UnreadableReason) {
        event.id = try TaskNumber.read(
          text.extracting(0..<range.upperBound), at: &position, grouping: .marksAndSpace)
      } catch {
        return .unreadable(error)
      }
    } else if kind != .expire {
      return .unreadable(.missingID)
    }
    if let range = match.name { event.name = context.texts.intern(text.extracting(range)) }
    if let range = match.process {
      event.origin.process = context.texts.intern(
        text.extracting(range), bytesMax: Limits.labelBytesMax)
    }
    if let range = match.pid {
      var position = range.lowerBound
      event.origin.pid = text.decimal(at: &position).flatMap { Int32(exactly: $0) }
    }
    if let range = match.thread { event.thread = ThreadNumber.read(text.extracting(range)) }
    if let range = match.remaining {
      var position = range.lowerBound
      event.remaining = BackgroundSeconds.read(text, at: &position)
    }
    context.deliver(event)
    return .read
  }
}
