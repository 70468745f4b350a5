/// An interned text. Equal texts have equal ids within one table; 0 is the absent text.
package struct TextID: Hashable, Sendable {
  package var rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }
  package static let none = TextID(rawValue: 0)
  package var isNone: Bool { rawValue == 0 }
}

/// Stores each distinct text once: names, images, symbols, devices, processes.
///
/// Lookup is one hash of the bytes and, nearly always, one comparison. Ill-formed UTF-8 is repaired
/// (U+FFFD) when a text is first stored. Past `Limits.textsMax` texts or `Limits.textBytesMax` bytes
/// new ones are all "…", and counted.
package final class TextTable {
  private var texts: [String] = [""]
  private var hashes: [UInt64] = [0]
  private var buckets: [UInt32] = Array(repeating: 0, count: 64)
  /// Texts that became "…" because the table was full.
  package internal(set) var refused = 0
  /// Some became so since the last sweep.
  private(set) var isShort = false
  private var bytes = 0
  private var overflowID = TextID.none
  /// Numbers of texts that were swept away.
  private var free: [UInt32] = []
  /// More texts or bytes than this are worth a sweep.
  private var sweepAt = (texts: Limits.textsMax / 2, bytes: Limits.textBytesMax / 2)

  package init() {}

  package subscript(id: TextID) -> String { texts[Int(id.rawValue)] }

  /// nil for the absent text: the form that findings and reports want.
  package func text(_ id: TextID) -> String? { id.isNone ? nil : texts[Int(id.rawValue)] }

  /// The same for a text that is a string already.
  package func intern(_ text: String) -> TextID { intern(text.utf8.span) }

  /// Interns bytes, cut at `bytesMax`. No bytes at all are the absent text.
  package func intern(_ bytes: Span<UInt8>, bytesMax: Int = Limits.nameBytesMax) -> TextID {
    if bytes.isEmpty { return .none }
    if bytes.count > bytesMax {
      let head = String(decodingSpan: bytes.extracting(0..<bytesMax))
      return intern(head + "…", hash: (head + "…").utf8.span.wordHash)
    }
    let hash = bytes.wordHash
    var bucket = Int(truncatingIfNeeded: hash) & (buckets.count - 1)
    while buckets[bucket] != 0 {
      let index = Int(buckets[bucket])
      if hashes[index] == hash, texts[index].utf8.span.elementsEqual(bytes) {
        return TextID(rawValue: UInt32(index))
      }
      bucket = (bucket + 1) & (buckets.count - 1)
    }
    let text = String(decodingSpan: bytes)
    // Repaired text has other bytes than the line had; find or store it under its own hash.
    if !text.utf8.span.elementsEqual(bytes) { return intern(text, hash: text.utf8.span.wordHash) }
    return store(text, hash: hash)
  }

  private func intern(_ text: String, hash: UInt64) -> TextID {
    var bucket = Int(truncatingIfNeeded: hash) & (buckets.count - 1)
    while buckets[bucket] != 0 {
      let index = Int(buckets[bucket])
      if hashes[index] == hash, texts[index] == text { return TextID(rawValue: UInt32(index)) }
      bucket = (bucket + 1) & (buckets.count - 1)
    }
    return store(text, hash: hash)
  }

  private func store(_ text: String, hash: UInt64) -> TextID {
    if count >= Limits.textsMax || bytes >= Limits.textBytesMax {
      refused += 1
      isShort = true
      if overflowID.isNone {
        overflowID = TextID(rawValue: UInt32(texts.count))
        texts.append("…")
        hashes.append(0)
      }
      return overflowID
    }
    bytes += text.utf8.count
    if let id = free.popLast() {
      texts[Int(id)] = text
      hashes[Int(id)] = hash
      insert(id, hash)
      return TextID(rawValue: id)
    }
    let id = UInt32(texts.count)
    texts.append(text)
    hashes.append(hash)
    if texts.count * 2 > buckets.count {
      rebuild(Array(repeating: 0, count: buckets.count * 4))
    } else {
      insert(id, hash)
    }
    return TextID(rawValue: id)
  }

  private var count: Int { texts.count - free.count }

  private func insert(_ id: UInt32, _ hash: UInt64) {
    var bucket = Int(truncatingIfNeeded: hash) & (buckets.count - 1)
    while buckets[bucket] != 0 { bucket = (bucket + 1) & (buckets.count - 1) }
    buckets[bucket] = id
  }

  private func rebuild(_ empty: [UInt32]) {
    buckets = empty
    let unused = Set(free)
    for id in 1..<UInt32(texts.count) where TextID(rawValue: id) != overflowID {
      if !unused.contains(id) { insert(id, hashes[Int(id)]) }
    }
  }

  // MARK: Sweeping

  /// There are so many that `sweep` is worth its time.
  var isCrowded: Bool { count > sweepAt.texts || bytes > sweepAt.bytes }

  /// Forgets every text that is not mentioned; its number will stand for another text.
  func sweep(keeping isMentioned: (TextID) -> Bool) {
    let unused = Set(free)
    for id in 1..<UInt32(texts.count) where !unused.contains(id) {
      let text = TextID(rawValue: id)
      if text == overflowID || isMentioned(text) { continue }
      bytes -= texts[Int(id)].utf8.count
      texts[Int(id)] = ""
      free.append(id)
    }
    rebuild(Array(repeating: 0, count: buckets.count))
    // What is left is in use: sweep again once there is half as much room as there was.
    sweepAt.texts = (count + Limits.textsMax) / 2
    sweepAt.bytes = (bytes + Limits.textBytesMax) / 2
    isShort = false
  }
}

extension String {
  /// Decodes UTF-8, repairing what is ill-formed with U+FFFD.
  package init(decodingSpan bytes: Span<UInt8>) {
    self.init(
      decoding: [UInt8](copying: bytes), as: UTF8.self)
  }
}

extension Array where Element == UInt8 {
  /// A copy of the bytes.
  package init(copying bytes: Span<UInt8>) {
    self.init(capacity: bytes.count) { output in
      for index in bytes.indices { output.append(bytes[index]) }
    }
  }
}
