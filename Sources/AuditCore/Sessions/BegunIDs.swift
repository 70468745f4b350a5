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
  /// Ids of one chunk, which is stored as one row: 64 words.
  private static let chunkShift: UInt64 = 12
  /// Chunks that differ from what is stored; nil offline, where nothing is.
  private var changedChunks: Set<UInt64>?
  /// The one that was noted last, and not taken since: ids come in order.
  private var latestChanged: UInt64 = .max

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
  @inline(__always)
  mutating func insert(_ id: UInt64, isSeen: Bool = true) {
    // Nearly every id is higher than all before, which says that it is new.
    if id > highest, id >> 6 == currentKey, isSeen, lowest != nil {
      highest = id
      currentBits |= 1 &<< (id & 63)
      if changedChunks != nil { noteChange(of: id >> Self.chunkShift) }
    } else {
      insertAnywhere(id, isSeen)
    }
  }

  private mutating func insertAnywhere(_ id: UInt64, _ isSeen: Bool) {
    if isSeen { lowest = Swift.min(lowest ?? id, id) }
    highest = Swift.max(highest, id)
    let key = id >> 6
    if key != currentKey { turn(to: key) }
    let bit: UInt64 = 1 << (id & 63)
    if currentBits & bit == 0 {
      currentBits |= bit
      noteChange(of: id >> Self.chunkShift)
    }
  }

  private mutating func noteChange(of chunk: UInt64) {
    if chunk == latestChanged || changedChunks == nil { return }
    latestChanged = chunk
    changedChunks?.insert(chunk)
  }

  private mutating func turn(to key: UInt64) {
    if currentBits != 0 { words[currentKey] = currentBits }
    if words.count >= Self.wordsMax {
      forgetWords()
      forgottenBelow = highest
    }
    currentKey = key
    currentBits = words[key] ?? 0
  }

  private mutating func forgetWords() {
    if changedChunks != nil {
      changedChunks?.formUnion(words.keys.lazy.map { $0 >> (Self.chunkShift - 6) })
    }
    words.removeAll(keepingCapacity: true)
  }

  /// Starts anew: the ids were counted from a wrong guess.
  mutating func forgetAll() {
    forgetWords()
    changedChunks?.insert(currentKey >> (Self.chunkShift - 6))
    currentBits = 0
    lowest = nil
    highest = 0
    forgottenBelow = 0
  }
}

// MARK: - Storing

extension BegunIDs: Archivable {
  static var blank: BegunIDs { BegunIDs() }

  /// All but the ids, which are stored in chunks.
  mutating func pass(through archive: inout Archive) {
    archive.pass(&lowest)
    archive.pass(&highest)
    archive.pass(&forgottenBelow)
    archive.pass(&currentKey)
  }

  mutating func track() { changedChunks = [] }

  /// The chunks that changed since the last call; all that hold an id where `isWhole`.
  mutating func takeChanged(isWhole: Bool) -> [UInt64] {
    guard var chunks = changedChunks else { return [] }
    if isWhole {
      chunks = Set(words.keys.lazy.map { $0 >> (Self.chunkShift - 6) })
      if currentBits != 0 { chunks.insert(currentKey >> (Self.chunkShift - 6)) }
    }
    changedChunks = []
    latestChanged = .max
    return Array(chunks)
  }

  /// The 64 words of a chunk; nil where no id of it was begun.
  func words(ofChunk chunk: UInt64) -> [UInt64]? {
    var found = [UInt64](repeating: 0, count: 64)
    for index in 0..<64 {
      let key = chunk << (Self.chunkShift - 6) | UInt64(index)
      found[index] = key == currentKey ? currentBits : words[key] ?? 0
    }
    return found.contains { $0 != 0 } ? found : nil
  }

  /// Puts back a chunk of 64 words; `false` if it cannot be one.
  mutating func restore(chunk: UInt64, _ stored: [UInt64]) -> Bool {
    guard stored.count == 64, chunk <= UInt64.max >> Self.chunkShift,
      words.count <= Self.wordsMax + 64
    else { return false }
    for index in 0..<64 where stored[index] != 0 {
      let key = chunk << (Self.chunkShift - 6) | UInt64(index)
      if key == currentKey { currentBits = stored[index] } else { words[key] = stored[index] }
    }
    return true
  }
}
