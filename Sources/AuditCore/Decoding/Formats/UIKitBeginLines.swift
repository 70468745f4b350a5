/// UIKit's lines of a begin, in order: `Will add backgroundTask with taskName: X, expirationHandler:
/// <__NSMallocBlock__: 0x…>`, some about assertions, and
/// `Created background task <_UIBackgroundTaskInfo: 0x…>: taskID = 3, taskName = X, …`.
enum UIKitBeginLines: LineFormat {
  static let about = FormatDescription(
    name: "uikit-begin", summary: "UIKit's lines of a begin",
    example: #"Created background task <_UIBackgroundTaskInfo: 0x281a0e2c0>: taskID = 5, "#
      + #"taskName = upload, creationTime = 41207 (elapsed = 0)."#)

  static let signs: [StaticString] = ["Will add backgroundTask with", "Created background task "]

  static func read(_ message: Span<UInt8>, sign: Int, in context: inout LineContext) -> Reading {
    if message.has("Will", at: sign) { return readIntent(message, sign: sign, in: &context) }
    let position = sign + "Created background task ".utf8.count
    guard message.byte(at: position) == UInt8(ascii: "<") else { return .notMine }
    guard let info = UIKitTaskInfo(message, from: position, context.texts) else {
      return .unreadable(.missingID)
    }
    var event = context.event(.begin, .uikitCreated, id: info.id)
    event.name = info.name
    if let correction = context.uikit.complete(&event) { context.deliver(correction) }
    context.deliver(event)
    return .read
  }

  private static func readIntent(
    _ message: Span<UInt8>, sign: Int, in context: inout LineContext
  ) -> Reading {
    guard let label = message.last("expirationHandler: ", from: sign) else {
      return .skipped(.announcement)
    }
    let handler = UIKitTaskInfo.handler(message, from: label + "expirationHandler: ".utf8.count)
    var name = TextID.none
    if let start = message.find("taskName: ", from: sign) {
      let end = message.last(", expirationHandler", from: start) ?? label
      let from = start + "taskName: ".utf8.count
      if from <= end { name = UIKitTaskInfo.name(message.extracting(from..<end), context.texts) }
    }
    context.uikit.willAdd(context.event(.begin, .uikitCreated), name: name, handler: handler)
    return .skipped(.announcement)
  }
}
