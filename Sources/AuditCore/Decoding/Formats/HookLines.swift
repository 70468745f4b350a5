/// The lines of the hooks that developers swizzle in:
/// `enter beginBackgroundTaskWithExpirationHandler:1`, `enter endBackgroundTask:6`,
/// `开启任务ID: 1`, `开启任务名称:NAME, ID: 4`, `结束任务ID: 1`.
enum HookLines: LineFormat {
  static let about = FormatDescription(
    name: "hook",
    summary: "Hooks of begin and end that print the method and the id, also in Chinese",
    example: "enter beginBackgroundTaskWithExpirationHandler:1")

  static let signs: [StaticString] = [
    "enter begin", "enter endB", "开启任务", "结束任务",
  ]

  static func read(_ message: Span<UInt8>, sign: Int, in context: inout LineContext) -> Reading {
    if message.has("enter", at: sign) { return readEnter(message, sign: sign, in: &context) }
    let isBegin = message.has("开启", at: sign)
    var position = sign + "开启任务".utf8.count
    if Punctuation.pass("ID", message, at: &position) {
      return deliver(
        isBegin ? .begin : .end, .chineseHook, message, at: position, in: &context)
    }
    guard isBegin, Punctuation.pass("名称", message, at: &position) else { return .notMine }
    guard let id = message.last("ID", from: position) else { return .unreadable(.missingID) }
    var number = id
    _ = Punctuation.pass("ID", message, at: &number)
    let name = Punctuation.trimmed(message, position..<id)
    return deliver(
      .begin, .namedChineseHook, message, at: number,
      name: UIKitTaskInfo.name(message.extracting(name), context.texts), in: &context)
  }

  /// The selector ends at the last colon before the number; its own colons are no separators.
  private static func readEnter(
    _ message: Span<UInt8>, sign: Int, in context: inout LineContext
  ) -> Reading {
    if sign > 0, message[sign - 1].isWord { return .notMine }
    var position = sign + 6
    let isBegin = message.has("begin", at: position)
    position += isBegin ? 5 : 3
    guard message.has("BackgroundTask", at: position) else {
      // Cut off within the word, at the end of the line.
      let rest = message.extracting(position..<message.count)
      return isPrefix(rest, of: "BackgroundTask") ? .unreadable(.torn) : .notMine
    }
    position += "BackgroundTask".utf8.count
    while position < message.count {
      // Letters by the eight.
      let letters = message.word(at: position).maskOfNoLetter.firstPlace
      position &+= letters
      if letters == 8 { continue }
      guard position < message.count,
        message[position].isWord || isSelectorColon(message, position)
      else { break }
      position &+= 1
    }
    if position >= message.count { return .unreadable(.missingID) }
    return deliver(
      isBegin ? .begin : .end, .enterHook, message, at: Punctuation.skip(message, from: position),
      in: &context)
  }

  private static func isSelectorColon(_ message: Span<UInt8>, _ position: Int) -> Bool {
    message[position] == UInt8(ascii: ":") && (message.byte(at: position + 1) | 0x20) &- 0x61 < 26
  }

  private static func isPrefix(_ rest: Span<UInt8>, of text: StaticString) -> Bool {
    if rest.count >= text.utf8CodeUnitCount { return false }
    let whole = text.withUTF8Buffer { unsafe Array($0) }
    return whole.span.extracting(0..<rest.count).elementsEqual(rest)
  }

  private static func deliver(
    _ action: Event.Action, _ wording: Wording, _ message: Span<UInt8>, at position: Int,
    name: TextID = .none, in context: inout LineContext
  ) -> Reading {
    var position = position
    do throws(UnreadableReason) {
      let id = try TaskNumber.read(message, at: &position)
      var event = context.event(action, wording, id: id)
      event.name = name
      event.stack = PrintedArrays.find(in: message, from: position, &context)
      context.deliver(event)
      return .read
    } catch {
      return .unreadable(error)
    }
  }
}

/// The marks between the words of hand-written hooks, ASCII and fullwidth.
enum Punctuation {
  /// The end of a run of spaces, colons, commas and equals signs of any width.
  static func skip(_ message: Span<UInt8>, from position: Int) -> Int {
    var index = position
    while let length = length(message, at: index) { index += length }
    return index
  }

  /// Passes marks, `word` and the marks behind it; false, and no move, where `word` is not there.
  static func pass(
    _ word: StaticString, _ message: Span<UInt8>, at position: inout Int
  ) -> Bool {
    let start = skip(message, from: position)
    guard message.has(word, at: start) else { return false }
    position = skip(message, from: start + word.utf8CodeUnitCount)
    return true
  }

  /// `range` without marks at its end.
  static func trimmed(_ message: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
    var end = range.upperBound
    while end > range.lowerBound {
      if length(message, at: end - 1) == 1 {
        end -= 1
      } else if end - 3 >= range.lowerBound, length(message, at: end - 3) == 3 {
        end -= 3
      } else {
        break
      }
    }
    return range.lowerBound..<end
  }

  private static func length(_ message: Span<UInt8>, at index: Int) -> Int? {
    switch message.byte(at: index) {
    case 0x20, 0x09, UInt8(ascii: ":"), UInt8(ascii: ","), UInt8(ascii: "="): return 1
    case 0xC2: return message.byte(at: index + 1) == 0xA0 ? 2 : nil
    case 0xEF, 0xE3: return isWide(message.word(at: index).first(3)) ? 3 : nil
    default: return nil
    }
  }

  /// Fullwidth colon, comma, the ideographic comma and space, the fullwidth equals sign.
  private static func isWide(_ bytes: UInt64) -> Bool {
    switch bytes {
    case UInt64.spelt("："), UInt64.spelt("，"), UInt64.spelt("、"), UInt64.spelt("\u{3000}"),
      UInt64.spelt("＝"):
      true
    default: false
    }
  }
}
