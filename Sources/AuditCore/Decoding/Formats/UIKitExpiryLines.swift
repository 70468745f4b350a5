/// UIKit's lines at expiry and its warnings: `Firing background task expiration handlers`,
/// `Calling expiration handler for task: <…>: taskID = 36, …`,
/// `Background task still not ended after expiration handlers were called: <…>: taskID = 262, …`,
/// `Background Task 83 ("upload"), was created over 30 seconds ago.…`.
enum UIKitExpiryLines: LineFormat {
  static let about = FormatDescription(
    name: "uikit-expiry",
    summary: "UIKit's lines at expiry, and its warnings of tasks that are open for long",
    example: #"Background Task 83 ("upload"), was created over 30 seconds ago."#)

  static let signs: [StaticString] = [
    "Background Task ", "Calling expiration handler for ", "Firing background task expiration",
    "task still not ended after expiration",
  ]

  static func read(_ message: Span<UInt8>, sign: Int, in context: inout LineContext) -> Reading {
    if message.has("Background", at: sign) { return readWarning(message, sign, &context) }
    if message.has("Firing", at: sign) {
      context.deliver(context.event(.expire, .uikitExpire))
      return .read
    }
    if message.has("Calling", at: sign) { return readCall(message, sign, &context) }
    guard let colon = message.find("called: ", from: sign) else { return .unreadable(.missingID) }
    guard let info = UIKitTaskInfo(message, from: colon + 8, context.texts) else {
      return .unreadable(.missingID)
    }
    // A hidden task is not said to be anybody's.
    guard let id = info.id else { return .skipped(.hiddenTask) }
    var event = context.event(
      .warning(age: nil, stillNotEnded: true), .uikitStillOpen, id: id)
    event.name = info.name
    context.deliver(event)
    return .read
  }

  /// For a task, or for one whose assertion was never had: `… assertion: task ID = 7`.
  private static func readCall(
    _ message: Span<UInt8>, _ sign: Int, _ context: inout LineContext
  ) -> Reading {
    var event = context.event(.expire, .uikitExpire)
    let position = sign + "Calling expiration handler for ".utf8.count
    if message.has("non-acquired", at: position) {
      guard let label = message.find("task ID = ", from: position) else {
        return .unreadable(.missingID)
      }
      var number = label + "task ID = ".utf8.count
      guard let id = try? TaskNumber.read(message, at: &number) else {
        return .unreadable(.noNumber)
      }
      event.id = id
    } else {
      guard message.has("task: ", at: position) else { return .notMine }
      guard let info = UIKitTaskInfo(message, from: position + 6, context.texts) else {
        return .unreadable(.missingID)
      }
      event.id = info.id
      event.name = info.name
    }
    context.deliver(event)
    return .read
  }

  /// Ids are grouped as the phone's language has it; the name is hidden on devices.
  private static func readWarning(
    _ message: Span<UInt8>, _ sign: Int, _ context: inout LineContext
  ) -> Reading {
    var position = sign + "Background Task ".utf8.count
    guard message.byte(at: position).isDigit,
      let created = message.find("was created over ", from: position)
    else { return .notMine }
    do throws(UnreadableReason) {
      let id = try TaskNumber.read(message, at: &position, grouping: .marksAndSpace)
      var seconds = created + "was created over ".utf8.count
      let age = message.double(at: &seconds)
      var event = context.event(
        .warning(age: age ?? 30, stillNotEnded: false), .uikitWarning, id: id)
      event.name = name(message, from: position, before: created, context.texts)
      context.deliver(event)
      return .read
    } catch {
      return .unreadable(error)
    }
  }

  private static func name(
    _ message: Span<UInt8>, from position: Int, before end: Int, _ texts: TextTable
  ) -> TextID {
    var start = message.skipBlanks(from: position)
    guard message.byte(at: start) == UInt8(ascii: "(") else { return .none }
    start += 1
    // `), ` closes the name, whatever parentheses it has itself.
    guard let close = message.extracting(start..<end).last(")") else { return .none }
    var range = start..<start + close
    if range.count >= 2, message[range.lowerBound] == UInt8(ascii: "\"") {
      range = range.lowerBound + 1..<max(range.lowerBound + 1, range.upperBound - 1)
    }
    return UIKitTaskInfo.name(message.extracting(range), texts)
  }
}
