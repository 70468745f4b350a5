import AuditCore
import Glibc
import LinuxIO

/// The database as a file: whether it is there, how it comes into being, how it is opened.
enum StateFile {
  static let name = "state.db"
  static let logSuffix = "-wal"
  private static let draftSuffix = ".new"

  /// False if there is nothing. `foreign` if what is there cannot be a database of ours, `damaged` if
  /// it is gone and has left its log behind.
  static func exists(_ path: String) throws(StoreError) -> Bool {
    var status = stat()
    if unsafe lstat(path, &status) == 0 {
      if status.st_mode & S_IFMT == S_IFREG && status.st_size > 0 { return true }
      let cause = status.st_mode & S_IFMT == S_IFREG ? "it is empty" : "it is not a regular file"
      throw StoreError(.foreign, path: path, operation: "use", cause: cause)
    }
    if errno != ENOENT {
      throw StoreError(SystemError(code: errno, operation: "examine", object: path))
    }
    // SQLite would take the log of a database that is no more for one of the new one.
    if unsafe lstat(path + logSuffix, &status) == 0 {
      throw StoreError(
        .damaged, path: path, operation: "use", cause: "it is missing, and its -wal file is there")
    }
    return false
  }

  /// Makes an empty database beside its place and moves it there: it is there whole or not at all.
  static func create(
    _ path: String, _ schema: StateSchema, _ options: StoreOptions
  ) throws(StoreError) {
    let draft = path + draftSuffix
    // What a creation that was interrupted has left; nothing was ever kept in it.
    for suffix in ["", "-journal", logSuffix, "-shm"] { _ = unsafe unlink(draft + suffix) }
    try make(draft, schema, options)
    if unsafe rename(draft, path) != 0 {
      throw StoreError(SystemError(code: errno, operation: "create", object: path))
    }
  }

  private static func make(
    _ draft: String, _ schema: StateSchema, _ options: StoreOptions
  ) throws(StoreError) {
    let connection = try Connection(draft, .create, options)
    try schema.create(connection, rowFormat: options.rowFormat)
    try useLog(connection)
    try connection.closeCleanly()
  }

  /// What holds for a connection that writes, as long as it is open.
  static func configure(_ connection: Connection, _ options: StoreOptions) throws(StoreError) {
    try useLog(connection)
    for setting in [
      "synchronous = \(options.durability.rawValue)",
      "cache_size = \(-Limits.storeCacheKibibytes)",
      "journal_size_limit = \(Limits.storeLogBytesMax)",
      // The store checkpoints by itself, when nobody waits for it.
      "wal_autocheckpoint = 0",
      // Overwriting what is removed would double what is written.
      "secure_delete = OFF",
      "temp_store = MEMORY",
      "cell_size_check = ON",
      // An error of the disk must be a result, not a signal.
      "mmap_size = 0",
    ] { try connection.run("PRAGMA \(setting)") }
  }

  /// `newer` if the rows were written by a later version of the program.
  static func verify(
    _ meta: StoredMeta, _ options: StoreOptions, _ path: String
  ) throws(StoreError) {
    if meta.rowFormat > options.rowFormat {
      throw StoreError(
        .newer, path: path, operation: "use",
        cause: "version \(meta.rowFormat) of its rows, and this program knows up to "
          + "\(options.rowFormat)")
    }
  }

  private static func useLog(_ connection: Connection) throws(StoreError) {
    let mode = try connection.text("PRAGMA journal_mode = WAL")
    if mode != "wal" {
      throw StoreError(
        .unexpected, path: connection.path, operation: "write to",
        cause: "its journal mode is \(mode), and cannot be changed to a write-ahead log")
    }
  }
}
