/// Finds the first of many texts in a message, looking at about every third byte of what holds none.
///
/// The method is Wu and Manber's: a table, indexed by two neighbouring bytes, says how far the scan
/// may jump before one of the signs could end its first four bytes.
final class SignScanner: Sendable {
  struct Hit: Equatable {
    var position: Int
    /// Index into the formats that the scanner was made of.
    var format: Int
  }

  static let shared = SignScanner(LineFormats.all.map { $0.signs })

  private struct Sign {
    /// Where it stands in `text`.
    var range: Range<Int>
    var format: Int
    /// The next sign whose first four bytes end in the same table entry; −1 for none.
    var next: Int
  }

  private static let window = 4
  private static let entries = 4096
  private let shifts: InlineArray<4096, UInt8>
  private let heads: InlineArray<4096, Int16>
  private let signs: [Sign]
  private let text: [UInt8]

  /// `signs` holds the signs of each format, all of four bytes or more.
  init(_ formats: [[StaticString]]) {
    var shifts = InlineArray<4096, UInt8>(repeating: UInt8(Self.window - 1))
    var heads = InlineArray<4096, Int16>(repeating: -1)
    var signs: [Sign] = []
    var joined: [UInt8] = []
    // Backwards, so that the chains come out in the order of registration.
    for (format, texts) in formats.enumerated().reversed() {
      for text in texts.reversed() {
        let bytes = text.withUTF8Buffer { unsafe Array($0) }
        precondition(bytes.count >= Self.window, "a sign is too short to look for")
        for end in 1..<Self.window {
          let entry = Self.entry(bytes[end - 1], bytes[end])
          shifts[entry] = min(shifts[entry], UInt8(Self.window - 1 - end))
        }
        let entry = Self.entry(bytes[Self.window - 2], bytes[Self.window - 1])
        let range = joined.count..<joined.count + bytes.count
        joined += bytes
        signs.append(Sign(range: range, format: format, next: Int(heads[entry])))
        heads[entry] = Int16(signs.count - 1)
      }
    }
    text = joined
    self.shifts = shifts
    self.heads = heads
    self.signs = signs
  }

  /// The sign that a message begins with.
  @inline(__always)
  func beginning(of message: Span<UInt8>) -> Hit? { sign(in: message, at: 0, after: nil) }

  /// Where the sign of a hit ends; nil where another sign has that one within itself.
  func loneEnd(of hit: Hit, in message: Span<UInt8>) -> Int? {
    let bytes = text
    let span = bytes.span
    func stands(_ sign: Sign) -> Bool {
      let end = hit.position + sign.range.count
      return sign.format == hit.format && end <= message.count
        && span.equal(sign.range, to: message, hit.position..<end)
    }
    guard let index = signs.firstIndex(where: stands) else { return nil }
    let part = span.extracting(signs[index].range)
    for other in signs.indices where other != index {
      if span.extracting(signs[other].range).place(of: part) != nil { return nil }
    }
    return hit.position + part.count
  }

  /// The leftmost sign at or after `position`; of those at one place, the one registered first.
  /// `after` continues behind a hit whose format refused: only later places, or formats registered
  /// later at the same place, are found.
  func first(in message: Span<UInt8>, from position: Int = 0, after last: Hit? = nil) -> Hit? {
    var index = (last?.position ?? position) + Self.window - 1
    while index < message.count {
      let shift = shifts[Self.entry(message[index &- 1], message[index])]
      if shift > 0 {
        index &+= Int(shift)
        continue
      }
      if let hit = sign(in: message, at: index - (Self.window - 1), after: last) { return hit }
      index &+= 1
    }
    return nil
  }

  /// The sign that stands at `start`, of several the one registered first.
  @inline(__always)
  private func sign(in message: Span<UInt8>, at start: Int, after last: Hit?) -> Hit? {
    let end = start &+ Self.window &- 1
    var candidate = Int(heads[Self.entry(message.byte(at: end &- 1), message.byte(at: end))])
    if candidate < 0 { return nil }
    let bytes = text
    let span = bytes.span
    while candidate >= 0 {
      let sign = signs[candidate]
      let isLater = last.map { start > $0.position || sign.format > $0.format } ?? true
      let stop = start &+ sign.range.count
      if isLater, stop <= message.count, span.equal(sign.range, to: message, start..<stop) {
        return Hit(position: start, format: sign.format)
      }
      candidate = sign.next
    }
    return nil
  }

  private static func entry(_ first: UInt8, _ second: UInt8) -> Int {
    (Int(first) ^ Int(second) &<< 4) & (entries - 1)
  }
}
