@testable import AuditCore

/// Rows as a database would keep them.
struct StoredState {
  private(set) var rows: [StateKey: [UInt8]] = [:]

  init(rows: [StateKey: [UInt8]] = [:]) { self.rows = rows }

  /// In the order in which they are read back.
  var inOrder: [(key: StateKey, value: [UInt8])] { rows.sorted { $0.key < $1.key } }

  mutating func take(_ batch: StateBatch) {
    if batch.isWhole { rows = [:] }
    if !batch.forgotten.isEmpty {
      let forgotten = Set(batch.forgotten)
      rows = rows.filter { !forgotten.contains($0.key.owner) }
    }
    for change in batch.changes {
      rows[change.key] = change.value.map { Array(batch.bytes[$0]) }
    }
  }

  /// Everything that was stored can be put back.
  func restore(
    into auditor: Auditor, now: Instant
  ) throws(BrokenProperty) -> StateRestorer {
    var restorer = StateRestorer(into: auditor, monotonicShift: 0)
    do throws(StateDamage) {
      for (key, value) in inOrder { try restorer.take(key, value.span) }
      try restorer.finish(now: now)
    } catch {
      throw BrokenProperty(description: "a row that was stored is \(error.reason): \(error.key)")
    }
    return restorer
  }
}
