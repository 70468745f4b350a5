/// A dictionary that knows which of its entries changed since they were last stored.
///
/// Only a table that `tracks` notes anything: offline nothing is ever stored, and nothing must grow.
struct TrackedTable<Key: Hashable & Archivable, Value: Archivable> {
  private var values: [Key: Value] = [:]
  private var changed: Set<Key> = []
  var tracks = false

  var count: Int { values.count }
  var isEmpty: Bool { values.isEmpty }
  var keys: Dictionary<Key, Value>.Keys { values.keys }

  subscript(key: Key) -> Value? {
    get { values[key] }
    _modify {
      if tracks { changed.insert(key) }
      yield &values[key]
    }
  }

  subscript(key: Key, default blank: @autoclosure () -> Value) -> Value {
    get { values[key] ?? blank() }
    _modify {
      if tracks { changed.insert(key) }
      yield &values[key, default: blank()]
    }
  }

  mutating func removeValue(forKey key: Key) -> Value? {
    if tracks, values[key] != nil { changed.insert(key) }
    return values.removeValue(forKey: key)
  }

  func filter(_ isWanted: ((key: Key, value: Value)) -> Bool) -> [Key: Value] {
    values.filter { isWanted(($0.key, $0.value)) }
  }

  /// Entries that changed since the last call; everything where `isWhole`. In no particular order:
  /// each is a row of its own.
  mutating func takeChanged(isWhole: Bool) -> [Key] {
    defer { changed = [] }
    return isWhole ? Array(values.keys) : Array(changed)
  }

  /// Puts an entry that was read back.
  mutating func restore(_ key: Key, _ value: Value) { values[key] = value }
}
