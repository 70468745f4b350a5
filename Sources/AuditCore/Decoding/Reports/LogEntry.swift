/// One entry of `log show --style ndjson` or `json`: a message with its process, thread and time.
struct LogEntry: DescribedFormat {
  static let about = FormatDescription(
    name: "log-json", summary: "log show --style json and ndjson: a message in an object",
    example: #"{"timestamp":"2026-04-01 22:50:58.223142+0300","processID":87108,"#
      + #""processImagePath":"/Chat.app/Chat","eventMessage":"BGT end id=6"}"#)

  /// At most `Limits.logMessageBytesMax` bytes; the system log cuts messages far below.
  private var message: [UInt8] = []
  private(set) var isPresent = false
  var thread: UInt64 = 0

  var heldBytes: Int { message.storageBytes }

  mutating func take(message value: JSONString, _ line: Span<UInt8>) {
    isPresent = true
    message.removeAll()
    value.append(to: &message, in: line)
    if message.count > Limits.logMessageBytesMax {
      message = Array(message.prefix(Limits.logMessageBytesMax))
    }
  }

  /// Reads the message as if it had come on lines of its own; of several lines the most telling
  /// outcome counts.
  func read(in context: inout LineContext) -> LineReader.Outcome {
    context.thread = thread
    context.isUnframed = false
    var outcome = LineReader.Outcome.skipped(isFramed: true)
    var start = 0
    while start < message.count {
      let end = message.span.place(of: 0x0A, from: start) ?? message.count
      let line = message.span.extracting(start..<end)
      if !line.isEmpty {
        let reading = LineReader.readFormats(
          line, from: SignScanner.shared.first(in: line), isFramed: true, &context)
        if case .skipped = reading {} else { outcome = reading }
      }
      start = end + 1
    }
    return outcome
  }
}

extension LogEntry: Archivable {
  static var blank: LogEntry { LogEntry() }

  mutating func pass(through archive: inout Archive) {
    archive.passBytes(&message)
    archive.pass(&isPresent)
    archive.pass(&thread)
    archive.require(message.count <= Limits.logMessageBytesMax)
  }
}
