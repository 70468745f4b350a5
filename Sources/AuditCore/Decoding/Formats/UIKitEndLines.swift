/// UIKit's lines of an end: `Ending background task with UIBackgroundTaskIdentifier: 3` for the request,
/// `Ending task with identifier 3 and description: …` once it is found, and, where it is not,
/// `Can't endBackgroundTask: no background task exists with identifier 6c, …` (before iOS 12, bare
/// hexadecimal) or `Can't end BackgroundTask: no background task exists with identifier 2 (0x2), …`.
enum UIKitEndLines: LineFormat {
  static let about = FormatDescription(
    name: "uikit-end", summary: "UIKit's lines of an end, found or not",
    example: "Ending background task with UIBackgroundTaskIdentifier: 3")

  static let signs: [StaticString] = [
    "Ending background task with", "Ending task with identifier ",
    "no background task exists with identifier ",
  ]

  static func read(_ message: Span<UInt8>, sign: Int, in context: inout LineContext) -> Reading {
    do throws(UnreadableReason) {
      if message.has("Ending t", at: sign) { return try readFound(message, sign, &context) }
      if message.has("Ending", at: sign) { return try readRequest(message, sign, &context) }
      return try readFailure(message, sign, &context)
    } catch {
      return .unreadable(error)
    }
  }

  private static func readRequest(
    _ message: Span<UInt8>, _ sign: Int, _ context: inout LineContext
  ) throws(UnreadableReason) -> Reading {
    guard let colon = message.firstIndex(of: UInt8(ascii: ":"), from: sign) else {
      throw .missingID
    }
    var position = message.skipBlanks(from: colon + 1)
    let id = try TaskNumber.read(message, at: &position)
    let event = context.uikit.requestedEnd(context.event(.end, .uikitEnding, id: id))
    if let event { context.deliver(event) }
    return .read
  }

  private static func readFound(
    _ message: Span<UInt8>, _ sign: Int, _ context: inout LineContext
  ) throws(UnreadableReason) -> Reading {
    var position = sign + "Ending task with identifier ".utf8.count
    let id = try TaskNumber.read(message, at: &position)
    var event = context.event(.end, .uikitEndingTask, id: id)
    if let label = message.find("description: ", from: position) {
      event.name =
        UIKitTaskInfo(
          message, from: label + "description: ".utf8.count, context.texts)?.name ?? .none
    }
    let handler = message.last("_expireHandler: ", from: position).flatMap {
      UIKitTaskInfo.handler(message, from: $0 + "_expireHandler: ".utf8.count)
    }
    let before = context.uikit.foundEnd(&event, handler: handler)
    if let correction = before.correction { context.deliver(correction) }
    if let held = before.held { context.deliver(held) }
    context.deliver(event)
    return .read
  }

  private static func readFailure(
    _ message: Span<UInt8>, _ sign: Int, _ context: inout LineContext
  ) throws(UnreadableReason) -> Reading {
    var position = sign + "no background task exists with identifier ".utf8.count
    let start = position
    // The newer wording gives the number twice, decimal first.
    if let id = try? TaskNumber.read(message, at: &position, grouping: .marksAndSpace),
      message.has(" (0x", at: position)
    {
      context.deliver(context.event(.cantEnd(decimalReading: nil), .uikitCantEnd, id: id))
      return .read
    }
    position = start
    _ = message.decimal(at: &position)
    let decimal = message.byte(at: position).hexDigitValue == nil ? position : start
    var number = start
    let reading = decimal > start ? message.decimal(at: &number) : nil
    position = start
    guard let id = message.hexadecimal(at: &position), !message.byte(at: position).isWord else {
      throw position >= message.count ? .missingID : .noNumber
    }
    context.deliver(
      context.event(
        .cantEnd(decimalReading: reading), .uikitCantEnd, id: TaskNumber.normalised(id)))
    return .read
  }
}
