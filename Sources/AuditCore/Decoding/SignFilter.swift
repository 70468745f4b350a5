/// Says of nearly all lines that they hold no sign, by a few bytes of each whose places do not depend on one
/// another, and finds their ends on the way. What it is not sure of, `SignSieve` decides.
///
/// A sign of nine bytes or more has nine in a row, its window. One of the fives that start at every fifth place of a
/// line lies wholly within the window: its fives are in a table of bits by their hash, and a second one tells by
/// eight bytes whether the window stands around. Shorter signs, and all others that have such a pair, are known by
/// two neighbouring bytes, which are looked for at every place.
final class SignFilter: Sendable {
  static let shared = SignFilter(LineFormats.all.flatMap { $0.signs })

  private static let window = 9
  private static let gram = 5
  private static let stride = window - gram + 1
  private static let pairsMax = 3
  /// Of the grams, and of the windows by their first eight bytes.
  private let grams: InlineArray<1024, UInt64>
  private let windows: InlineArray<1024, UInt64>
  /// The first and second bytes of the pairs, each at every place.
  private let first: InlineArray<3, SIMD32<UInt8>>
  private let second: InlineArray<3, SIMD32<UInt8>>

  /// `texts` have four bytes or more each; those below nine have at most three different rarest pairs.
  init(_ texts: [StaticString]) {
    let signs = texts.map { $0.withUTF8Buffer { unsafe Array($0) } }
    var pairs: [[UInt8]] = []
    for sign in signs where sign.count < Self.window && !Self.hasPair(sign, of: pairs) {
      pairs.append(Self.rarest(2, of: sign))
    }
    precondition(pairs.count <= Self.pairsMax, "too many signs are too short to look for")
    var grams = InlineArray<1024, UInt64>(repeating: 0)
    var heads = InlineArray<1024, UInt64>(repeating: 0)
    var windows: [[UInt8]] = []
    for sign in signs where !Self.hasPair(sign, of: pairs) {
      if windows.contains(where: { Self.stands($0, in: sign) }) { continue }
      let window = Self.rarest(Self.window, of: sign)
      windows.append(window)
      for start in 0..<Self.stride {
        Self.note(Self.place(ofGram: window.span.word(at: start)), in: &grams)
      }
      Self.note(Self.place(ofWindow: window.span.word(at: 0)), in: &heads)
    }
    self.grams = grams
    self.windows = heads
    // A pair that is left over finds line ends, as they are found anyway.
    let chosen = pairs + Array(repeating: [0x0A, 0x0A], count: Self.pairsMax - pairs.count)
    first = InlineArray { SIMD32(repeating: chosen[$0][0]) }
    second = InlineArray { SIMD32(repeating: chosen[$0][1]) }
  }

  /// Where the first line feed at or after `start` stands, and whether neither a backslash nor one of the
  /// pairs stands before it; false as well where that was not looked for.
  @inline(__always)
  func lineEnd(_ chunk: Span<UInt8>, from start: Int) -> (end: Int, isPlain: Bool)? {
    var index = start
    while index < chunk.count &- 32 {
      let (here, next) = (chunk.block(at: index), chunk.block(at: index &+ 1))
      let ends = here.equals(0x0A) .| here.equals(UInt8(ascii: "\\"))
      let pairs =
        ((here .== first[0]) .& (next .== second[0]))
        .| ((here .== first[1]) .& (next .== second[1]))
        .| ((here .== first[2]) .& (next .== second[2]))
      if let place = (ends .| pairs).firstPlace {
        index &+= place
        if chunk.byte(at: index) == 0x0A { return (index, true) }
        break
      }
      index &+= 32
    }
    return chunk.place(of: 0x0A, from: index).map { ($0, false) }
  }

  /// Whether a sign without one of the pairs may stand within `range`, which lies within `chunk`.
  @inline(__always)
  func mayHold(_ chunk: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var index = range.lowerBound
    while index <= range.upperBound &- Self.gram {
      // The tables lie within the object: to hand them on would copy them.
      let place = Self.place(ofGram: chunk.word(at: index))
      if grams[place &>> 6] &>> UInt64(truncatingIfNeeded: place) & 1 != 0,
        mayHold(chunk, around: index, range.lowerBound)
      {
        return true
      }
      index &+= Self.stride
    }
    return false
  }

  /// Whether a window may stand around the gram at `place`.
  @inline(never)
  private func mayHold(_ chunk: Span<UInt8>, around place: Int, _ low: Int) -> Bool {
    for start in max(place &- Self.stride &+ 1, low)...place {
      let place = Self.place(ofWindow: chunk.word(at: start))
      if windows[place &>> 6] &>> UInt64(truncatingIfNeeded: place) & 1 != 0 { return true }
    }
    return false
  }

  private static func note(_ place: Int, in bits: inout InlineArray<1024, UInt64>) {
    bits[place &>> 6] |= 1 &<< UInt64(truncatingIfNeeded: place)
  }

  /// Below 2^16, of the word's first five bytes.
  @inline(__always)
  private static func place(ofGram word: UInt64) -> Int {
    place(ofWindow: word &<< UInt64(truncatingIfNeeded: 64 &- 8 &* gram))
  }

  /// Below 2^16, of all eight.
  @inline(__always)
  private static func place(ofWindow word: UInt64) -> Int {
    Int(truncatingIfNeeded: (word &* 0x9E37_79B9_7F4A_7C15) &>> 48)
  }

  private static func hasPair(_ sign: [UInt8], of pairs: [[UInt8]]) -> Bool {
    pairs.contains { stands($0, in: sign) }
  }

  private static func stands(_ part: [UInt8], in sign: [UInt8]) -> Bool {
    sign.span.place(of: part.span) != nil
  }

  /// The `count` bytes in a row of a sign that are the least likely to stand in a log, in which other things are
  /// done in the background as well.
  private static func rarest(_ count: Int, of sign: [UInt8]) -> [UInt8] {
    let common = Array("Background background".utf8)
    let all = (0...sign.count - count).map { Array(sign[$0..<$0 + count]) }
    let parts = all.filter { !stands($0, in: common) }
    func cost(_ part: [UInt8]) -> Int {
      let size = min(gram, count)
      return (0...count - size).reduce(0) { sum, start in
        sum + part[start..<start + size].reduce(1) { $0 * SignSieve.commonness($1) }
      }
    }
    return parts.min { cost($0) < cost($1) } ?? all[0]
  }
}
