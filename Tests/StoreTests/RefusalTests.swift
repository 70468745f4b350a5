import AuditCore
import Glibc
import LinuxIO
import Testing

@testable import AuditStore

/// What is not ours, or not as we left it, is refused, each by its name, and stays as it is.
@Suite struct RefusalTests {
  @Test func aTextFileIsForeign() throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("state.db", "dear diary\n")
    let error = try refusal(folder.path)
    #expect(error.kind == .foreign)
    #expect(error.exitStatus == 65)
    #expect(!error.isTransient)
    #expect(
      error.description
        == "\(path): cannot use: file is not a database. It was left as it is. Move it away, or use "
        + "another state directory.")
  }

  @Test func anEmptyFileIsForeign() throws {
    let folder = try TemporaryFolder()
    _ = try folder.file("state.db", "")
    #expect(try refusal(folder.path).kind == .foreign)
  }

  /// SQLite takes a file of one byte for an empty one, and its log for one of nothing.
  @Test func oneByteThatIsLeftIsRefusedAndItsLogStays() throws {
    let folder = try TemporaryFolder()
    let other = try TemporaryFolder()
    do {
      let store = try StateStore(directory: other.path, options: .test)
      _ = try store.commit(StateBatch(), epoch: 1, meta: [])
      try TestFiles.copy(other.path, to: folder.path)
    }
    try TestFiles.write([0x53], to: "\(folder.path)/state.db")
    #expect(try TestFiles.durable(in: folder.path)["state.db-wal"] != nil)
    #expect(try refusal(folder.path).kind == .foreign)
  }

  @Test func anotherProgramsDatabaseIsForeign() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/state.db"
    do {
      try TestFiles.write([], to: path)
      let connection = try Connection(path, .write, .test)
      try connection.run("CREATE TABLE diary(text)")
    }
    let error = try refusal(folder.path)
    #expect(error.kind == .foreign)
    #expect(error.cause == "not a database of this program")
  }

  @Test func whatIsNoFileIsForeign() throws {
    let folder = try TemporaryFolder()
    #expect(unsafe mkfifo("\(folder.path)/state.db", 0o600) == 0)
    let error = #expect(throws: StoreError.self) {
      try StateStore(directory: folder.path, options: .test)
    }
    #expect(error?.kind == .foreign)
  }

  @Test func aLinkIsNotFollowed() throws {
    let folder = try TemporaryFolder()
    let elsewhere = try TemporaryFolder()
    try makeDatabase(elsewhere.path)
    #expect(unsafe symlink("\(elsewhere.path)/state.db", "\(folder.path)/state.db") == 0)
    #expect(try refusal(folder.path).kind == .foreign)
  }

  @Test func aLaterSchemaIsNewer() throws {
    let folder = try TemporaryFolder()
    try makeDatabase(folder.path)
    try change(folder.path, "PRAGMA user_version = 2")
    let error = try refusal(folder.path)
    #expect(error.kind == .newer)
    #expect(error.exitStatus == 78)
    #expect(error.cause == "version 2 of the database, and this program knows up to 1")
    #expect(throws: error) { try StateReader(path: folder.path, options: .test) }
  }

  @Test func laterRowsAreNewer() throws {
    let folder = try TemporaryFolder()
    do {
      let store = try StateStore(directory: folder.path, options: StoreOptions(rowFormat: 2))
      try store.close()
    }
    let error = try refusal(folder.path)
    #expect(error.kind == .newer)
    #expect(error.cause == "version 2 of its rows, and this program knows up to 1")
    #expect(throws: error) { try StateReader(path: folder.path, options: .test) }
  }

  @Test func rowsOfAnEarlierFormatAreReadAndReplacedAsAWhole() throws {
    let folder = try TemporaryFolder()
    try makeDatabase(folder.path)
    let store = try StateStore(directory: folder.path, options: StoreOptions(rowFormat: 2))
    #expect(store.meta.rowFormat == 1)
    var batch = StateBatch()
    batch.isWhole = true
    _ = try store.commit(batch, epoch: 2, meta: [])
    #expect(store.meta.rowFormat == 2)
  }

  @Test func otherTablesAreDamage() throws {
    let folder = try TemporaryFolder()
    try makeDatabase(folder.path)
    try change(folder.path, "ALTER TABLE state ADD COLUMN more INTEGER")
    #expect(try refusal(folder.path).kind == .damaged)
  }

  @Test func aChangedMetaIsDamage() throws {
    let folder = try TemporaryFolder()
    try makeDatabase(folder.path)
    try change(folder.path, "UPDATE meta SET epoch = 77")
    let error = try refusal(folder.path)
    #expect(error.kind == .damaged)
    #expect(error.exitStatus == 65)
  }

  @Test func aLostRowIsDamage() throws {
    let folder = try TemporaryFolder()
    try makeDatabase(folder.path)
    try change(folder.path, "DELETE FROM state WHERE key = 3")
    #expect(try refusal(folder.path).cause == "9 rows are there, and 10 were written")
  }

  @Test func aChangedRowIsDamage() throws {
    let folder = try TemporaryFolder()
    try makeDatabase(folder.path)
    try change(folder.path, "UPDATE state SET value = x'00' WHERE key = 3")
    #expect(try refusal(folder.path).cause == "row 1/1/3 is not as it was written")
  }

  /// Rows can all be read, and the next commit would write over some of them. Places of the header: the
  /// first page of the list of free pages, and how many there are (SQLite, file format, 1.3).
  @Test func aPageThatIsUsedAndFreeIsDamage() throws {
    let folder = try TemporaryFolder()
    try makeDatabase(folder.path)
    let path = "\(folder.path)/state.db"
    var bytes = try TestFiles.bytes(path)
    for place in [35, 39] { #expect(bytes[place] == 0) }
    (bytes[35], bytes[39]) = (3, 1)
    try TestFiles.write(bytes, to: path)
    let error = try refusal(folder.path)
    #expect(error.kind == .damaged)
    #expect(error.cause.contains("reelist"), "\(error.cause)")
  }

  /// Its bytes 18 and 19 (SQLite, file format, 1.3) say how the database is written and read: 2, with a log.
  @Test(
    arguments: [[1, 1], [1, 2], [2, 1], [0, 2], [2, 0], [3, 2], [2, 3]] as [[UInt8]], [false, true])
  func aHeaderThatSaysOtherwiseIsNotMendedBeforeTheRowsAreRead(
    _ versions: [UInt8], _ hasLog: Bool
  ) throws {
    let folder = try TemporaryFolder()
    try makeDatabase(folder.path)
    let damage = "UPDATE state SET value = x'00' WHERE key = 3"
    try change(folder.path, damage, leavingLog: hasLog)
    #expect(try (TestFiles.durable(in: folder.path)["state.db-wal"] != nil) == hasLog)
    let path = "\(folder.path)/state.db"
    var bytes = try TestFiles.bytes(path)
    #expect(bytes[18...19] == [2, 2])
    bytes.replaceSubrange(18...19, with: versions)
    try TestFiles.write(bytes, to: path)
    let error = try refusal(folder.path)
    #expect(error.kind == .damaged || error.kind == .foreign, "\(error)")
  }

  /// As other tools make them: without a log, until it is written to.
  @Test func aDatabaseThatWasCopiedWithoutALogIsTakenOver() throws {
    let folder = try TemporaryFolder()
    try makeDatabase(folder.path)
    let path = "\(folder.path)/state.db"
    try change(folder.path, "VACUUM INTO '\(folder.path)/copy'")
    try TestFiles.write(try TestFiles.bytes("\(folder.path)/copy"), to: path)
    #expect(try TestFiles.bytes(path)[18...19] == [1, 1])
    let store = try StateStore(directory: folder.path, options: .test)
    #expect(try store.rows().count == 10)
    _ = try store.commit(StateBatch(), epoch: 9, meta: [])
    try store.close()
    #expect(try TestFiles.bytes(path)[18...19] == [2, 2])
  }

  /// SQLite itself refuses the number of a schema's format above 4 (file format, 1.3.9).
  @Test func aFormatThatSQLiteDoesNotKnowIsDamage() throws {
    let folder = try TemporaryFolder()
    try makeDatabase(folder.path)
    let path = "\(folder.path)/state.db"
    var bytes = try TestFiles.bytes(path)
    #expect(bytes[44...47] == [0, 0, 0, 4])
    bytes[47] = 5
    try TestFiles.write(bytes, to: path)
    let error = try refusal(folder.path)
    #expect(error.kind == .damaged)
    #expect(error.cause == "unsupported file format")
  }

  @Test func aLogWithoutItsDatabaseIsDamage() throws {
    let folder = try TemporaryFolder()
    _ = try folder.file("state.db-wal", "what is left")
    let error = try refusal(folder.path)
    #expect(error.kind == .damaged)
    #expect(error.cause == "it is missing, and its -wal file is there")
  }

  @Test func whatTheRowsSayCanBeRefusedToo() throws {
    let folder = try TemporaryFolder()
    try makeDatabase(folder.path)
    let before = try TestFiles.durable(in: folder.path)
    do {
      let store = try StateStore(directory: folder.path, options: .test)
      let error = store.refuse(cause: "row 1/1/3 is no task")
      #expect(error.kind == .damaged)
      #expect(throws: error) { try store.commit(StateBatch(), epoch: 9, meta: []) }
      try store.close()
    }
    #expect(try TestFiles.durable(in: folder.path) == before)
  }

  @Test func aMissingDirectoryIsUnreachable() throws {
    let error = #expect(throws: StoreError.self) {
      try StateStore(directory: "/nonexistent/bgtaskd", options: .test)
    }
    #expect(error?.kind == .unreachable)
    #expect(
      error?.description
        == "/nonexistent/bgtaskd: cannot open: No such file or directory. See that the directory is "
        + "there and that the daemon's user may enter it.")
  }

  @Test func anInterruptedCreationIsBegunAnew() throws {
    let folder = try TemporaryFolder()
    _ = try folder.file("state.db.new", "half a data")
    _ = try folder.file("state.db.new-journal", "base")
    let store = try StateStore(directory: folder.path, options: .test)
    #expect(try store.rows().isEmpty)
    #expect(try !File.names(inFolder: folder.path).contains { $0.hasPrefix("state.db.new") })
  }

  /// Opens and reads; says how that was refused, and checks that no byte was changed.
  private func refusal(_ folder: String) throws -> StoreError {
    let before = try TestFiles.durable(in: folder)
    let error = try #require(
      throws: StoreError.self,
      performing: { try StateStore(directory: folder, options: .test).readRows { _, _ in } })
    #expect(try TestFiles.durable(in: folder) == before)
    return error
  }

  private func makeDatabase(_ folder: String) throws {
    let store = try StateStore(directory: folder, options: .test)
    var batch = StateBatch()
    for key in 0..<10 as Range<Int64> {
      batch.put(StateKey(owner: 1, kind: 1, key: key), [UInt8](repeating: 7, count: 20).span)
    }
    _ = try store.commit(batch, epoch: 1, meta: [])
    try store.close()
  }

  private func change(_ folder: String, _ statement: String, leavingLog: Bool = false) throws {
    let connection = try Connection("\(folder)/state.db", .write, .test)
    try connection.run(statement)
    if !leavingLog { try connection.closeCleanly() }
  }
}
