import AuditCore
import Testing

@testable import AuditStore

/// An earlier version becomes the present one as it is opened; rows stay.
@Suite struct MigrationTests {
  static let second = StateSchema(
    tables: [
      StateSchema.current.tables[0],
      StateSchema.current.tables[1],
      "CREATE TABLE trash(owner INTEGER PRIMARY KEY) STRICT",
    ],
    migrations: [["CREATE TABLE trash(owner INTEGER PRIMARY KEY) STRICT"]])

  @Test func theFirstVersionBecomesTheSecond() throws {
    let folder = try TemporaryFolder()
    try makeFirst(folder.path)
    do {
      let store = try StateStore(directory: folder.path, options: .test, schema: Self.second)
      #expect(store.meta.epoch == 1)
      #expect(try store.rows().count == 1)
      try store.close()
    }
    let error = #expect(throws: StoreError.self) {
      try StateStore(directory: folder.path, options: .test)
    }
    #expect(error?.kind == .newer)
  }

  @Test func aNewDatabaseIsOfTheLastVersion() throws {
    let folder = try TemporaryFolder()
    for _ in 0..<2 {
      let store = try StateStore(directory: folder.path, options: .test, schema: Self.second)
      try store.close()
    }
  }

  @Test func aMigrationThatFailsChangesNothing() throws {
    let folder = try TemporaryFolder()
    try makeFirst(folder.path)
    let before = try TestFiles.durable(in: folder.path)
    let broken = StateSchema(
      tables: Self.second.tables,
      migrations: [["CREATE TABLE trash(owner)", "DELETE FROM state", "DELETE FROM nothing"]])
    #expect(throws: StoreError.self) {
      try StateStore(directory: folder.path, options: .test, schema: broken)
    }
    #expect(try TestFiles.durable(in: folder.path) == before)
    #expect(try StateStore(directory: folder.path, options: .test).rows().count == 1)
  }

  @Test func whatAMigrationMakesMustBeTheTablesOfItsVersion() throws {
    let folder = try TemporaryFolder()
    try makeFirst(folder.path)
    let wrong = StateSchema(tables: Self.second.tables, migrations: [["CREATE TABLE trash(owner)"]])
    #expect(throws: StoreError.self) {
      try StateStore(directory: folder.path, options: .test, schema: wrong)
    }
    #expect(try StateStore(directory: folder.path, options: .test).rows().count == 1)
  }

  private func makeFirst(_ folder: String) throws {
    let store = try StateStore(directory: folder, options: .test)
    var batch = StateBatch()
    let value: [UInt8] = [1]
    batch.put(StateKey(owner: 1, kind: 1, key: 1), value.span)
    _ = try store.commit(batch, epoch: 1, meta: [])
    try store.close()
  }
}
