/// Which ids a session has begun, as bits: an id stays known after its end, so that a second end is
/// told from an unknown one.
///
/// Ids only grow within a launch, so the word of the latest ids is kept apart from the rest. A hostile
/// client that scatters ids makes the set forget the oldest: those count as begun before the capture.
struct BegunIDs {
  private var words: [UInt64: UInt64] = [:]
  private var currentKey: UInt64 = 0
  private var currentBits: UInt64 = 0
  private static let wordsMax = 1 << 14

  /// The lowest id whose begin is in the log.
  private(set) var lowest: UInt64?
  private(set) var highest: UInt64 = 0
  /// Ids below this may have been begun and forgotten.
  private(set) var forgottenBelow: UInt64 = 0

  func contains(_ id: UInt64) -> Bool {
    let key = id >> 6
    let bits = key == currentKey ? currentBits : words[key] ?? 0
    return bits & (1 << (id & 63)) != 0
  }

  /// `isSeen`: the begin itself is in the log, not only a line that proves it.
  mutating func insert(_ id: UInt64, isSeen: Bool = true) {
    if isSeen { lowest = Swift.min(lowest ?? id, id) }
    highest = Swift.max(highest, id)
    let key = id >> 6
    if key != currentKey {
      if currentBits != 0 { words[currentKey] = currentBits }
      if words.count >= Self.wordsMax {
        words.removeAll(keepingCapacity: true)
        forgottenBelow = highest
      }
      currentKey = key
      currentBits = words[key] ?? 0
    }
    currentBits |= 1 << (id & 63)
  }
}
