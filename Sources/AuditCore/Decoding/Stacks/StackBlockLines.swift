/// Reads the lines of printed stacks: a first line that ends in `(`, frames without framing, `)`.
enum StackBlockLines: DescribedFormat {
  static let about = FormatDescription(
    name: "stack-block",
    summary: "callStackSymbols as NSLog prints them, over many lines, after a begin or end",
    example: """
      enter beginBackgroundTaskWithExpirationHandler:1
      (
      \t0   Chat    0x0000000102903a58 -[Uploader start] + 132
      """)

  /// Takes an unframed line that continues an open block: a frame or the closing parenthesis.
  static func readContinuation(_ line: Span<UInt8>, in context: inout LineContext) -> Bool {
    let start = line.skipBlanks(from: 0)
    let first = line.byte(at: start)
    if first == UInt8(ascii: ")") {
      guard start + 1 == line.count, let block = context.blocks.closeNewest() else { return false }
      deliver(block, &context)
      return true
    }
    guard first.isDigit || first == UInt8(ascii: "\"") else { return false }
    return addFrame(line, in: &context)
  }

  /// Takes a message, framed or not, that opens a block, goes on with one whose lines are framed, or
  /// closes it. A framed message of another kind cuts the block of its own thread.
  static func read(_ message: Span<UInt8>, isFramed: Bool, in context: inout LineContext) -> Bool {
    if message.byte(at: message.count - 1) == UInt8(ascii: "("), isHeader(message) {
      cut(&context)
      return openBlock(isFramed: isFramed, in: &context)
    }
    if !context.blocks.isOpen { return false }
    if isFramed {
      if readContinuation(message, in: &context) { return true }
      cut(&context)
    }
    return false
  }

  static func closeAll(_ context: inout LineContext) {
    while let block = context.blocks.close(where: { _ in true }) { deliver(block, &context) }
  }

  /// Closes the printed block of the process and thread at hand: its lines have ended without `)`.
  static func cut(_ context: inout LineContext) {
    let (origin, thread) = (context.origin, context.thread)
    let block = context.blocks.close {
      !$0.isInParts && $0.event.origin == origin && $0.event.thread == thread
    }
    if let block { deliver(block, &context) }
  }

  static func deliver(_ block: StackBlocks.Block, _ context: inout LineContext) {
    var event = block.event
    event.stack = context.stacks.intern(block.frames)
    if !event.stack.isNone { context.deliver(event) }
  }

  /// The parenthesis alone, or words that announce a stack before it.
  private static func isHeader(_ message: Span<UInt8>) -> Bool {
    message.trimmedRange().count == 1 || message.find("tack") != nil || message.find("堆栈") != nil
      || message.find("调用栈") != nil
  }

  private static func openBlock(isFramed: Bool, in context: inout LineContext) -> Bool {
    var event = context.event(.stack, .other)
    guard let task = context.blocks.task(before: event, isFramed: isFramed) else { return false }
    event.origin = task.origin
    event.thread = task.thread
    event.stamp = event.stamp ?? task.stamp
    let block = StackBlocks.Block(event: event, touched: context.place.line)
    if let oldest = context.blocks.add(block) { deliver(oldest, &context) }
    return true
  }

  private static func addFrame(_ line: Span<UInt8>, in context: inout LineContext) -> Bool {
    let start = line.skipBlanks(from: 0)
    var digits = line.byte(at: start) == UInt8(ascii: "\"") ? start + 1 : start
    guard let index = line.decimal(at: &digits), index < 10_000,
      let frame = FrameText.parse(line, texts: context.texts)
    else { return false }
    return context.blocks.add(frame, index: Int(index), line: context.place.line)
  }
}
