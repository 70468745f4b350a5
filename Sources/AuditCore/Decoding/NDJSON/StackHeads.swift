/// How long the stacks of a client are, as printed, by what they begin with: where one ends need not be looked for.
struct StackHeads {
  /// Of that many bytes the hash is the key. Several frames, because the first ones are the same in most stacks.
  static let bytes = 256
  /// Lengths that are kept of stacks that begin alike, and of hashes that meet.
  static let probes = 4

  /// A power of two of them; 0 is free.
  private var heads: [UInt64] = []
  private var counts: [UInt32] = []

  var heldBytes: Int { heads.storageBytes + counts.storageBytes }

  /// A length that an array with this head may have, 0 for that of another head; nil where no further probe
  /// can tell one.
  @inline(__always)
  func count(of head: UInt64, _ probe: Int) -> Int? {
    if heads.isEmpty { return nil }
    let slot = Int(truncatingIfNeeded: head &+ UInt64(probe)) & (heads.count &- 1)
    if heads[slot] == head { return Int(counts[slot]) }
    return heads[slot] == 0 ? nil : 0
  }

  /// Remembers an array's length; `most` is a power of two.
  mutating func learn(_ array: Span<UInt8>, most: Int) {
    if array.count < Self.bytes { return }
    if heads.count < most { grow(to: most) }
    var hash = WideHash()
    hash.take(array, from: 0, to: Self.bytes)
    learn(hash.value(count: Self.bytes), UInt32(truncatingIfNeeded: array.count))
  }

  private mutating func learn(_ head: UInt64, _ count: UInt32) {
    let first = Int(truncatingIfNeeded: head) & (heads.count - 1)
    for probe in 0..<Self.probes {
      let slot = (first + probe) & (heads.count - 1)
      if heads[slot] == head, counts[slot] == count { return }
      if heads[slot] == 0 {
        (heads[slot], counts[slot]) = (head, count)
        return
      }
    }
    (heads[first], counts[first]) = (head, count)
  }

  private mutating func grow(to size: Int) {
    let old = zip(heads, counts).filter { $0.0 != 0 }
    heads = Array(repeating: 0, count: size)
    counts = Array(repeating: 0, count: size)
    for (head, count) in old { learn(head, count) }
  }
}
