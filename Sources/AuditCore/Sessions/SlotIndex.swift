/// Where in a table, whose slots hold the numbers themselves, a number stands.
///
/// Open addressing with linear probing and backward-shift deletion: no tombstones, 8 bytes an entry,
/// and one look at the table where the number is found. Eight neighbouring numbers share a cache line, for
/// ids only grow; where those lines lie is scattered by a seed of the process, so that nobody can choose
/// ids that collide.
struct SlotIndex {
  private struct Entry {
    /// Of the number, which it need not tell from all others. The entry's home follows from it.
    var tag: UInt32
    /// −1 where the entry is empty.
    var slot: Int32
    static let empty = Entry(tag: 0, slot: -1)
  }

  /// A power of two of them, at most five eighths taken.
  private var entries: [Entry] = []
  private var count = 0
  private let seed = HashSeeds.ofProcess.first
  private static let capacityMin = 8

  /// The slot of which `numberOf` says that it holds the number.
  @inline(__always)
  func slot(of number: UInt64, _ numberOf: (Int32) -> UInt64) -> Int32? {
    find(number, numberOf)?.slot
  }

  /// The same, and where in the index that stands.
  @inline(__always)
  func find(_ number: UInt64, _ numberOf: (Int32) -> UInt64) -> (slot: Int32, place: Int)? {
    if count == 0 { return nil }
    let wanted = tag(of: number)
    var place = home(wanted)
    while entries[place].slot >= 0 {
      if entries[place].tag == wanted, numberOf(entries[place].slot) == number {
        return (entries[place].slot, place)
      }
      place = next(place)
    }
    return nil
  }

  /// The number must not stand in the index.
  @inline(__always)
  mutating func insert(_ number: UInt64, at slot: Int32) {
    if count &* 8 >= entries.count &* 5 &- 7 { grow() }
    count += 1
    put(Entry(tag: tag(of: number), slot: slot))
  }

  /// Forgets that the number stands in the slot. `likely`: where that was found, if it was looked for just now.
  mutating func remove(_ number: UInt64, from slot: Int32, likely: Int = 0) {
    if count == 0 { return }
    var hole = entries[likely].slot == slot ? likely : home(tag(of: number))
    while entries[hole].slot != slot {
      if entries[hole].slot < 0 { return }
      hole = next(hole)
    }
    count -= 1
    var place = next(hole)
    while entries[place].slot >= 0 {
      // Move back whatever would no longer be found across the hole.
      let distance = (place &- home(entries[place].tag)) & (entries.count - 1)
      if distance >= (place &- hole) & (entries.count - 1) {
        entries[hole] = entries[place]
        hole = place
      }
      place = next(place)
    }
    entries[hole] = .empty
  }

  /// Ordinary numbers are their own tags: nobody counts that far.
  @inline(__always)
  private func tag(of number: UInt64) -> UInt32 {
    let low = UInt32(truncatingIfNeeded: number)
    return number <= UInt64(UInt32.max) ? low : low ^ scattered(number >> 32)
  }

  private func scattered(_ value: UInt64) -> UInt32 {
    let product = (value ^ seed).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return UInt32(truncatingIfNeeded: product.high ^ product.low)
  }

  @inline(__always)
  private func home(_ tag: UInt32) -> Int {
    let product = (UInt64(tag >> 3) ^ seed).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    let mixed = (product.high ^ product.low) << 3 | UInt64(tag & 7)
    return Int(truncatingIfNeeded: mixed) & (entries.count - 1)
  }

  @inline(__always)
  private func next(_ place: Int) -> Int { (place &+ 1) & (entries.count - 1) }

  @inline(__always)
  private mutating func put(_ entry: Entry) {
    var place = home(entry.tag)
    while entries[place].slot >= 0 { place = next(place) }
    entries[place] = entry
  }

  private mutating func grow() {
    let old = entries
    entries = Array(repeating: .empty, count: max(Self.capacityMin, old.count * 2))
    for entry in old where entry.slot >= 0 { put(entry) }
  }
}
