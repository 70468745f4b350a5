/// The client hook's stacks in parts, because the system log cuts long messages:
/// `BGT stack id=3 part=1/3 IMAGE+0xOFFSET SYMBOL; …`.
enum ProductStackLines {
  /// `position` stands behind the verb.
  static func read(
    _ message: Span<UInt8>, from position: Int, in context: inout LineContext
  ) -> Reading {
    var event = context.event(.stack, .product)
    var pairs = KeyValues(position: position)
    var part: (number: Int, total: Int)?
    while part == nil, let pair = pairs.next(in: message) {
      let key = message.extracting(pair.key)
      var start = pair.value.lowerBound
      if key.isText("id") {
        guard let id = try? TaskNumber.read(message, at: &start, grouping: .marksAndSpace) else {
          return .unreadable(.noNumber)
        }
        event.id = id
        pairs.position = start
      } else if key.isText("part") {
        part = parts(message.extracting(pair.value))
      }
    }
    guard event.id != nil else { return .unreadable(.missingID) }
    guard let part else { return .unreadable(UnreadableReason("missing part")) }
    let frames = frames(message.extracting(pairs.position..<message.count), context.texts)
    if part.number == 1 { deliverPending(event, &context) }
    if !context.blocks.addPart(frames, of: event) {
      let block = StackBlocks.Block(
        event: event, frames: Array(frames.prefix(Limits.stackFramesMax)),
        touched: context.place.line, isInParts: true)
      if let oldest = context.blocks.add(block) { StackBlockLines.deliver(oldest, &context) }
    }
    if part.number >= part.total { deliverPending(event, &context) }
    return .read
  }

  private static func deliverPending(_ event: Event, _ context: inout LineContext) {
    let block = context.blocks.close {
      $0.isInParts && $0.event.origin == event.origin && $0.event.id == event.id
    }
    if let block { StackBlockLines.deliver(block, &context) }
  }

  private static func parts(_ text: Span<UInt8>) -> (number: Int, total: Int)? {
    var position = 0
    guard let number = text.decimal(at: &position), text.byte(at: position) == UInt8(ascii: "/")
    else { return nil }
    position += 1
    guard let total = text.decimal(at: &position), number >= 1, total <= 1_000_000 else {
      return nil
    }
    return (Int(min(number, total)), Int(total))
  }

  private static func frames(_ text: Span<UInt8>, _ texts: TextTable) -> [Frame] {
    var frames: [Frame] = []
    var start = 0
    while start < text.count, frames.count < Limits.stackFramesMax {
      let end = text.firstIndex(of: UInt8(ascii: ";"), from: start) ?? text.count
      let element = text.extracting(start..<end)
      if let frame = frame(element.extracting(element.trimmedRange()), texts) {
        frames.append(frame)
      }
      start = end + 1
    }
    return frames
  }

  /// `IMAGE+0xOFFSET SYMBOL`; the symbol may be missing. The offset is from the image's start.
  private static func frame(_ text: Span<UInt8>, _ texts: TextTable) -> Frame? {
    guard let plus = text.find("+0x"), plus > 0 else { return nil }
    var position = plus + 1
    guard let address = text.hexadecimal(at: &position) else { return nil }
    let symbol = text.extracting(text.skipBlanks(from: position)..<text.count)
    return Frame(
      image: texts.intern(text.extracting(0..<plus), bytesMax: Limits.labelBytesMax),
      symbol: FrameText.isStripped(symbol)
        ? .none : texts.intern(symbol, bytesMax: Limits.symbolBytesMax),
      address: address)
  }
}
