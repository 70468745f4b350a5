/// Where in a table, whose slots hold the numbers themselves, a number stands.
///
/// Open addressing with linear probing and backward-shift deletion: no tombstones, 8 bytes an entry,
/// and one look at the table where the number is found. Eight neighbouring numbers share a cache line, for
/// ids only grow; where those lines lie is scattered, so that ids chosen to collide do not.
///
/// Every function is told how to read the number of a slot.
struct SlotIndex {
  private struct Entry {
    /// The low half of the number.
    var tag: UInt32
    /// −1 where the entry is empty.
    var slot: Int32
    static let empty = Entry(tag: 0, slot: -1)
  }

  /// A power of two of them, at most five eighths taken.
  private var entries: [Entry] = []
  private var count = 0
  private static let capacityMin = 8

  func slot(of number: UInt64, _ numberOf: (Int32) -> UInt64) -> Int32? {
    if count == 0 { return nil }
    let tag = UInt32(truncatingIfNeeded: number)
    var place = home(number)
    while entries[place].slot >= 0 {
      let entry = entries[place]
      if entry.tag == tag, numberOf(entry.slot) == number { return entry.slot }
      place = next(place)
    }
    return nil
  }

  /// The number must not stand in the index.
  mutating func insert(_ number: UInt64, at slot: Int32, _ numberOf: (Int32) -> UInt64) {
    if (count + 1) * 8 > entries.count * 5 { grow(numberOf) }
    count += 1
    put(number, slot)
  }

  /// The slot must still hold the number.
  mutating func remove(_ number: UInt64, _ numberOf: (Int32) -> UInt64) {
    if count == 0 { return }
    let tag = UInt32(truncatingIfNeeded: number)
    var hole = home(number)
    while entries[hole].slot >= 0 {
      if entries[hole].tag == tag, numberOf(entries[hole].slot) == number { break }
      hole = next(hole)
    }
    if entries[hole].slot < 0 { return }
    count -= 1
    var place = next(hole)
    while entries[place].slot >= 0 {
      // Move back whatever would no longer be found across the hole.
      let distance = (place &- home(numberOf(entries[place].slot))) & (entries.count - 1)
      if distance >= (place &- hole) & (entries.count - 1) {
        entries[hole] = entries[place]
        hole = place
      }
      place = next(place)
    }
    entries[hole] = .empty
  }

  private func home(_ number: UInt64) -> Int {
    // Both halves of the product: numbers chosen to share some of its bits still spread.
    let line = (number >> 3 ^ 0xD6E8_FEB8_6659_FD93).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    let mixed = (line.high ^ line.low) << 3 | number & 7
    return Int(truncatingIfNeeded: mixed) & (entries.count - 1)
  }

  private func next(_ place: Int) -> Int { (place &+ 1) & (entries.count - 1) }

  private mutating func put(_ number: UInt64, _ slot: Int32) {
    var place = home(number)
    while entries[place].slot >= 0 { place = next(place) }
    entries[place] = Entry(tag: UInt32(truncatingIfNeeded: number), slot: slot)
  }

  private mutating func grow(_ numberOf: (Int32) -> UInt64) {
    let old = entries
    entries = Array(repeating: .empty, count: max(Self.capacityMin, old.count * 2))
    for entry in old where entry.slot >= 0 { put(numberOf(entry.slot), entry.slot) }
  }
}
