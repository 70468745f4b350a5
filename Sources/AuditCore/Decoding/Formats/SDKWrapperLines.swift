/// Libraries that wrap background tasks and number them in their own lines: Matrix's
/// `[MXBackgroundTask] Start background task #3892 - …`, and the location SDK's
/// `-[BackgroundTaskManager createBackgroundTask] 195`, `… stopBackgroundTask:]_block_invoke 114 OF (`,
/// `… FORCE KILL BACKGROUND TASK: 1, remaining time: 4.024932`, `BG time remaining: 28 | Total tasks: 2`.
enum SDKWrapperLines: LineFormat {
  static let about = FormatDescription(
    name: "sdk-wrapper", summary: "Libraries that wrap tasks and number them themselves",
    example: "[MXBackgroundTask] Start background task #3892 - sync")

  static let signs: [StaticString] = [
    "FORCE KILL BACKGROUND TASK", "Start background task #", "Stop background task #",
    "Background task expired #", "BackgroundTaskManager createBackgroundTask]",
    "BackgroundTaskManager stopBackgroundTask:]", "BG time remaining: ",
  ]

  static func read(_ message: Span<UInt8>, sign: Int, in context: inout LineContext) -> Reading {
    switch true {
    case message.has("Start", at: sign): return readMatrix(.begin, message, sign, &context)
    case message.has("Stop", at: sign): return readMatrix(.end, message, sign, &context)
    case message.has("Background task", at: sign):
      return readMatrix(.expire, message, sign, &context)
    case message.has("FORCE", at: sign): return readForcedEnd(message, sign, &context)
    case message.has("BG time", at: sign): return readTimeLeft(message, sign, &context)
    default: return readManager(message, sign, &context)
    }
  }

  /// The name stands behind ` - `; an end's line goes on with ` after 12.804ms`.
  private static func readMatrix(
    _ action: Event.Action, _ message: Span<UInt8>, _ sign: Int, _ context: inout LineContext
  ) -> Reading {
    guard let hash = message.firstIndex(of: UInt8(ascii: "#"), from: sign) else { return .notMine }
    var position = hash + 1
    do throws(UnreadableReason) {
      let id = try TaskNumber.read(message, at: &position)
      var event = context.event(action, .sdkWrapper, id: id)
      if message.has(" - ", at: position) {
        let start = position + 3
        var end = message.count
        if case .begin = action {} else { end = message.last(" after ", from: start) ?? end }
        event.name = context.texts.intern(message.extracting(start..<end))
      }
      context.deliver(event)
      return .read
    } catch {
      return .unreadable(error)
    }
  }

  private static func readManager(
    _ message: Span<UInt8>, _ sign: Int, _ context: inout LineContext
  ) -> Reading {
    let isBegin = message.has("create", at: sign + "BackgroundTaskManager ".utf8.count)
    guard let bracket = message.firstIndex(of: UInt8(ascii: "]"), from: sign) else {
      return .notMine
    }
    var position = bracket + 1
    if message.has("_block_invoke", at: position) {
      // Of a begin's block only the forced end is a task's.
      if isBegin { return .notMine }
      while position < message.count, message[position].isWord { position += 1 }
    }
    guard message.byte(at: position) == 0x20, message.byte(at: position + 1).isDigit else {
      return .notMine
    }
    position += 1
    guard let id = try? TaskNumber.read(message, at: &position) else {
      return .unreadable(.noNumber)
    }
    context.deliver(context.event(isBegin ? .begin : .end, .sdkWrapper, id: id))
    return .read
  }

  /// The library ends a task itself when its time runs out: an expiry and an end.
  private static func readForcedEnd(
    _ message: Span<UInt8>, _ sign: Int, _ context: inout LineContext
  ) -> Reading {
    var position = Punctuation.skip(message, from: sign + "FORCE KILL BACKGROUND TASK".utf8.count)
    do throws(UnreadableReason) {
      let id = try TaskNumber.read(message, at: &position)
      var event = context.event(.expire, .sdkWrapper, id: id)
      if let label = message.find("remaining time: ", from: position) {
        var number = label + "remaining time: ".utf8.count
        event.remaining = BackgroundSeconds.read(message, at: &number)
      }
      context.deliver(event)
      context.deliver(context.event(.end, .sdkWrapper, id: id))
      return .read
    } catch {
      return .unreadable(error)
    }
  }

  private static func readTimeLeft(
    _ message: Span<UInt8>, _ sign: Int, _ context: inout LineContext
  ) -> Reading {
    var position = sign + "BG time remaining: ".utf8.count
    guard let remaining = BackgroundSeconds.read(message, at: &position) else { return .notMine }
    var event = context.event(.sample(battery: nil, heartbeat: false), .sdkWrapper)
    event.remaining = remaining
    context.deliver(event)
    return .read
  }
}
