/// Is told how each line of a stream was read. Its events were delivered to the sink before.
package protocol LineObserver: AnyObject {
  /// `line` is the line without its line feed; empty for one that was too long to be kept.
  func lineRead(_ line: Span<UInt8>, _ reading: LineReading)
}

/// How one line was read, or why it was not. Made only where an observer asks: what reading does not
/// note by itself is found out again.
package struct LineReading: Sendable {
  /// What became of the line; the raw value is for scripts.
  package enum Outcome: String, Sendable {
    case read, part, blank, skipped, unreadable
  }

  /// A pattern of the user's own that did not take the line.
  package struct Refusal: Sendable {
    package var pattern: String
    /// The text that the pattern needs and the line lacks; nil where something else kept it.
    package var missing: String?
    /// Completes "PATTERN …".
    package var why: String
  }

  /// Counted from 1 within the stream.
  package var number: UInt32
  package var outcome: Outcome
  /// Names of what stands around the message, from the outside; empty for a bare message.
  package var framings: [String] = []
  /// What the framing says of who printed the line.
  package var device = ""
  package var process = ""
  package var pid: Int32?
  package var thread: UInt64 = 0
  package var stamp: Stamp?
  /// The format, or the user's pattern, that took the line.
  package var format: String?
  package var isPattern = false
  /// Why it is unreadable or skipped.
  package var reason: String?
  /// Formats whose sign stands in the message and that did not know the rest.
  package var refusals: [String] = []
  /// What kept the user's patterns from the line: all of them if it was skipped, else those whose
  /// text stands in it.
  package var patterns: [Refusal] = []

  init(
    _ line: Span<UInt8>, _ outcome: LineReader.Outcome, _ patterns: [LinePattern],
    _ context: LineContext
  ) {
    number = context.place.line
    self.outcome = Outcome(outcome)
    stamp = context.stamp
    let trace = context.trace
    let trimmed = line.extracting(LineReader.trimmed(line))
    take(trace, patterns)
    if case .unreadable(let why) = outcome { reason = why.text }
    if case .skipped = outcome { reason = trace.skip?.text ?? noReason }
    if trace.framing == .none || trace.framing == .logObject {
      device = context.texts[context.origin.device]
      process = context.texts[context.origin.process]
      pid = context.origin.pid
      thread = context.thread
    } else {
      take(Framing.read(trimmed), of: trimmed)
    }
    tryAgain(patterns, trimmed, trace)
  }

  private var noReason: String {
    refusals.isEmpty
      ? "no sign of a known format stands in it"
      : "a sign of a known format stands in it, and the rest does not fit"
  }

  private mutating func take(_ trace: LineTrace, _ patterns: [LinePattern]) {
    if let framing = trace.framing.about { framings.append(framing.name) }
    if trace.isPrefixed { framings.append(MessagePrefix.about.name) }
    for (index, format) in LineFormats.all.enumerated()
    where trace.hasRefused(format: index) {
      refusals.append(format.about.name)
    }
    switch trace.reader {
    case .nobody: break
    case .format(let index): format = LineFormats.all[index].about.name
    case .block(let block): format = block.about.name
    case .pattern(let index):
      format = patterns[index].name
      isPattern = true
    }
  }

  private mutating func take(_ framing: Framing, of line: Span<UInt8>) {
    device = String(decodingSpan: line.extracting(framing.device))
    process = String(decodingSpan: line.extracting(framing.process))
    pid = framing.pid
    thread = framing.thread
  }

  /// Says of each pattern what kept it from the line.
  private mutating func tryAgain(
    _ patterns: [LinePattern], _ line: Span<UInt8>, _ trace: LineTrace
  ) {
    if isPattern || outcome == .part || outcome == .blank { return }
    var isObject = trace.framing == .logObject
    if case .block = trace.reader { isObject = true }
    for pattern in patterns {
      var refusal = Refusal(pattern: pattern.name, why: "does not match")
      if isObject {
        refusal.why = "is not tried on objects"
      } else if line.count > Limits.patternLineBytesMax {
        refusal.why = "is not tried on lines over \(Limits.patternLineBytesMax) bytes"
      } else if !pattern.literal.isEmpty, !holds(pattern.literal, line) {
        let text = String(decodingSpan: pattern.literal.span)
        refusal.missing = text
        refusal.why = "needs \"\(text)\", which is not in the line"
      }
      let isNear = !isObject && refusal.missing == nil && !pattern.literal.isEmpty
      if outcome == .skipped || isNear { self.patterns.append(refusal) }
    }
  }

  private func holds(_ literal: [UInt8], _ line: Span<UInt8>) -> Bool {
    if line.place(of: literal.span) != nil { return true }
    guard let plain = VisDecoding.decode(line) else { return false }
    return plain.span.place(of: literal.span) != nil
  }
}

extension LineReading.Outcome {
  fileprivate init(_ outcome: LineReader.Outcome) {
    switch outcome {
    case .event: self = .read
    case .partOfBlock: self = .part
    case .blank: self = .blank
    case .skipped: self = .skipped
    case .unreadable: self = .unreadable
    }
  }
}
