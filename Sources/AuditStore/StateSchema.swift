/// How the database is laid out, and how one of an earlier version becomes so.
struct StateSchema: Sendable {
  /// "BGTD", in the file's header.
  static let applicationID: Int64 = 0x4247_5444

  static let current = StateSchema(
    tables: [
      """
      CREATE TABLE meta(id INTEGER PRIMARY KEY CHECK(id = 1), epoch INTEGER NOT NULL, \
      row_format INTEGER NOT NULL, rows INTEGER NOT NULL, bytes BLOB NOT NULL, \
      sum INTEGER NOT NULL) STRICT
      """,
      """
      CREATE TABLE state(owner INTEGER NOT NULL, kind INTEGER NOT NULL, key INTEGER NOT NULL, \
      value BLOB NOT NULL, sum INTEGER NOT NULL, PRIMARY KEY(owner, kind, key)) \
      STRICT, WITHOUT ROWID
      """,
    ],
    migrations: [])

  /// The statements that make the tables of this version, in the order of the tables' names.
  let tables: [String]
  /// What brings version 1 to 2, 2 to 3, and so on: each a list of statements.
  let migrations: [[String]]

  var version: Int64 { Int64(migrations.count) + 1 }

  /// What stands in the file is ours, whole as far as its tables go, and not of a later version.
  /// Returns its version.
  func verify(_ connection: Connection) throws(StoreError) -> Int64 {
    do throws(StoreError) {
      return try version(of: connection)
    } catch  where error.kind == .unexpected {
      // What is asked here is asked of every file alike: the file is not as SQLite wrote it.
      throw connection.damage(error.cause)
    }
  }

  private func version(of connection: Connection) throws(StoreError) -> Int64 {
    let path = connection.path
    if try connection.number("PRAGMA application_id") != Self.applicationID {
      throw StoreError(
        .foreign, path: path, operation: "use", cause: "not a database of this program")
    }
    let found = try connection.number("PRAGMA user_version")
    if found > version {
      throw StoreError(
        .newer, path: path, operation: "use",
        cause: "version \(found) of the database, and this program knows up to \(version)")
    }
    let isExpected = found == version ? try tables(in: connection) == tables : found >= 1
    if !isExpected {
      throw StoreError(
        .damaged, path: path, operation: "use", cause: "its tables are not those that were made")
    }
    return found
  }

  /// Brings a verified database of version `found` to this one, all or nothing.
  func migrate(_ connection: Connection, from found: Int64) throws(StoreError) {
    if found == version { return }
    do throws(StoreError) {
      try connection.run("BEGIN IMMEDIATE")
      for statement in migrations[Int(found - 1)...].joined() { try connection.run(statement) }
      try connection.run("PRAGMA user_version = \(version)")
      let become = try tables(in: connection)
      if become != tables {
        throw StoreError(
          .damaged, path: connection.path, operation: "bring up to date",
          cause: "its tables do not become those of version \(version)")
      }
      try connection.run("COMMIT")
    } catch {
      _ = connection.rollBack()
      throw error
    }
  }

  /// Makes the tables in an empty file.
  func create(_ connection: Connection, rowFormat: Int64) throws(StoreError) {
    // Both before the first table: they say how pages are laid out.
    try connection.run("PRAGMA page_size = 4096")
    try connection.run("PRAGMA auto_vacuum = INCREMENTAL")
    try connection.run("BEGIN IMMEDIATE")
    try connection.run("PRAGMA application_id = \(Self.applicationID)")
    try connection.run("PRAGMA user_version = \(version)")
    for table in tables { try connection.run(table) }
    let meta = StoredMeta(epoch: 0, rowFormat: rowFormat, rows: 0, bytes: [])
    try MetaTable(connection).write(meta)
    try connection.run("COMMIT")
  }

  private func tables(in connection: Connection) throws(StoreError) -> [String] {
    let statement = try connection.prepare("SELECT sql FROM sqlite_schema ORDER BY name")
    var found: [String] = []
    while try statement.step() { found.append(statement.text(0)) }
    return found
  }
}
