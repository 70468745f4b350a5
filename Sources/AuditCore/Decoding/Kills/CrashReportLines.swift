/// The lines of a `.crash` report, or of the part that people paste: `Process: BT [4821]`,
/// `Date/Time: …`, `Exception Type:  EXC_CRASH (SIGKILL)`,
/// `Termination Reason: Namespace ASSERTIOND, Code 0x8badf00d`, and what explains it.
enum CrashReportLines: LineFormat {
  static let about = FormatDescription(
    name: "crash-report", summary: "The lines of a .crash report, whole or pasted",
    example: "Exception Type:  EXC_CRASH (SIGKILL)")

  static let signs: [StaticString] = [
    "Incident Identifier:", "Process:  ", "Date/Time:", "Exception Type:", "Exception Codes:",
    "Exception Subtype:", "Termination Reason:", "Termination Description:", "Thread 0 ",
    "Binary Images:",
  ]

  static func read(_ message: Span<UInt8>, sign: Int, in context: inout LineContext) -> Reading {
    guard sign == 0, context.isUnframed else { return .notMine }
    if message.has("Thread 0 ", at: 0) || message.has("Binary Images:", at: 0) {
      guard context.kills.crash != nil else { return .notMine }
      if message[0] == UInt8(ascii: "B") { context.closeKills() }
      context.kills.crash?.beginThread()
      return .skipped(.partOfCrash)
    }
    if message.has("Incident", at: 0) { context.closeKills() }
    guard let colon = message.firstIndex(of: UInt8(ascii: ":")) else { return .notMine }
    var crash = context.kills.crash ?? CrashReport(place: context.place)
    let value = message.extracting(message.skipBlanks(from: colon + 1)..<message.count)
    switch true {
    case message.has("Process:", at: 0): identify(value, &crash, context.texts)
    case message.has("Date/Time:", at: 0):
      if let time = TimeReader.whole(value) { crash.happened(context.calendar.stamp(time)) }
    case message.has("Exception Type:", at: 0): crash.exception(value, context.texts)
    case message.has("Termination Reason:", at: 0): crash.reason(value, context.texts)
    default: break
    }
    context.kills.crash = crash
    return .skipped(.partOfCrash)
  }

  /// Takes a line while a report is open: its words, since the explanation has many forms, or, in the
  /// part of the main thread, its frame, which may show that an expiration handler was running. False
  /// where the line is not read to its end by that.
  static func note(_ line: Span<UInt8>, in context: inout LineContext) -> Bool {
    guard let isInThread = context.kills.crash?.isInThread else { return false }
    context.trace.skip = .partOfCrash
    if !isInThread {
      context.kills.crash?.note(line)
      return false
    }
    guard let frame = FrameText.parse(line, texts: context.texts) else {
      // Another thread, or a line of the log that goes on. Anything else may be a line between.
      let ends = line.has("Thread ", at: 0) || SignScanner.shared.first(in: line) != nil
      let isHeader = line.has("Thread 0 ", at: 0) || line.has("Thread 0:", at: 0)
      if ends, !isHeader {
        context.closeKills()
        context.trace.skip = nil
      }
      return false
    }
    context.kills.crash?.add(frame)
    return true
  }

  /// `BT [4821]`.
  private static func identify(
    _ value: Span<UInt8>, _ crash: inout CrashReport, _ texts: TextTable
  ) {
    let bracket = value.last(" [") ?? value.count
    let pid = ProcessName.bracketedPID(value, before: value.count)
    crash.identify(
      process: texts.intern(value.extracting(0..<bracket), bytesMax: Limits.labelBytesMax), pid: pid
    )
  }
}
