/// Apps that log their background time by its name: `backgroundTimeRemaining: 178.9`,
/// `Background time remaining = 26.4 seconds`.
enum TimeLeftLines: LineFormat {
  static let about = FormatDescription(
    name: "time-left", summary: "The background time left, by its name",
    example: "backgroundTimeRemaining: 178.9")

  static let signs: [StaticString] = ["ackgroundTimeRemaining", "ackground time remaining"]

  static func read(_ message: Span<UInt8>, sign: Int, in context: inout LineContext) -> Reading {
    var position = Punctuation.skip(message, from: sign + "ackgroundTimeRemaining".utf8.count)
    if message.byte(at: sign + 9) == 0x20 {
      position = Punctuation.skip(message, from: sign + "ackground time remaining".utf8.count)
    }
    guard let remaining = BackgroundSeconds.read(message, at: &position) else { return .notMine }
    var event = context.event(.sample(battery: nil, heartbeat: false), .other)
    event.remaining = remaining
    context.deliver(event)
    return .read
  }
}
