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
  private var bytes = 0
  private var overflowID = TextID.none

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
    if texts.count >= Limits.textsMax || bytes >= Limits.textBytesMax {
      refused += 1
      if overflowID.isNone {
        overflowID = TextID(rawValue: UInt32(texts.count))
        texts.append("…")
        hashes.append(0)
      }
      return overflowID
    }
    let id = UInt32(texts.count)
    bytes += text.utf8.count
    texts.append(text)
    hashes.append(hash)
    if texts.count * 2 > buckets.count { grow() } else { insert(id, hash) }
    return TextID(rawValue: id)
  }

  private func insert(_ id: UInt32, _ hash: UInt64) {
    var bucket = Int(truncatingIfNeeded: hash) & (buckets.count - 1)
    while buckets[bucket] != 0 { bucket = (bucket + 1) & (buckets.count - 1) }
    buckets[bucket] = id
  }

  private func grow() {
    buckets = Array(repeating: 0, count: buckets.count * 4)
    for id in 1..<texts.count { insert(UInt32(id), hashes[id]) }
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
