import CSQLite
import LinuxIO

/// One connection of SQLite to a file. For one thread at a time.
///
/// Every call that can fail goes through `check`. When it goes, the connection is dropped as a crash
/// would: nothing is moved from the log into the database (`closeCleanly` does that).
@safe final class Connection {
  /// What is asked of the file.
  enum Access {
    case read
    /// As `read`, with nothing beside the file but its log: no lock is taken, no memory is shared. Only
    /// where nobody else can have it open.
    case readAlone
    case write
  }

  /// How long a lock of another program is waited for.
  private static let busyMilliseconds: Int32 = 2000

  let path: String
  private let faults: StoreFaults
  private var handle: OpaquePointer?

  convenience init(
    _ path: String, _ access: Access, _ options: StoreOptions
  ) throws(StoreError) {
    switch access {
    case .read: try self.init(path, SQLITE_OPEN_READONLY, options)
    case .write:
      try self.init(path, SQLITE_OPEN_READWRITE, options)
      if isReadOnly { throw failure(SQLITE_READONLY, "write to") }
    case .readAlone:
      if StoreSize.bytes(ofFile: path + StateFile.logSuffix) == 0 {
        try self.init(path, SQLITE_OPEN_READONLY, options, parameters: "?immutable=1")
      } else {
        // Without locks SQLite keeps the index of the log in memory of its own.
        var options = options
        options.fileSystem = "unix-none"
        try self.init(path, SQLITE_OPEN_READONLY, options)
        try run("PRAGMA locking_mode = EXCLUSIVE")
      }
    }
  }

  private init(
    _ path: String, _ access: Int32, _ options: StoreOptions, parameters: String = ""
  ) throws(StoreError) {
    self.path = path
    faults = options.faults
    let flags = access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE | SQLITE_OPEN_URI
    let name = Self.uri(of: path) + parameters
    try check(.open, "open") {
      unsafe sqlite3_open_v2(name, &handle, flags, options.fileSystem)
    }
    unsafe sqlite3_extended_result_codes(handle, 1)
    unsafe sqlite3_busy_timeout(handle, Self.busyMilliseconds)
    // Nothing in a file that somebody has prepared can make SQLite run what is not ours.
    try configure(SQLITE_DBCONFIG_DEFENSIVE, 1)
    try configure(SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
    try configure(SQLITE_DBCONFIG_ENABLE_TRIGGER, 0)
    try configure(SQLITE_DBCONFIG_ENABLE_VIEW, 0)
    try configure(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
  }

  deinit { unsafe sqlite3_close_v2(handle) }

  /// A statement, to be run any number of times.
  func prepare(_ sql: String) throws(StoreError) -> Statement {
    var statement: OpaquePointer?
    do throws(StoreError) {
      try check(.prepare, "read") {
        unsafe sqlite3_prepare_v3(
          handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
      }
    } catch {
      unsafe sqlite3_finalize(statement)
      throw error
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

  /// Whether nothing can be written, because of what is known by now.
  var isReadOnly: Bool { unsafe sqlite3_db_readonly(handle, "main") != 0 }

  /// Whether commits go to a write-ahead log, by the database's header.
  func hasLog() throws(StoreError) -> Bool { try text("PRAGMA journal_mode") == "wal" }

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

  /// A path as SQLite takes it where there are options behind it.
  private static func uri(of path: String) -> String {
    let digits = Array("0123456789ABCDEF".unicodeScalars)
    var encoded = path.utf8.first == UInt8(ascii: "/") ? "file://" : "file:"
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
        UInt8(ascii: "-"), UInt8(ascii: "_"):
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        encoded += "%"
        encoded.unicodeScalars.append(digits[Int(byte >> 4)])
        encoded.unicodeScalars.append(digits[Int(byte & 15)])
      }
    }
    return encoded
  }

  private static func isSuccess(_ code: Int32) -> Bool {
    code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE
  }

  private func failure(_ code: Int32, _ operation: String, injected: Bool = false) -> StoreError {
    let primary = code & 0xff
    let isOfSystem = primary == SQLITE_IOERR || primary == SQLITE_CANTOPEN || primary == SQLITE_FULL
    let systemCode = injected || !isOfSystem ? 0 : unsafe sqlite3_system_errno(handle)
    var error = StoreError(code: code, systemCode: systemCode, path: path, operation: operation)
    // Of all refusals this one's name alone says nothing.
    if primary == SQLITE_ERROR && !injected {
      error.cause = unsafe String(cString: sqlite3_errmsg(handle))
    }
    return error
  }
}
