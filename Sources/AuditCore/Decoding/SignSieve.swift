/// Says of most messages that they hold no sign, looking at about every fourth byte.
///
/// Where `SignScanner` goes by the beginnings of signs, which are letters as they stand everywhere, this goes
/// by the rarest four bytes of each, its window: a table, indexed by two neighbouring bytes, says how far the
/// scan may jump before it could miss a window; another has the signs by their windows.
final class SignSieve: Sendable {
  static let shared = SignSieve(LineFormats.all.flatMap { $0.signs })

  private struct Sign {
    /// Where it stands in `text`.
    var range: Range<Int>
    /// Where its window starts within it.
    var start: Int
    /// The next sign whose window has the same hash; −1 for none.
    var next: Int
  }

  private static let window = 4
  private static let entries = 4096
  private let jumps: InlineArray<4096, UInt8>
  private let heads: InlineArray<4096, Int16>
  private let signs: [Sign]
  private let text: [UInt8]

  /// `texts` have four bytes or more each.
  init(_ texts: [StaticString]) {
    var jumps = InlineArray<4096, UInt8>(repeating: UInt8(Self.window))
    var heads = InlineArray<4096, Int16>(repeating: -1)
    var signs: [Sign] = []
    var joined: [UInt8] = []
    for text in texts {
      let bytes = text.withUTF8Buffer { unsafe Array($0) }
      precondition(bytes.count >= Self.window, "a sign is too short to look for")
      var start = 0
      var least = Int.max
      for other in 0...bytes.count - Self.window {
        let cost = Self.cost(bytes, other, &jumps)
        if cost < least { (start, least) = (other, cost) }
      }
      Self.note(bytes, start, in: &jumps)
      let place = Self.hash(bytes.span.word(at: start))
      let range = joined.count..<joined.count + bytes.count
      joined += bytes
      signs.append(Sign(range: range, start: start, next: Int(heads[place])))
      heads[place] = Int16(signs.count - 1)
    }
    text = joined
    self.jumps = jumps
    self.heads = heads
    self.signs = signs
  }

  /// Whether a sign stands at or after `position`.
  func holdsSign(_ message: Span<UInt8>, from position: Int = 0) -> Bool {
    var index = position &+ Self.window &- 2
    while let pair = message.pair(at: index) {
      let jump = jumps[Self.entry(pair)]
      if jump > 0 {
        index &+= Int(jump)
        continue
      }
      let start = index &- (Self.window &- 2)
      let sign = Int(heads[Self.hash(message.word(at: start))])
      if sign >= 0, stands(sign, in: message, at: start, from: position) { return true }
      index &+= 1
    }
    return false
  }

  /// Whether a sign whose window has the hash of what is at `start` stands around that.
  private func stands(
    _ first: Int, in message: Span<UInt8>, at start: Int, from position: Int
  ) -> Bool {
    let bytes = text
    let span = bytes.span
    var next = first
    while next >= 0 {
      let sign = signs[next]
      let low = start - sign.start
      let high = low + sign.range.count
      if low >= position, high <= message.count,
        span.equal(sign.range, to: message, low..<high)
      {
        return true
      }
      next = sign.next
    }
    return false
  }

  /// A window may end with a pair, or so many bytes behind it; with a pair whose second byte is the
  /// window's first, three.
  private static func note(
    _ bytes: [UInt8], _ start: Int, in jumps: inout InlineArray<4096, UInt8>
  ) {
    for end in 1..<window {
      let entry = entry(bytes[start + end - 1], bytes[start + end])
      jumps[entry] = min(jumps[entry], UInt8(window - 1 - end))
    }
    for first in UInt8.min...UInt8.max {
      let entry = entry(first, bytes[start])
      jumps[entry] = min(jumps[entry], UInt8(window - 1))
    }
  }

  /// How much the scan loses by a window: for each pair the bytes that are not jumped over, by how often
  /// it stands in a message.
  private static func cost(
    _ bytes: [UInt8], _ start: Int, _ jumps: inout InlineArray<4096, UInt8>
  ) -> Int {
    var cost = 0
    for end in 1..<window {
      let (first, second) = (bytes[start + end - 1], bytes[start + end])
      let lost = Int(jumps[entry(first, second)]) - (window - 1 - end)
      cost += max(lost, 0) * commonness(first) * commonness(second)
    }
    // Where no window begins with this byte yet, each pair that ends with it loses one.
    if jumps[entry(0, bytes[start])] == UInt8(window) { cost += 64 * commonness(bytes[start]) }
    return cost
  }

  /// How often a byte stands in English log messages, roughly, of a hundred.
  static func commonness(_ byte: UInt8) -> Int {
    switch byte {
    case 0x20, 0x65: 12
    case 0x61, 0x69, 0x6E, 0x6F, 0x72, 0x73, 0x74: 8
    case 0x63, 0x64, 0x66, 0x67, 0x68, 0x6C, 0x6D, 0x70, 0x75: 4
    case 0x30...0x3A, 0x61...0x7A: 2
    default: 1
    }
  }

  private static func entry(_ first: UInt8, _ second: UInt8) -> Int {
    entry(UInt16(first) | UInt16(second) &<< 8)
  }

  @inline(__always)
  private static func entry(_ pair: UInt16) -> Int { Int((pair ^ pair &>> 5) & 4095) }

  /// Of the word's first four bytes.
  @inline(__always)
  private static func hash(_ word: UInt64) -> Int {
    Int((UInt32(truncatingIfNeeded: word) &* 0x9E37_79B1) &>> 20)
  }
}
