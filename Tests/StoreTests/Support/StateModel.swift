import AuditCore

@testable import AuditStore

/// What a store must hold, as a dictionary.
struct StateModel: Hashable, Sendable {
  var rows: [StateKey: [UInt8]] = [:]

  mutating func apply(_ batch: StateBatch) {
    if batch.isWhole { rows = [:] }
    for owner in batch.forgotten { rows = rows.filter { $0.key.owner != owner } }
    for change in batch.changes {
      rows[change.key] = change.value.map { Array(batch.bytes[$0]) }
    }
  }

  /// A batch of every kind of change, now and then of rows that take pages of their own.
  static func randomBatch(_ random: inout SplitMix, changesMax: Int = 60) -> StateBatch {
    var batch = StateBatch()
    batch.isWhole = Int.random(in: 0..<8, using: &random) == 0
    for _ in 0..<Int.random(in: 0..<changesMax, using: &random) {
      let owner = Int64.random(in: -2..<4, using: &random)
      let key = StateKey(
        owner: owner, kind: .random(in: 0..<3, using: &random),
        key: .random(in: 0..<20, using: &random))
      switch Int.random(in: 0..<16, using: &random) {
      case 0: batch.forget(owner)
      case 1, 2, 3: batch.remove(key)
      case 4: batch.put(key, bytes(.random(in: 0..<10_000, using: &random), &random).span)
      default: batch.put(key, bytes(.random(in: 0..<120, using: &random), &random).span)
      }
    }
    return batch
  }

  private static func bytes(_ count: Int, _ random: inout SplitMix) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
  }
}

extension StateStore {
  func rows() throws -> [StateKey: [UInt8]] {
    var rows: [StateKey: [UInt8]] = [:]
    try readRows { key, value in rows[key] = value.indices.map { value[$0] } }
    return rows
  }
}

extension StateReader {
  func rows() throws -> [StateKey: [UInt8]] {
    var rows: [StateKey: [UInt8]] = [:]
    try readRows { key, value in rows[key] = value.indices.map { value[$0] } }
    return rows
  }
}

extension StoreOptions {
  /// The disk is not waited for: what a test looks at is in the kernel's memory.
  static var test: StoreOptions {
    var options = StoreOptions(rowFormat: 1)
    options.durability = .normal
    return options
  }
}
