/// Timer lines of the seeds: a date, a counter and the time left,
/// `2017-03-14 06:20:12 +0000==0,178.967`; in the foreground the time left is DBL_MAX.
enum TimerLines: LineFormat {
  static let about = FormatDescription(
    name: "timer", summary: "A timer that prints a date, a counter and the background time left",
    example: "2017-03-14 06:20:12 +0000==0,178.967")

  static let signs: [StaticString] = ["0000=="]

  static func read(_ message: Span<UInt8>, sign: Int, in context: inout LineContext) -> Reading {
    var position = sign + "0000==".utf8.count
    guard message.double(at: &position) != nil else { return .notMine }
    guard message.byte(at: position) == UInt8(ascii: ",") else { return .notMine }
    position = message.skipBlanks(from: position + 1)
    guard let remaining = BackgroundSeconds.read(message, at: &position) else {
      return .unreadable(UnreadableReason("the time left is not a number"))
    }
    var event = context.event(.sample(battery: nil, heartbeat: false), .other)
    event.remaining = remaining
    context.deliver(event)
    return .read
  }
}
