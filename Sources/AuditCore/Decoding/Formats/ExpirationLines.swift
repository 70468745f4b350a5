/// The line that the seeds print in their expiration handlers, `bgTask expiration=============`: some
/// handler runs, it does not say whose.
enum ExpirationLines: LineFormat {
  static let about = FormatDescription(
    name: "expiration", summary: "An expiration handler that does not say whose",
    example: "bgTask expiration=============")

  static let signs: [StaticString] = ["bgTask expiration"]

  static func read(_ message: Span<UInt8>, sign: Int, in context: inout LineContext) -> Reading {
    if sign > 0, message[sign - 1].isWord { return .notMine }
    let end = message.skipBlanks(from: sign + "bgTask expiration".utf8.count)
    if end < message.count, message[end] != UInt8(ascii: "=") { return .notMine }
    context.deliver(context.event(.expire, .other))
    return .read
  }
}
