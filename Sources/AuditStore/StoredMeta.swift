/// What a commit says of itself, beside the rows.
package struct StoredMeta: Hashable, Sendable {
  /// The capture that the database stands at; 0 before the first commit.
  package var epoch: UInt64
  /// The version of what the rows' bytes mean.
  package var rowFormat: Int64
  package var rows: Int64
  /// What the daemon gave with the commit.
  package var bytes: [UInt8]

  /// Checks what the checksum is for: all of the above.
  var sum: Int64 {
    var sum = RowSum(Int64(bitPattern: epoch), rowFormat, rows)
    sum.add(bytes.span)
    return sum.value
  }
}

/// The one row of the table `meta`.
struct MetaTable {
  private let select: Statement
  private let replace: Statement
  private let path: String

  init(_ connection: Connection) throws(StoreError) {
    path = connection.path
    select = try connection.prepare("SELECT epoch, row_format, rows, bytes, sum FROM meta")
    replace = try connection.prepare("INSERT OR REPLACE INTO meta VALUES (1, ?1, ?2, ?3, ?4, ?5)")
  }

  /// `damaged` if it is not there or not as it was written.
  func read() throws(StoreError) -> StoredMeta {
    defer { select.reset() }
    if try select.step() {
      let meta = StoredMeta(
        epoch: UInt64(bitPattern: select.number(0)), rowFormat: select.number(1),
        rows: select.number(2), bytes: try select.bytes(3))
      if meta.sum == select.number(4) { return meta }
    }
    throw StoreError(
      .damaged, path: path, operation: "read",
      cause: "what the last commit said of itself is not as it was written")
  }

  func write(_ meta: StoredMeta) throws(StoreError) {
    try replace.bind(1, Int64(bitPattern: meta.epoch))
    try replace.bind(2, meta.rowFormat)
    try replace.bind(3, meta.rows)
    try replace.bind(5, meta.sum)
    try replace.bind(4, meta.bytes.span) { () throws(StoreError) in try replace.run() }
  }
}
