import CSQLite
import LinuxIO

/// One connection of SQLite to a file. For one thread at a time.
///
/// Every call that can fail goes through `check`. When it goes, the connection is dropped as a crash
/// would: nothing is moved from the log into the database (`closeCleanly` does that).
@safe final class Connection {
  /// What is asked of the file.
  enum Access {
    case read, write, create

    fileprivate var flags: Int32 {
      switch self {
      case .read: SQLITE_OPEN_READONLY
      case .write: SQLITE_OPEN_READWRITE
      case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      }
    }
  }

  /// How long a lock of another program is waited for.
  private static let busyMilliseconds: Int32 = 2000

  let path: String
  private let faults: StoreFaults
  private var handle: OpaquePointer?

  init(_ path: String, _ access: Access, _ options: StoreOptions) throws(StoreError) {
    self.path = path
    faults = options.faults
    let flags = access.flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE
    try check(.open, "open") {
      unsafe sqlite3_open_v2(path, &handle, flags, options.fileSystem)
    }
    unsafe sqlite3_extended_result_codes(handle, 1)
    unsafe sqlite3_busy_timeout(handle, Self.busyMilliseconds)
    // Nothing in a file that somebody has prepared can make SQLite run what is not ours.
    try configure(SQLITE_DBCONFIG_DEFENSIVE, 1)
    try configure(SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
    try configure(SQLITE_DBCONFIG_ENABLE_TRIGGER, 0)
    try configure(SQLITE_DBCONFIG_ENABLE_VIEW, 0)
    try configure(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
    if access != .read && (unsafe sqlite3_db_readonly(handle, "main")) != 0 {
      throw failure(SQLITE_READONLY, "write to")
    }
  }

  deinit { unsafe sqlite3_close_v2(handle) }

  /// A statement, to be run any number of times.
  func prepare(_ sql: String) throws(StoreError) -> Statement {
    var statement: OpaquePointer?
    try check(.prepare, "read") {
      unsafe sqlite3_prepare_v3(
        handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    }
    guard let statement = unsafe statement else { throw failure(SQLITE_MISUSE, "read") }
    return unsafe Statement(statement, of: self)
  }

  /// Runs a statement once for what it does.
  func run(_ sql: String) throws(StoreError) {
    let statement = try prepare(sql)
    while try statement.step() {}
  }

  /// The first number that a query gives; 0 if it gives none.
  func number(_ sql: String) throws(StoreError) -> Int64 {
    let statement = try prepare(sql)
    return try statement.step() ? statement.number(0) : 0
  }

  /// The first text that a query gives; empty if it gives none.
  func text(_ sql: String) throws(StoreError) -> String {
    let statement = try prepare(sql)
    return try statement.step() ? statement.text(0) : ""
  }

  /// Ends what a failed transaction has begun. False if that failed too: the connection is of no use.
  func rollBack() -> Bool {
    if unsafe sqlite3_get_autocommit(handle) == 0 { try? run("ROLLBACK") }
    return unsafe sqlite3_get_autocommit(handle) != 0
  }

  /// Rows that the last statement inserted, updated or deleted.
  var changes: Int64 { unsafe sqlite3_changes64(handle) }

  /// Moves committed pages from the log into the database, as far as readers allow, without waiting
  /// for anybody; with `truncating`, all of them, and empties the log.
  func checkpoint(truncating: Bool = false) throws(StoreError) {
    let mode = truncating ? SQLITE_CHECKPOINT_TRUNCATE : SQLITE_CHECKPOINT_PASSIVE
    try check(.checkpoint, "write to") {
      unsafe sqlite3_wal_checkpoint_v2(handle, nil, mode, nil, nil)
    }
  }

  /// Leaves one file behind, the database, where no reader holds the log back.
  func closeCleanly() throws(StoreError) {
    try checkpoint(truncating: true)
    try configure(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0)
  }

  private func configure(_ option: Int32, _ value: Int32) throws(StoreError) {
    try check(.configure, "configure") { unsafe csqlite_configure(handle, option, value) }
  }

  /// The one place where calls of SQLite are made and made to fail.
  @discardableResult
  func check(
    _ call: StoreCall, _ operation: String, _ body: () -> Int32
  ) throws(StoreError) -> Int32 {
    switch faults.fault(for: call) {
    case .instead(let code): throw failure(code, operation, injected: true)
    case .after(let code):
      let actual = body()
      if Self.isSuccess(actual) { throw failure(code, operation, injected: true) }
      throw failure(actual, operation)
    case nil:
      let actual = body()
      if !Self.isSuccess(actual) { throw failure(actual, operation) }
      return actual
    }
  }

  private static func isSuccess(_ code: Int32) -> Bool {
    code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE
  }

  private func failure(_ code: Int32, _ operation: String, injected: Bool = false) -> StoreError {
    let primary = code & 0xff
    let isOfSystem = primary == SQLITE_IOERR || primary == SQLITE_CANTOPEN || primary == SQLITE_FULL
    let systemCode = injected || !isOfSystem ? 0 : unsafe sqlite3_system_errno(handle)
    return StoreError(code: code, systemCode: systemCode, path: path, operation: operation)
  }
}
