/// What may be a key of a `TrackedTable`: something that a number stands for.
protocol NumberedKey: Archivable {
  var keyNumber: UInt64 { get }
}

/// A dictionary that knows which of its entries changed since they were last stored.
///
/// Entries lie side by side in the order in which they came and keep their place until they are removed,
/// so that whoever found one can change it there. Only a table that `tracks` notes anything: offline
/// nothing is ever stored, and nothing must grow.
struct TrackedTable<Key: NumberedKey, Value: Archivable> {
  private struct Entry {
    var key: Key?
    /// It stands in `changed`.
    var isNoted = false
    var value: Value
  }
  private var entries: [Entry] = []
  private var index = SlotIndex()
  private var free: [Int32] = []
  /// Keys of entries that changed; some may stand there twice.
  private var changed: [Key] = []
  /// Some of them do stand there twice.
  private var repeats = false
  var tracks = false

  private(set) var count = 0
  var isEmpty: Bool { count == 0 }
  var keys: [Key] { entries.compactMap(\.key) }

  /// The place of an entry, for `subscript(at:)`.
  func place(of key: Key) -> Int32? {
    index.slot(of: key.keyNumber) { entries[Int($0)].key?.keyNumber ?? 0 }
  }

  /// Whether the entry at `place`, which may be none, is that of the key.
  @inline(__always)
  func holds(_ key: Key, at place: Int32) -> Bool {
    place < entries.count && entries[Int(place)].key?.keyNumber == key.keyNumber
  }

  subscript(at place: Int32) -> Value {
    @inline(__always) _read { yield entries[Int(place)].value }
    @inline(__always) _modify {
      if tracks { note(place) }
      yield &entries[Int(place)].value
    }
  }

  subscript(key: Key) -> Value? {
    get { place(of: key).map { entries[Int($0)].value } }
    _modify {
      let place = place(of: key)
      var value: Value?
      if let place {
        value = Value.blank
        swap(&value!, &entries[Int(place)].value)
      }
      defer {
        if let value { put(value, key, at: place) } else if let place { remove(key, at: place) }
      }
      yield &value
    }
  }

  /// The place of the key's entry, which is made where there is none.
  mutating func makePlace(of key: Key) -> Int32 {
    if let known = place(of: key) { return known }
    return add(key, .blank)
  }

  mutating func removeValue(forKey key: Key) -> Value? {
    guard let place = place(of: key) else { return nil }
    let value = entries[Int(place)].value
    remove(key, at: place)
    return value
  }

  /// Keys of the entries that are wanted, oldest first.
  func keys(where isWanted: (Key, Value) -> Bool) -> [Key] {
    entries.compactMap { entry in
      entry.key.flatMap { isWanted($0, entry.value) ? $0 : nil }
    }
  }

  private mutating func put(_ value: Value, _ key: Key, at place: Int32?) {
    guard let place else {
      _ = add(key, value)
      return
    }
    entries[Int(place)].value = value
    if tracks { note(place) }
  }

  private mutating func add(_ key: Key, _ value: Value) -> Int32 {
    let place: Int32
    if let reused = free.popLast() {
      place = reused
      entries[Int(place)] = Entry(key: key, value: value)
    } else {
      place = Int32(entries.count)
      entries.append(Entry(key: key, value: value))
    }
    index.insert(key.keyNumber, at: place)
    count += 1
    if tracks { note(place) }
    return place
  }

  private mutating func remove(_ key: Key, at place: Int32) {
    if tracks {
      note(place)
      repeats = true
    }
    index.remove(key.keyNumber, from: place)
    entries[Int(place)] = Entry(key: nil, value: .blank)
    free.append(place)
    count -= 1
  }

  private mutating func note(_ place: Int32) {
    if entries[Int(place)].isNoted { return }
    guard let key = entries[Int(place)].key else { return }
    entries[Int(place)].isNoted = true
    changed.append(key)
  }

  /// Keys of the entries that changed since the last call, each once; of all where `isWhole`. In no
  /// particular order: each is a row of its own.
  mutating func takeChanged(isWhole: Bool) -> [Key] {
    defer { (changed, repeats) = ([], false) }
    for key in changed {
      if let place = place(of: key) { entries[Int(place)].isNoted = false }
    }
    if isWhole { return keys }
    if !repeats { return changed }
    var seen: Set<UInt64> = []
    return changed.filter { seen.insert($0.keyNumber).inserted }
  }

  /// Puts an entry that was read back.
  mutating func restore(_ key: Key, _ value: Value) {
    if let place = place(of: key) {
      entries[Int(place)].value = value
    } else {
      _ = add(key, value)
    }
  }
}

extension UInt64: NumberedKey {
  var keyNumber: UInt64 { self }
}

extension TextID: NumberedKey {
  var keyNumber: UInt64 { UInt64(rawValue) }
}

extension HolderID: NumberedKey {
  var keyNumber: UInt64 { UInt64(rawValue) }
}
