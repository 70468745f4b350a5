/// The client hook's own lines: `BGT begin id=3 name=(null) handler=1 app=background remaining=29.9`,
/// `BGT end id=3`, `BGT expire id=3`, `BGT expire-return id=3`, `BGT stack id=3 part=1/3 …`.
enum ProductLines: LineFormat {
  static let about = FormatDescription(
    name: "product", summary: "The product's own lines, for hooks that can choose",
    example: #"BGT begin id=3 name="upload" handler=1 app=background remaining=29.9"#)

  static let signs: [StaticString] = ["BGT "]

  static func read(_ message: Span<UInt8>, sign: Int, in context: inout LineContext) -> Reading {
    if sign > 0, message[sign - 1].isWord { return .notMine }
    let start = sign + 4
    var end = start
    while end < message.count, message[end] > 0x20 { end += 1 }
    let verb = message.extracting(start..<end)
    switch true {
    case verb.isText("begin"): return read(.begin, message, from: end, in: &context)
    case verb.isText("end"): return read(.end, message, from: end, in: &context)
    case verb.isText("expire"): return read(.expire, message, from: end, in: &context)
    case verb.isText("expire-return"): return read(.expired, message, from: end, in: &context)
    case verb.isText("stack"): return ProductStackLines.read(message, from: end, in: &context)
    // The activities of extensions and BGTask are other pairs of calls, which are not audited.
    case verb.isText("activity-begin"), verb.isText("activity-end"), verb.isText("bgtask-begin"),
      verb.isText("bgtask-end"):
      return .skipped(.sibling)
    // Another line may be printed into this one, so the rest is looked through as well.
    default: return end == message.count && isTorn(verb) ? .unreadable(.torn) : .notMine
    }
  }

  private static func read(
    _ action: Event.Action, _ message: Span<UInt8>, from position: Int,
    in context: inout LineContext
  ) -> Reading {
    var event = context.event(action, .product)
    var pairs = KeyValues(position: position)
    do throws(UnreadableReason) {
      while let pair = pairs.next(in: message) {
        try apply(pair, message, to: &event, &pairs, &context)
      }
    } catch {
      return .unreadable(error)
    }
    if case .begin = action {
      event.stack = PrintedArrays.find(in: message, from: pairs.position, &context)
    }
    if event.id == nil { return .unreadable(.missingID) }
    context.deliver(event)
    return .read
  }

  private static func apply(
    _ pair: KeyValues.Pair, _ message: Span<UInt8>, to event: inout Event,
    _ pairs: inout KeyValues, _ context: inout LineContext
  ) throws(UnreadableReason) {
    let value = message.extracting(pair.value)
    switch pair.key.count > 8 ? 0 : message.word(at: pair.key.lowerBound).first(pair.key.count) {
    case UInt64.spelt("id"):
      var position = pair.value.lowerBound
      event.id = try TaskNumber.read(message, at: &position, grouping: .marksAndSpace)
      pairs.position = position
    case UInt64.spelt("name"):
      event.name = pair.text(in: message, context.texts, bytesMax: Limits.nameBytesMax)
    case UInt64.spelt("slot"):
      event.slot = pair.text(in: message, context.texts, bytesMax: Limits.labelBytesMax)
    case UInt64.spelt("handler"):
      event.hasHandler = value.isText("1") ? true : value.isText("0") ? false : nil
    case UInt64.spelt("app"):
      event.appState = state(value)
    case UInt64.spelt("thread"):
      event.thread = ThreadNumber.read(value)
    default:
      if !message.extracting(pair.key).isText("remaining") { return }
      var position = pair.value.lowerBound
      event.remaining = BackgroundSeconds.read(message, at: &position)
    }
  }

  private static func state(_ word: Span<UInt8>) -> AppState? {
    switch true {
    case word.isText("active"), word.isText("foreground"): .foreground
    case word.isText("inactive"): .inactive
    case word.isText("background"): .background
    default: nil
    }
  }

  /// The line ends within a verb that would have made it an event.
  private static func isTorn(_ verb: Span<UInt8>) -> Bool {
    for whole: StaticString in ["begin", "end", "expire-return", "stack"]
    where verb.count < whole.utf8CodeUnitCount {
      let matches = whole.withUTF8Buffer { text in
        verb.indices.allSatisfy { unsafe text[$0] == verb[$0] }
      }
      if matches { return true }
    }
    return false
  }
}

/// Threads as sources name them.
enum ThreadNumber {
  /// The decimal number, or a hash of what is none.
  static func read(_ text: Span<UInt8>) -> UInt64 {
    var position = 0
    if let number = text.decimal(at: &position), position == text.count { return number }
    return text.isEmpty ? 0 : text.lastingHash
  }
}

extension Span where Element == UInt8 {
  /// True if the span is `text` and nothing more.
  func isText(_ text: StaticString) -> Bool {
    count == text.utf8CodeUnitCount && has(text, at: 0)
  }
}
