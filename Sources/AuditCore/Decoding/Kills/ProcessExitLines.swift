/// Single lines that tell a process's end: `Forcing crash report of BG[4417]...`,
/// `Application 'BG' exited abnormally with signal 9: Killed: 9`,
/// `[com.example.App [87108]:] exited due to SIGKILL | sent by runningboardd[120]`,
/// `… <RBSTerminateContext| domain:15 code:0x8BADF00D explanation:…`.
///
/// Devices kill processes all day: unless the line says why, only those count that have events.
enum ProcessExitLines: LineFormat {
  static let about = FormatDescription(
    name: "process-exit",
    summary: "A process's end in one line of SpringBoard, launchd or runningboardd",
    example:
      #"[app<com.example.chat>:4312] Terminating with context: <RBSTerminateContext| domain:15 "#
      + #"code:0x8BADF00D explanation:RUNNINGBOARD finish-task assertion timed out>"#)

  static let signs: [StaticString] = [
    "Forcing crash report of ", "' exited abnormally with signal ", " exited due to ",
    "<RBSTerminateContext|",
  ]

  static func read(_ message: Span<UInt8>, sign: Int, in context: inout LineContext) -> Reading {
    switch true {
    case message.has("Forcing", at: sign): readForced(message, sign, &context)
    case message.has("'", at: sign): readAbnormal(message, sign, &context)
    case message.has("<RBS", at: sign): readTermination(message, &context)
    default: readLaunchd(message, sign, &context)
    }
  }

  private static func readForced(
    _ message: Span<UInt8>, _ sign: Int, _ context: inout LineContext
  ) -> Reading {
    let start = sign + "Forcing crash report of ".utf8.count
    let end = message.find("...", from: start) ?? message.count
    guard let origin = ProcessName.read(message, start..<end, context.texts) else {
      return .notMine
    }
    guard isKnown(origin, context) else { return .skipped(.unknownProcess) }
    return deliver(origin, .killed, message, &context)
  }

  private static func readAbnormal(
    _ message: Span<UInt8>, _ sign: Int, _ context: inout LineContext
  ) -> Reading {
    guard let quote = message.firstIndex(of: UInt8(ascii: "'")), quote < sign else {
      return .notMine
    }
    let name = context.texts.intern(
      message.extracting(quote + 1..<sign), bytesMax: Limits.labelBytesMax)
    var position = sign + "' exited abnormally with signal ".utf8.count
    guard let signal = message.decimal(at: &position) else { return .notMine }
    guard let origin = context.kills.known(process: name) else { return .skipped(.unknownProcess) }
    return deliver(origin, signal == 9 ? .killed : .crash, message, &context)
  }

  private static func readLaunchd(
    _ message: Span<UInt8>, _ sign: Int, _ context: inout LineContext
  ) -> Reading {
    guard let pid = ProcessName.bracketedPID(message, before: sign),
      let origin = context.kills.known(pid: pid)
    else { return .skipped(.unknownProcess) }
    let how = sign + " exited due to ".utf8.count
    if message.has("SIGKILL", at: how) { return deliver(origin, .killed, message, &context) }
    if message.has("exit(0)", at: how) { return deliver(origin, .clean, message, &context) }
    return deliver(origin, message.has("SIG", at: how) ? .crash : .unknown, message, &context)
  }

  private static func readTermination(
    _ message: Span<UInt8>, _ context: inout LineContext
  ) -> Reading {
    // Part of a crash report, which has taken the line's words already.
    if context.kills.crash != nil, context.isUnframed { return .skipped(.partOfCrash) }
    guard let pid = ProcessName.runningBoardPID(message) else {
      return .skipped(.unknownProcess)
    }
    let origin = context.kills.known(pid: pid)
    if origin == nil, KillText.cause(of: message) != .backgroundTask {
      return .skipped(.otherKill)
    }
    return deliver(origin ?? Origin(pid: pid), .killed, message, &context)
  }

  private static func isKnown(_ origin: Origin, _ context: LineContext) -> Bool {
    if context.kills.lastKilled?.pid == origin.pid, origin.pid != nil { return true }
    if let pid = origin.pid, context.kills.known(pid: pid) != nil { return true }
    return context.kills.known(process: origin.process) != nil
  }

  private static func deliver(
    _ origin: Origin, _ reason: ExitReason, _ message: Span<UInt8>, _ context: inout LineContext
  ) -> Reading {
    var exit = Event.Exit(reason: reason)
    exit.text = context.texts.intern(message, bytesMax: Limits.nameBytesMax)
    exit.cause = KillText.cause(of: message)
    context.kills.noteKilled(origin)
    context.deliver(context.killed(origin, exit))
    return .read
  }
}
