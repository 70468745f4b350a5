/// What ordinary events name again and again: sessions and threads, to be compared, not read.
struct LikelyTexts {
  /// Numbers of their texts.
  var sessions = KnownTexts(most: 256)
  /// Numbers of threads that are named by texts.
  var threads = KnownTexts(most: 64)

  var heldBytes: Int { sessions.heldBytes + threads.heldBytes }
}

/// Texts and what they stand for, by a hash of how they end: one, or where there are more, `most`.
struct KnownTexts {
  private var texts: [(text: KnownText, meaning: UInt64)] = []
  /// Bytes of the newest, and of the quote behind it: others mostly have as many.
  private var count = 0
  /// A power of two: several times as many as take turns, for those whose hashes agree drive each other out.
  private let most: Int

  init(most: Int) { self.most = most }

  var heldBytes: Int { texts.storageBytes }

  /// What the text at `start` stands for, and where the quote behind it is; nil if it must be read.
  @inline(__always)
  func meaning(in bytes: Span<UInt8>, at start: Int) -> (value: UInt64, end: Int)? {
    if texts.isEmpty { return nil }
    let slot = slot(of: bytes, from: start)
    guard let end = texts[slot].text.end(in: bytes, at: start) else { return nil }
    return (texts[slot].meaning, end)
  }

  /// Remembers the text in `range`.
  mutating func learn(_ meaning: UInt64, _ bytes: Span<UInt8>, _ range: Range<Int>) {
    guard let text = KnownText(bytes, range) else { return }
    if texts.isEmpty {
      texts = [(text, meaning)]
    } else if texts.count == 1, texts[0].meaning != meaning {
      texts = Array(repeating: (KnownText(), 0), count: most)
    }
    count = range.count + 1
    texts[slot(of: bytes, from: range.lowerBound)] = (text, meaning)
  }

  @inline(__always)
  private func slot(of bytes: Span<UInt8>, from start: Int) -> Int {
    let end = bytes.word(at: start &+ max(count &- 8, 0)).first(min(count, 8))
    return Int(truncatingIfNeeded: (end &* 0x9E37_79B9_7F4A_7C15) &>> 32) & (texts.count &- 1)
  }
}

/// The text of a JSON string and the quote that closes it, of at most 40 bytes.
struct KnownText {
  /// The first byte lowest; zeros behind the last.
  private var words = InlineArray<5, UInt64>(repeating: 0)
  /// Both are 0 where there is no text: whole words, and bytes behind them, 1 to 8.
  private var whole: UInt8 = 0
  private var rest: UInt8 = 0

  init() {}

  /// The text in `range`, which a quote must follow; nil where it is too long.
  init?(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    let count = range.count + 1
    if count > 8 * words.count || bytes.byte(at: range.upperBound) != UInt8(ascii: "\"") {
      return nil
    }
    let last = (count - 1) / 8
    (whole, rest) = (UInt8(last), UInt8(count - 8 * last))
    for place in 0...last {
      let word = bytes.word(at: range.lowerBound + 8 * place)
      words[place] = place < last ? word : word.first(Int(rest))
    }
  }

  /// Where the closing quote stands if this is the text at `start`; nil if it is another.
  @inline(__always)
  func end(in bytes: Span<UInt8>, at start: Int) -> Int? {
    if rest == 0 { return nil }
    var index = start
    let last = Int(whole)
    for place in 0..<last {
      if bytes.word(at: index) != words[place] { return nil }
      index &+= 8
    }
    if (bytes.word(at: index) ^ words[last]).first(Int(rest)) != 0 { return nil }
    return index &+ Int(rest) &- 1
  }
}
