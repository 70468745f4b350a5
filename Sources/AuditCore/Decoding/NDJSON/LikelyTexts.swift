/// What an ordinary event names again and again: the texts of the newest one, to be compared, not read.
struct LikelyTexts {
  var session = LikelyText()
  var thread = LikelyText()
  /// The number that the thread's text stands for.
  var threadNumber: UInt64 = 0
}

/// The text of a JSON string and the quote that closes it, of at most 40 bytes.
struct LikelyText {
  /// The first byte lowest; zeros behind the last.
  private var words = InlineArray<5, UInt64>(repeating: 0)
  /// Both counts are 0 where there is none: whole words, and bytes behind them, 1 to 8.
  private var whole = 0
  private var rest = 0

  var isNone: Bool { rest == 0 }

  /// Where the closing quote stands if this is the text at `start`; nil if it is another.
  @inline(__always)
  func end(in bytes: Span<UInt8>, at start: Int) -> Int? {
    if rest == 0 { return nil }
    var index = start
    for place in 0..<whole {
      if bytes.word(at: index) != words[place] { return nil }
      index &+= 8
    }
    if (bytes.word(at: index) ^ words[whole]).first(rest) != 0 { return nil }
    return index &+ rest &- 1
  }

  /// Takes the text in `range`, which a quote follows; none where it is too long.
  mutating func learn(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    self = LikelyText()
    let count = range.count + 1
    if count > 8 * words.count || bytes.byte(at: range.upperBound) != UInt8(ascii: "\"") { return }
    whole = (count - 1) / 8
    rest = count - 8 * whole
    for place in 0...whole {
      let word = bytes.word(at: range.lowerBound + 8 * place)
      words[place] = place < whole ? word : word.first(rest)
    }
  }
}
