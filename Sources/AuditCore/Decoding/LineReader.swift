/// Reads one line: its framing first, then the message by the formats whose signs it bears.
enum LineReader {
  enum Outcome: Equatable {
    case event
    /// A line of a stack block, which its last line delivers.
    case partOfBlock
    case blank
    /// No event. `isFramed`: at least the framing is known.
    case skipped(isFramed: Bool)
    case unreadable(UnreadableReason)
  }

  static func read(
    _ line: Span<UInt8>, patterns: [LinePattern], in context: inout LineContext
  ) -> Outcome {
    let inner = trimmed(line)
    if inner.isEmpty { return .blank }
    let line = line.extracting(inner)
    let outcome = readTrimmed(line, patterns, &context)
    context.stampEvents(with: line)
    return outcome
  }

  /// The stream is over: blocks that are still open are delivered as they are.
  static func finish(_ context: inout LineContext) {
    StackBlockLines.closeAll(&context)
    if let held = context.uikit.takeHeld() { context.deliver(held) }
    _ = ReportLines.close(&context)
    context.closeKills()
  }

  private static func readTrimmed(
    _ line: Span<UInt8>, _ patterns: [LinePattern], _ context: inout LineContext
  ) -> Outcome {
    if let outcome = readObject(line, &context) { return outcome }
    if context.blocks.isOpen, StackBlockLines.readContinuation(line, in: &context) {
      context.trace.reader = .block(.stackBlock)
      return .partOfBlock
    }
    // What is left of an object is text that would be read out of its context.
    if line[0] == UInt8(ascii: "{") {
      context.trace.skip = .object
      return outcome(UserPatterns.read(line, line, patterns, in: &context))
        ?? .skipped(isFramed: false)
    }
    var framing = Framing()
    context.read(&framing, of: line)
    context.trace.framing = framing.kind
    context.trace.isPrefixed = framing.isPrefixed
    if framing.kind == .syslog { context.skimmer.learn(line, context.calendar) }
    if framing.isVisEncoded,
      let plain = VisDecoding.decode(line.extracting(framing.message..<line.count))
    {
      context.setOrigin(framing, in: line)
      return readMessage(plain.span, framing, patterns, line, &context)
    }
    let message = line.extracting(framing.message..<line.count)
    return readMessage(message, framing, patterns, line, &context)
  }

  private static func readObject(
    _ line: Span<UInt8>, _ context: inout LineContext
  ) -> Outcome? {
    if line[0] == UInt8(ascii: "{"), line.count > 1,
      let outcome = ObjectLines.read(line, in: &context)
    {
      return outcome
    }
    let outcome = ReportLines.read(line, in: &context)
    if outcome == .partOfBlock { context.trace.reader = .block(.objectLines) }
    return outcome
  }

  private static func readMessage(
    _ message: Span<UInt8>, _ framing: Framing, _ patterns: [LinePattern], _ line: Span<UInt8>,
    _ context: inout LineContext
  ) -> Outcome {
    if context.blocks.isOpen || message.byte(at: message.count - 1) == UInt8(ascii: "(") {
      context.setOrigin(framing, in: line)
      if StackBlockLines.read(message, isFramed: !framing.isNone, in: &context) {
        context.trace.reader = .block(.stackBlock)
        return .partOfBlock
      }
    }
    if !patterns.isEmpty {
      context.setOrigin(framing, in: line)
      if let outcome = outcome(UserPatterns.read(message, line, patterns, in: &context)) {
        return outcome
      }
    }
    if context.kills.isOpen {
      if framing.isNone {
        if CrashReportLines.note(message, in: &context) { return .skipped(isFramed: false) }
      } else {
        context.closeKills()
      }
    }
    guard let hit = context.likelySigns.first(in: message) else {
      return .skipped(isFramed: !framing.isNone)
    }
    context.setOrigin(framing, in: line)
    return readFormats(message, from: hit, isFramed: !framing.isNone, &context)
  }

  /// Asks the formats whose signs the message bears, from left to right.
  static func readFormats(
    _ message: Span<UInt8>, from first: SignScanner.Hit?, isFramed: Bool,
    _ context: inout LineContext
  ) -> Outcome {
    var hit = first
    while let found = hit {
      let reading = LineFormats.all[found.format].read(
        message, sign: found.position, in: &context)
      if let outcome = outcome(reading, isFramed: isFramed) {
        context.trace.reader = .format(found.format)
        if case .skipped(let reason) = reading { context.trace.skip = reason }
        return outcome
      }
      context.trace.refused(by: found.format)
      hit = SignScanner.shared.first(in: message, after: found)
    }
    return .skipped(isFramed: isFramed)
  }

  static func outcome(_ reading: Reading, isFramed: Bool = true) -> Outcome? {
    switch reading {
    case .notMine: nil
    case .read: .event
    case .skipped: .skipped(isFramed: isFramed)
    case .unreadable(let reason): .unreadable(reason)
    }
  }

  /// Without a carriage return, NUL bytes and spaces at the end, and without NUL bytes and a byte
  /// order mark at the start. Blanks at the start stay: they mark continuation lines.
  static func trimmed(_ line: Span<UInt8>) -> Range<Int> {
    var low = 0
    var high = line.count
    while high > low, line[high - 1] <= 0x20 { high -= 1 }
    while low < high, line[low] == 0 { low += 1 }
    if line.byte(at: low) == 0xEF, line.byte(at: low + 1) == 0xBB, line.byte(at: low + 2) == 0xBF {
      low += 3
    }
    return min(low, high)..<high
  }
}
