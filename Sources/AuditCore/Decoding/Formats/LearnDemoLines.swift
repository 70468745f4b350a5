/// LearnDemo's hook, which prints begins alone: `hook taskID = 3`.
enum LearnDemoLines: LineFormat {
  static let about = FormatDescription(
    name: "learn-demo", summary: "A hook that prints begins alone",
    example: "hook taskID = 3")

  static let signs: [StaticString] = ["hook taskID"]

  static func read(_ message: Span<UInt8>, sign: Int, in context: inout LineContext) -> Reading {
    if sign > 0, message[sign - 1].isWord { return .notMine }
    var position = sign
    guard Punctuation.pass("hook taskID", message, at: &position) else { return .notMine }
    do throws(UnreadableReason) {
      let id = try TaskNumber.read(message, at: &position)
      var event = context.event(.begin, .learnDemoHook, id: id)
      event.stack = PrintedArrays.find(in: message, from: position, &context)
      context.deliver(event)
      return .read
    } catch {
      return .unreadable(error)
    }
  }
}
