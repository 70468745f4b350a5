/// assertiond's count of assertions: `HWM increased to 2844 because of <BKProcessAssertion: 0x…;
/// "RNBackgroundTimer" (finishTask:180s); id:…>`.
enum HighWaterLines: LineFormat {
  static let about = FormatDescription(
    name: "high-water", summary: "assertiond's count of the assertions that are held",
    example:
      #"HWM increased to 2844 because of <BKProcessAssertion: 0x1; "sync" (finishTask:180s)>"#)

  static let signs: [StaticString] = ["HWM increased to "]

  static func read(_ message: Span<UInt8>, sign: Int, in context: inout LineContext) -> Reading {
    var position = sign + "HWM increased to ".utf8.count
    guard let count = message.decimal(at: &position).flatMap({ Int(exactly: $0) }) else {
      return .unreadable(UnreadableReason("the count is not a number"))
    }
    var event = context.event(.highWater(count), .systemKill)
    // The daemon's own name is nobody's; the owner may be said.
    event.origin = Origin(device: event.origin.device)
    event.thread = 0
    if let label = message.find("(owner: ", from: position),
      let close = message.firstIndex(of: UInt8(ascii: ")"), from: label),
      let owner = ProcessName.read(
        message, label + "(owner: ".utf8.count..<close, context.texts)
    {
      event.origin.process = owner.process
      event.origin.pid = owner.pid
    }
    let kind = message.find(" (", from: position) ?? message.count
    event.name = AssertionDetail.quoted(message, before: kind, context.texts)
    context.deliver(event)
    return .read
  }
}
