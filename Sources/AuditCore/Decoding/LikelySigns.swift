/// What the newest messages had before and in their signs: hooks print the same words before each, and where the
/// same bytes come again their sign is known without a search.
///
/// Holds nothing before a message has had a sign that is not its beginning.
struct LikelySigns {
  private struct Slot {
    /// Bytes up to the end of the sign; 0 where nothing is known.
    var count = 0
    var hit = SignScanner.Hit(position: 0, format: 0)
  }

  private static let slotsMax = 8
  /// Longer beginnings are searched each time.
  private static let bytesMax = 96
  private var slots: [Slot] = []
  /// The beginnings, each at its slot's place.
  private var bytes: [UInt8] = []

  var heldBytes: Int { slots.storageBytes + bytes.storageBytes }

  /// The first sign in a message.
  mutating func first(in message: Span<UInt8>) -> SignScanner.Hit? {
    let scanner = SignScanner.shared
    if let hit = scanner.beginning(of: message) { return hit }
    let slot = Self.slot(of: message)
    if let hit = known(message, slot) { return hit }
    guard SignSieve.shared.holdsSign(message), let hit = scanner.first(in: message) else {
      return nil
    }
    learn(message, hit, slot)
    return hit
  }

  @inline(__always)
  private func known(_ message: Span<UInt8>, _ slot: Int) -> SignScanner.Hit? {
    if slots.isEmpty { return nil }
    let count = slots[slot].count
    let start = slot &* Self.bytesMax
    guard count > 0, count <= message.count,
      bytes.span.equal(start..<start &+ count, to: message, 0..<count)
    else { return nil }
    return slots[slot].hit
  }

  private mutating func learn(_ message: Span<UInt8>, _ hit: SignScanner.Hit, _ slot: Int) {
    // One that starts before this sign and ends behind it would not be known by these bytes.
    guard let end = SignScanner.shared.loneEnd(of: hit, in: message), end <= Self.bytesMax else {
      return
    }
    if slots.isEmpty {
      slots = Array(repeating: Slot(), count: Self.slotsMax)
      bytes = Array(repeating: 0, count: Self.slotsMax * Self.bytesMax)
    }
    slots[slot] = Slot(count: end, hit: hit)
    for index in 0..<end { bytes[slot * Self.bytesMax + index] = message[index] }
  }

  /// By some bytes of the beginning that tell hooks apart.
  @inline(__always)
  private static func slot(of message: Span<UInt8>) -> Int {
    let mixed = message.word(at: 0) ^ message.word(at: 8) ^ message.word(at: 24)
    return Int(truncatingIfNeeded: (mixed &* 0x9E37_79B9_7F4A_7C15) &>> 61)
  }
}
