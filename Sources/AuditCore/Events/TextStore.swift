/// What a `TextTable` holds: the bytes of all texts in one array, where each stands, and a table of
/// their hashes.
struct TextStore {
  /// Where a text stands in `bytes`. Of the absent text, and of one that was swept away, the count is 0.
  private struct Entry {
    var hash: UInt64
    var start: UInt32
    var count: UInt32
    var range: Range<Int> { Int(start)..<Int(start) + Int(count) }
  }

  private let seeds = HashSeeds.ofProcess
  private var entries = [Entry(hash: 0, start: 0, count: 0)]
  /// The UTF-8 of all texts, one behind the other.
  private var bytes: [UInt8] = []
  /// A power of two of numbers of texts, each at its hash or in the next free place; 0 is free.
  private var buckets: [UInt32] = Array(repeating: 0, count: 64)
  /// Texts that became "…" because the table was full.
  var refused = 0
  private(set) var isShort = false
  private var overflowID = TextID.none
  /// New texts are "…" from there on.
  var most = (texts: Limits.textsMax, bytes: Limits.textBytesMax)
  /// Numbers of texts that were swept away.
  private var free: [UInt32] = []
  /// More texts or bytes than this are worth a sweep.
  private var sweepAt = (texts: Limits.textsMax / 2, bytes: Limits.textBytesMax / 2)

  func text(_ id: TextID) -> String {
    let range = entries[Int(id.rawValue)].range
    return String(decodingSpan: bytes.span.extracting(range))
  }

  /// Whether a part of a line is the text `id`, which is not the absent one.
  @inline(__always)
  func holds(_ id: TextID, _ line: Span<UInt8>, _ range: Range<Int>) -> Bool {
    let entry = entries[Int(id.rawValue)]
    return entry.count > 0 && bytes.span.equal(entry.range, to: line, range)
  }

  /// Interns a part of a line, cut at `bytesMax`.
  mutating func intern(_ line: Span<UInt8>, _ range: Range<Int>, bytesMax: Int) -> TextID {
    if range.isEmpty { return .none }
    if range.count > bytesMax {
      let head = line.extracting(range.lowerBound..<range.lowerBound + bytesMax)
      return intern(repaired: String(decodingSpan: head) + "…")
    }
    let hash = line.wordHash(of: range, seeds: seeds)
    return find(line, range, hash) ?? intern(new: line.extracting(range), hash)
  }

  private mutating func intern(new text: Span<UInt8>, _ hash: UInt64) -> TextID {
    let whole = String(decodingSpan: text)
    // Repaired text has other bytes than the line had; find or store it under its own hash.
    if !whole.utf8.span.elementsEqual(text) { return intern(repaired: whole) }
    return store(text, hash)
  }

  private mutating func intern(repaired text: String) -> TextID {
    let hash = text.utf8.span.wordHash
    let utf8 = text.utf8.span
    return find(utf8, 0..<utf8.count, hash) ?? store(utf8, hash)
  }

  @inline(__always)
  private func find(_ line: Span<UInt8>, _ range: Range<Int>, _ hash: UInt64) -> TextID? {
    let mask = buckets.count &- 1
    var bucket = Int(truncatingIfNeeded: hash) & mask
    while true {
      let id = buckets[bucket]
      if id == 0 { return nil }
      let entry = entries[Int(id)]
      if entry.hash == hash, bytes.span.equal(entry.range, to: line, range) {
        return TextID(rawValue: id)
      }
      bucket = (bucket &+ 1) & mask
    }
  }

  private mutating func store(_ text: Span<UInt8>, _ hash: UInt64) -> TextID {
    if count >= most.texts || bytes.count >= most.bytes {
      refused += 1
      isShort = true
      if overflowID.isNone { overflowID = add("…".utf8.span, 0) }
      return overflowID
    }
    if free.isEmpty {
      let id = add(text, hash)
      if entries.count * 2 > buckets.count {
        rebuild(Array(repeating: 0, count: buckets.count * 4))
      } else {
        insert(id.rawValue, hash)
      }
      return id
    }
    let id = free.removeLast()
    entries[Int(id)] = keep(text, hash)
    insert(id, hash)
    return TextID(rawValue: id)
  }

  private mutating func add(_ text: Span<UInt8>, _ hash: UInt64) -> TextID {
    entries.append(keep(text, hash))
    return TextID(rawValue: UInt32(entries.count - 1))
  }

  private mutating func keep(_ text: Span<UInt8>, _ hash: UInt64) -> Entry {
    let entry = Entry(hash: hash, start: UInt32(bytes.count), count: UInt32(text.count))
    bytes.append(copying: text)
    return entry
  }

  var count: Int { entries.count - free.count }
  var byteCount: Int { bytes.count }

  private mutating func insert(_ id: UInt32, _ hash: UInt64) {
    var bucket = Int(truncatingIfNeeded: hash) & (buckets.count - 1)
    while buckets[bucket] != 0 { bucket = (bucket + 1) & (buckets.count - 1) }
    buckets[bucket] = id
  }

  private mutating func rebuild(_ empty: [UInt32]) {
    buckets = empty
    for id in 1..<UInt32(entries.count) where TextID(rawValue: id) != overflowID {
      if entries[Int(id)].count > 0 { insert(id, entries[Int(id)].hash) }
    }
  }

  // MARK: Sweeping

  var isCrowded: Bool { count > sweepAt.texts || bytes.count > sweepAt.bytes }

  /// Forgets every text that is not mentioned; its number will stand for another text.
  mutating func sweep(keeping isMentioned: (TextID) -> Bool) {
    let old = bytes
    bytes = []
    for id in 1..<UInt32(entries.count) where entries[Int(id)].count > 0 {
      let text = TextID(rawValue: id)
      let entry = entries[Int(id)]
      if text == overflowID || isMentioned(text) {
        entries[Int(id)] = keep(old.span.extracting(entry.range), entry.hash)
      } else {
        entries[Int(id)] = Entry(hash: 0, start: 0, count: 0)
        free.append(id)
      }
    }
    rebuild(Array(repeating: 0, count: buckets.count))
    // What is left is in use: sweep again once there is half as much room as there was.
    sweepAt.texts = (count + Limits.textsMax) / 2
    sweepAt.bytes = (bytes.count + Limits.textBytesMax) / 2
    isShort = false
  }
}
