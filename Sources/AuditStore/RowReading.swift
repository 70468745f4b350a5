import AuditCore

extension Connection {
  /// All rows in the order of their keys, each compared with its checksum, and all counted. Whatever
  /// `body` throws ends the reading. `damaged` comes out only when the damage is reached: what was
  /// handed out before it is void.
  func readRows(
    of meta: StoredMeta, _ body: (StateKey, Span<UInt8>) throws -> Void
  ) throws {
    let select = try prepare(
      "SELECT owner, kind, key, value, sum FROM state ORDER BY owner, kind, key")
    var count: Int64 = 0
    while try select.step() {
      let key = StateKey(owner: select.number(0), kind: select.number(1), key: select.number(2))
      try select.withBytes(3) { value in
        var sum = RowSum(key.owner, key.kind, key.key)
        sum.add(value)
        if sum.value != select.number(4) {
          throw damage("row \(key.owner)/\(key.kind)/\(key.key) is not as it was written")
        }
        try body(key, value)
      }
      count += 1
    }
    if count != meta.rows {
      throw damage("\(count) rows are there, and \(meta.rows) were written")
    }
  }

  func damage(_ cause: String) -> StoreError {
    StoreError(.damaged, path: path, operation: "read", cause: cause)
  }
}
