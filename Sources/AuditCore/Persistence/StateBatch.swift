/// Where one row of the durable state stands. Rows of one owner belong together and go together.
///
/// Rows are read back in ascending order of (owner, kind, key): what others refer to comes first.
package struct StateKey: Hashable, Comparable, Sendable {
  /// 0 is what all share; a session, a source or a client has rows of its own.
  package var owner: Int64
  package var kind: Int64
  package var key: Int64

  package init(owner: Int64, kind: Int64, key: Int64) {
    self.owner = owner
    self.kind = kind
    self.key = key
  }

  package static func < (a: StateKey, b: StateKey) -> Bool {
    (a.owner, a.kind, a.key) < (b.owner, b.kind, b.key)
  }
}

/// What has changed in the durable state since the batch before: one transaction of the store.
///
/// The rows of `forgotten` owners go first, then the changes are made in their order. A batch that is
/// `whole` replaces everything that was there.
package struct StateBatch: Sendable {
  /// A row that is put or removed.
  package struct Change: Sendable {
    package var key: StateKey
    /// Where the row's value lies in `bytes`; nil removes the row, which may not be there.
    package var value: Range<Int>?
  }

  package var isWhole = false
  package private(set) var forgotten: [Int64] = []
  package private(set) var changes: [Change] = []
  /// The values of all rows, one behind the other.
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package var isEmpty: Bool { changes.isEmpty && forgotten.isEmpty && !isWhole }

  /// Puts a row; `value` may be empty.
  package mutating func put(_ key: StateKey, _ value: Span<UInt8>) {
    let start = bytes.count
    for index in value.indices { bytes.append(value[index]) }
    changes.append(Change(key: key, value: start..<bytes.count))
  }

  /// Removes a row, which need not be there.
  package mutating func remove(_ key: StateKey) {
    changes.append(Change(key: key, value: nil))
  }

  /// Removes every row of an owner.
  package mutating func forget(_ owner: Int64) { forgotten.append(owner) }

  /// Makes one batch of this one and the one captured after it, with what both do together and no
  /// more: of a row that was changed more than once only the last change stays. O(n) in both.
  package mutating func append(_ later: StateBatch) {
    if later.isWhole {
      self = later
      return
    }
    var both = StateBatch()
    both.isWhole = isWhole
    // In a whole batch nothing is there that could be forgotten or removed.
    if !isWhole {
      var known: Set<Int64> = []
      both.forgotten = (forgotten + later.forgotten).filter { known.insert($0).inserted }
    }
    let gone = Set(later.forgotten)
    var taken: Set<StateKey> = []
    var kept: [(change: Change, isLater: Bool)] = []
    for change in later.changes.reversed() where taken.insert(change.key).inserted {
      kept.append((change, true))
    }
    for change in changes.reversed()
    where !gone.contains(change.key.owner) && taken.insert(change.key).inserted {
      kept.append((change, false))
    }
    for (change, isLater) in kept.reversed() {
      guard let range = change.value else {
        if !isWhole { both.remove(change.key) }
        continue
      }
      let source = isLater ? later.bytes : bytes
      both.put(change.key, source.span.extracting(range))
    }
    self = both
  }
}
