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
  static func exists(_ path: String, _ faults: StoreFaults) throws(StoreError) -> Bool {
    if let status = try status(of: path, faults) {
      let isFile = status.st_mode & S_IFMT == S_IFREG
      // SQLite takes one byte for none, and throws the log away.
      if isFile && status.st_size > 1 { return true }
      throw StoreError(
        .foreign, path: path, operation: "use",
        cause: isFile ? "it is empty" : "it is not a regular file")
    }
    // SQLite would take the log of a database that is no more for one of the new one.
    if try status(of: path + logSuffix, faults) != nil {
      throw StoreError(
        .damaged, path: path, operation: "use", cause: "it is missing, and its -wal file is there")
    }
    return false
  }

  /// Nothing is at `path`, nor what SQLite would take for its log.
  static func isGone(_ path: String, _ faults: StoreFaults) throws(StoreError) -> Bool {
    if try status(of: path, faults) != nil { return false }
    return try status(of: path + logSuffix, faults) == nil
  }

  /// Nil if there is nothing at `path`.
  static func status(
    of path: String, _ faults: StoreFaults
  ) throws(StoreError) -> stat? {
    var status = stat()
    let found = try FileCall.check("examine", path, faults) {
      let code = unsafe lstat(path, &status)
      return code != 0 && errno == ENOENT ? 1 : code
    }
    return found == 0 ? status : nil
  }

  /// Makes an empty database beside its place and moves it there: it is there whole or not at all.
  static func create(
    _ path: String, _ schema: StateSchema, _ options: StoreOptions
  ) throws(StoreError) {
    let draft = path + draftSuffix
    // What a creation that was interrupted has left; nothing was ever kept in it.
    for suffix in ["", "-journal", logSuffix, "-shm"] { _ = unsafe unlink(draft + suffix) }
    // Nobody but the daemon's user; and SQLite does not tell why a file could not be made.
    let number = try FileCall.check("create", path, options.faults) {
      unsafe open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    }
    _ = close(number)
    try make(draft, schema, options)
    try FileCall.check("create", path, options.faults) { unsafe rename(draft, path) }
  }

  private static func make(
    _ draft: String, _ schema: StateSchema, _ options: StoreOptions
  ) throws(StoreError) {
    let connection = try Connection(draft, .write, options)
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

  private static func useLog(_ connection: Connection) throws(StoreError) {
    if try connection.hasLog() { return }
    let mode = try connection.text("PRAGMA journal_mode = WAL")
    if mode != "wal" {
      throw StoreError(
        .unexpected, path: connection.path, operation: "write to",
        cause: "its journal mode is \(mode), and cannot be changed to a write-ahead log")
    }
  }
}
