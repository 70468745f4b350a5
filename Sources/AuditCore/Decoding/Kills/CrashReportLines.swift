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
      context.closeKills()
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

  /// Takes the words of every line while a report is open: the explanation has many forms.
  static func note(_ line: Span<UInt8>, in context: inout LineContext) {
    if context.kills.crash == nil { return }
    context.trace.skip = .partOfCrash
    context.kills.crash?.note(line)
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
