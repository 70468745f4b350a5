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
  // Safe unchecked: no call into the store comes back to the table while it runs.
  @exclusivity(unchecked) private var store = TextStore()

  package init() {}

  /// Made anew with each call; empty for the absent text.
  package subscript(id: TextID) -> String { unsafe store.text(id) }

  /// nil for the absent text: the form that findings and reports want.
  package func text(_ id: TextID) -> String? { id.isNone ? nil : unsafe store.text(id) }

  /// The same for a text that is a string already.
  package func intern(_ text: String) -> TextID { intern(text.utf8.span) }

  /// Interns bytes, cut at `bytesMax`. No bytes at all are the absent text.
  package func intern(_ text: Span<UInt8>, bytesMax: Int = Limits.nameBytesMax) -> TextID {
    unsafe store.intern(text, 0..<text.count, bytesMax: bytesMax)
  }

  /// The same for a part of a line.
  func intern(_ line: Span<UInt8>, _ range: Range<Int>, bytesMax: Int) -> TextID {
    unsafe store.intern(line, range, bytesMax: bytesMax)
  }

  /// The same where the text is probably `likely`.
  @inline(__always)
  func intern(
    _ line: Span<UInt8>, _ range: Range<Int>, bytesMax: Int, likely: TextID
  ) -> TextID {
    if unsafe store.holds(likely, line, range) { return likely }
    return unsafe store.intern(line, range, bytesMax: bytesMax)
  }

  /// Whether a part of a line is the text `id`; false for the absent one.
  @inline(__always)
  func holds(_ id: TextID, _ line: Span<UInt8>, _ range: Range<Int>) -> Bool {
    unsafe store.holds(id, line, range)
  }

  /// Texts that became "…" because the table was full.
  package internal(set) var refused: Int {
    get { unsafe store.refused }
    set { unsafe store.refused = newValue }
  }

  /// Texts that it holds, the absent one included.
  var count: Int { unsafe store.count }

  /// Their UTF-8.
  var byteCount: Int { unsafe store.byteCount }

  /// New texts are "…" from so many texts or bytes on.
  func limit(count: Int, bytes: Int) { unsafe store.most = (count, bytes) }

  /// Some became so since the last sweep.
  var isShort: Bool { unsafe store.isShort }

  /// There are so many that `sweep` is worth its time.
  var isCrowded: Bool { unsafe store.isCrowded }

  /// Forgets every text that is not mentioned; its number will stand for another text.
  func sweep(keeping isMentioned: (TextID) -> Bool) { unsafe store.sweep(keeping: isMentioned) }
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

  /// Appends a copy of `text`.
  mutating func append(copying text: Span<UInt8>) {
    reserveCapacity(atLeast: count + text.count)
    for index in text.indices { append(text[index]) }
  }

  /// Makes room by doubling, as appending does.
  private mutating func reserveCapacity(atLeast wanted: Int) {
    if wanted > capacity { reserveCapacity(Swift.max(wanted, capacity * 2)) }
  }
}
