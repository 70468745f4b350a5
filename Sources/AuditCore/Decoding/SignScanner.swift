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
    var bytes: [UInt8]
    var format: Int
    /// The next sign whose first four bytes end in the same table entry; −1 for none.
    var next: Int
  }

  private static let window = 4
  private static let entries = 4096
  private let shifts: [UInt8]
  private let heads: [Int16]
  private let signs: [Sign]

  /// `signs` holds the signs of each format, all of four bytes or more.
  init(_ formats: [[StaticString]]) {
    var shifts = [UInt8](repeating: UInt8(Self.window - 1), count: Self.entries)
    var heads = [Int16](repeating: -1, count: Self.entries)
    var signs: [Sign] = []
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
        signs.append(Sign(bytes: bytes, format: format, next: Int(heads[entry])))
        heads[entry] = Int16(signs.count - 1)
      }
    }
    self.shifts = shifts
    self.heads = heads
    self.signs = signs
  }

  /// The leftmost sign at or after `position`; of those at one place, the one registered first.
  /// `after` continues behind a hit whose format refused: only later places, or formats registered
  /// later at the same place, are found.
  func first(in message: Span<UInt8>, from position: Int = 0, after last: Hit? = nil) -> Hit? {
    var index = (last?.position ?? position) + Self.window - 1
    while index < message.count {
      let entry = Self.entry(message[index &- 1], message[index])
      let shift = shifts[entry]
      if shift > 0 {
        index &+= Int(shift)
        continue
      }
      let start = index - (Self.window - 1)
      var candidate = Int(heads[entry])
      while candidate >= 0 {
        let isLater =
          last.map { start > $0.position || signs[candidate].format > $0.format } ?? true
        if isLater, stands(candidate, in: message, at: start) {
          return Hit(position: start, format: signs[candidate].format)
        }
        candidate = signs[candidate].next
      }
      index &+= 1
    }
    return nil
  }

  private func stands(_ sign: Int, in message: Span<UInt8>, at start: Int) -> Bool {
    let count = signs[sign].bytes.count
    if start + count > message.count { return false }
    for offset in 0..<count where message[start &+ offset] != signs[sign].bytes[offset] {
      return false
    }
    return true
  }

  private static func entry(_ first: UInt8, _ second: UInt8) -> Int {
    (Int(first) ^ Int(second) &<< 4) & (entries - 1)
  }
}
