import AuditCore

/// The statements that a commit is made of, prepared once for a connection.
struct BatchWriter {
  let connection: Connection
  private let begin: Statement
  private let commit: Statement
  private let removeAll: Statement
  private let removeOwner: Statement
  private let insert: Statement
  private let update: Statement
  private let remove: Statement
  private let pages: Statement
  private let freePages: Statement
  private let meta: MetaTable
  private let pageBytes: Int64

  init(_ connection: Connection) throws(StoreError) {
    self.connection = connection
    begin = try connection.prepare("BEGIN IMMEDIATE")
    commit = try connection.prepare("COMMIT")
    removeAll = try connection.prepare("DELETE FROM state")
    removeOwner = try connection.prepare("DELETE FROM state WHERE owner = ?1")
    // Two statements rather than one that does both: so the rows can be counted.
    insert = try connection.prepare("INSERT OR IGNORE INTO state VALUES (?1, ?2, ?3, ?4, ?5)")
    update = try connection.prepare(
      "UPDATE state SET value = ?4, sum = ?5 WHERE owner = ?1 AND kind = ?2 AND key = ?3")
    remove = try connection.prepare("DELETE FROM state WHERE owner = ?1 AND kind = ?2 AND key = ?3")
    pages = try connection.prepare("PRAGMA page_count")
    freePages = try connection.prepare("PRAGMA freelist_count")
    meta = try MetaTable(connection)
    pageBytes = try connection.number("PRAGMA page_size")
  }

  func readMeta() throws(StoreError) -> StoredMeta { try meta.read() }

  /// One transaction: all of it is there afterwards, or an error was thrown. After an error the caller
  /// rolls back. Returns what the database then says of itself, and its size without the log's.
  func write(
    _ batch: StateBatch, epoch: UInt64, meta bytes: [UInt8], rowFormat: Int64
  ) throws(StoreError) -> (meta: StoredMeta, size: StoreSize) {
    try begin.run()
    var now = try meta.read()
    now.epoch = epoch
    now.bytes = bytes
    if batch.isWhole {
      try removeAll.run()
      now.rows = 0
      now.rowFormat = rowFormat
    }
    for owner in batch.forgotten {
      try removeOwner.bind(1, owner)
      try removeOwner.run()
      now.rows -= connection.changes
    }
    for change in batch.changes { now.rows += try apply(change, of: batch) }
    try meta.write(now)
    let size = try reclaim()
    try commit.run()
    return (now, size)
  }

  /// Returns by how many the rows have grown.
  private func apply(
    _ change: StateBatch.Change, of batch: StateBatch
  ) throws(StoreError) -> Int64 {
    let key = change.key
    guard let range = change.value else {
      try bind(key, to: remove)
      try remove.run()
      return -connection.changes
    }
    let value = batch.bytes.span.extracting(range)
    var sum = RowSum(key.owner, key.kind, key.key)
    sum.add(value)
    try put(key, value, sum.value, by: insert)
    if connection.changes == 1 { return 1 }
    try put(key, value, sum.value, by: update)
    return 0
  }

  private func put(
    _ key: StateKey, _ value: Span<UInt8>, _ sum: Int64, by statement: Statement
  ) throws(StoreError) {
    try bind(key, to: statement)
    try statement.bind(5, sum)
    try statement.bind(4, value) { () throws(StoreError) in try statement.run() }
  }

  private func bind(_ key: StateKey, to statement: Statement) throws(StoreError) {
    try statement.bind(1, key.owner)
    try statement.bind(2, key.kind)
    try statement.bind(3, key.key)
  }

  /// Gives free pages back to the file system, a bounded number at a time, while they are many: a few
  /// are soon needed again.
  private func reclaim() throws(StoreError) -> StoreSize {
    var all = try number(pages)
    var free = try number(freePages)
    let spare = max(Int64(Limits.sparePagesMin), (all - free) / 4)
    if free > spare {
      let count = min(free - spare, Int64(Limits.reclaimedPagesPerCommitMax))
      try connection.run("PRAGMA incremental_vacuum(\(count))")
      all = try number(pages)
      free = try number(freePages)
    }
    return StoreSize(fileBytes: all * pageBytes, usedBytes: (all - free) * pageBytes)
  }

  private func number(_ statement: Statement) throws(StoreError) -> Int64 {
    defer { statement.reset() }
    return try statement.step() ? statement.number(0) : 0
  }
}
