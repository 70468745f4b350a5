/// The kill block of SpringBoard, backboardd and assertiond: a line that says whose assertions were held
/// too long, then one line for each assertion:
/// `BG[4417] has active assertions beyond permitted time:`,
/// `<BKProcessAssertion: 0x…> identifier: Called by BG, from -[X y] process: BG[4417]
/// permittedBackgroundDuration: 180.000000 reason: finishTask owner pid:4417 …`, since iOS 11
/// `<BKProcessAssertion: 0x…; "Shared Background Assertion 446 for com.x" (finishTask:180s); …> (owner: …)`.
enum AssertionKillLines: LineFormat {
  static let about = FormatDescription(
    name: "assertion-kill", summary: "The kill block of SpringBoard, backboardd and assertiond",
    example: "Chat[4417] has active assertions beyond permitted time:")

  static let signs: [StaticString] = [
    "has active assertions beyond permitted time", "permittedBackgroundDuration: ", "(finishTask:",
    "(suspend:", "(backgroundContentFetching:", "(backgroundDownload:",
    "(finishTaskAfterBackgroundContentFetching:",
  ]

  static func read(_ message: Span<UInt8>, sign: Int, in context: inout LineContext) -> Reading {
    if message.has("has active", at: sign) { return readHeader(message, sign, &context) }
    let isOwn = context.kills.assertions != nil || context.kills.crash != nil
    // A kind of assertion occurs in other lines of these daemons as well.
    guard isOwn, let detail = AssertionDetail(message, sign, context.texts) else {
      return .notMine
    }
    apply(detail, &context)
    return .skipped(.partOfKill)
  }

  private static func readHeader(
    _ message: Span<UInt8>, _ sign: Int, _ context: inout LineContext
  ) -> Reading {
    let label = message.find("description: ").map { $0 + "description: ".utf8.count } ?? 0
    let start = label < sign ? label : 0
    guard let origin = ProcessName.read(message, start..<sign, context.texts) else {
      return .notMine
    }
    // In a crash report the line explains the report's own exit.
    if context.kills.crash != nil, context.isUnframed {
      context.kills.crash?.namesAssertions(of: origin)
      return .skipped(.partOfCrash)
    }
    context.closeKills()
    var exit = Event.Exit(reason: .killed)
    exit.text = context.texts.intern(
      message.extracting(start..<sign + "has active assertions beyond permitted time".utf8.count))
    context.kills.assertions = KillReports.Assertions(
      event: context.killed(origin, exit), exit: exit)
    // The whole block may stand on one line.
    if let detail = AssertionDetail(message, sign, context.texts) { apply(detail, &context) }
    return .read
  }

  private static func apply(_ detail: AssertionDetail, _ context: inout LineContext) {
    let isTask = detail.isTask
    if context.kills.assertions != nil {
      if isTask {
        context.kills.assertions?.namesTask = true
        if context.kills.assertions?.event.name.isNone == true {
          context.kills.assertions?.event.name = detail.name
        }
      } else {
        context.kills.assertions?.namesOther = true
      }
    } else {
      context.kills.crash?.names(detail)
    }
    guard isTask, let seconds = detail.seconds, seconds > 0 else { return }
    let block = context.kills.assertions?.event
    let owner = block?.origin ?? context.kills.crash?.origin(context)
    guard let owner else { return }
    var event = context.event(.budget(seconds), .systemKill)
    event.origin = owner
    event.stamp = event.stamp ?? block?.stamp
    event.thread = 0
    context.deliver(event)
  }
}

/// One assertion of a kill block.
struct AssertionDetail {
  var isTask = false
  var seconds: Double?
  /// None where the name is the system's own.
  var name = TextID.none

  /// nil where the text holds no assertion at or behind `position`.
  init?(_ text: Span<UInt8>, _ position: Int, _ texts: TextTable) {
    if let label = text.find("permittedBackgroundDuration: ") {
      var number = label + "permittedBackgroundDuration: ".utf8.count
      seconds = text.double(at: &number)
      guard let reason = text.find("reason: ", from: label) else { return nil }
      isTask = Self.isWord("finishTask", text, reason + "reason: ".utf8.count)
      name = Self.identifier(text, before: label, texts)
      return
    }
    guard
      let kind = text.find("(finishTask:") ?? text.find("(suspend:") ?? text.find("(background")
        ?? text.find("(finishTaskAfter")
    else { return nil }
    isTask = text.has("(finishTask:", at: kind)
    if let colon = text.firstIndex(of: UInt8(ascii: ":"), from: kind) {
      var number = colon + 1
      seconds = text.double(at: &number)
    }
    name = Self.quoted(text, before: kind, texts)
  }

  private static func isWord(_ word: StaticString, _ text: Span<UInt8>, _ position: Int) -> Bool {
    text.has(word, at: position) && !text.byte(at: position + word.utf8CodeUnitCount).isWord
  }

  /// What stands between `identifier: ` or `name: ` and ` process: `.
  private static func identifier(
    _ text: Span<UInt8>, before end: Int, _ texts: TextTable
  ) -> TextID {
    let head = text.extracting(0..<end)
    let stop = head.last(" process: ") ?? end
    for label: StaticString in ["identifier: ", " name: "] {
      guard let found = head.find(label) else { continue }
      let start = found + label.utf8CodeUnitCount
      if start < stop { return AssertionName.read(text.extracting(start..<stop), texts) }
    }
    return .none
  }

  /// The text in quotes before `end`.
  static func quoted(_ text: Span<UInt8>, before end: Int, _ texts: TextTable) -> TextID {
    let head = text.extracting(0..<end)
    guard let open = head.find("; \""), let close = head.last("\""), close > open + 3 else {
      return .none
    }
    return AssertionName.read(text.extracting(open + 3..<close), texts)
  }
}
