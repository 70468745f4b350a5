import AuditCore

/// The store as a dictionary: what a database holds after each batch.
struct StoredRows {
  var rows: [StateKey: [UInt8]] = [:]

  mutating func commit(_ batch: StateBatch) {
    if batch.isWhole { rows = [:] }
    for owner in batch.forgotten { rows = rows.filter { $0.key.owner != owner } }
    for change in batch.changes {
      rows[change.key] = change.value.map { Array(batch.bytes[$0]) }
    }
  }

  /// A fresh auditor that goes on where the rows stand; `finished` is handed the restorer. `format` is
  /// that of the rows.
  func restored(
    now: Instant, shift: Microseconds = 0, format: Int64 = StateFormat.version,
    finished: (StateRestorer) -> Void = { _ in }
  ) throws -> Auditor {
    let auditor = Auditor()
    var restorer = StateRestorer(into: auditor, monotonicShift: shift, format: format)
    for (key, value) in rows.sorted(by: { $0.key < $1.key }) {
      try restorer.take(key, value.span)
    }
    try restorer.finish(now: now)
    finished(restorer)
    auditor.trackChanges()
    return auditor
  }
}
