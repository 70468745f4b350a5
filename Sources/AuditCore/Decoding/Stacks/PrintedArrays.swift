/// Stacks as Swift prints an array of strings: `["0   Image   0x… symbol + 4", "1   …"]`, behind the
/// begin they belong to or on the line after it.
enum PrintedArrays: LineFormat {
  static let about = FormatDescription(
    name: "stack-array",
    summary: "A stack as Swift prints the array, on the line after a begin or end",
    example: """
      enter beginBackgroundTaskWithExpirationHandler:1
      ["0   Chat    0x0000000102903a58 $s4Chat8UploaderC5startyyF + 132"]
      """)

  static let signs: [StaticString] = ["[\"0  "]

  static func read(_ message: Span<UInt8>, sign: Int, in context: inout LineContext) -> Reading {
    var event = context.event(.stack, .other)
    guard let task = context.blocks.task(before: event, isFramed: !context.isUnframed) else {
      return .notMine
    }
    event.origin = task.origin
    event.thread = task.thread
    event.stack = stack(message, at: sign, &context)
    if event.stack.isNone { return .notMine }
    context.deliver(event)
    return .read
  }

  /// The stack that stands at or after `position`, for the formats whose lines may end in one.
  static func find(
    in message: Span<UInt8>, from position: Int, _ context: inout LineContext
  ) -> StackID {
    if message.count - position < 16 { return .none }
    guard let start = message.find("[\"0  ", from: position) else { return .none }
    return stack(message, at: start, &context)
  }

  /// `start` is the opening bracket's place. An array that is torn keeps the frames before the tear.
  private static func stack(
    _ message: Span<UInt8>, at start: Int, _ context: inout LineContext
  ) -> StackID {
    var frames: [Frame] = []
    var index = start + 1
    while frames.count < Limits.stackFramesMax, message.byte(at: index) == UInt8(ascii: "\"") {
      guard let end = closingQuote(message, from: index + 1) else { break }
      if let frame = FrameText.parse(message.extracting(index + 1..<end), texts: context.texts) {
        frames.append(frame)
      }
      index = end + 1
      while message.byte(at: index) == UInt8(ascii: ",") || message.byte(at: index) == 0x20 {
        index += 1
      }
    }
    return context.stacks.intern(frames)
  }

  private static func closingQuote(_ message: Span<UInt8>, from start: Int) -> Int? {
    var index = start
    while index < message.count {
      if message[index] == UInt8(ascii: "\"") { return index }
      index += message[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return nil
  }
}
