package import AuditCore
import Glibc
import LinuxIO

/// The durable state of one daemon: the file `state.db` in its directory. For one thread at a time.
///
/// A database that is refused, when it is opened or later, is not written to. What a commit has
/// returned for is there after whatever end of the process; with `Durability.full`, of the machine.
package final class StateStore {
  package let path: String
  private let options: StoreOptions
  private let schema: StateSchema
  private let lock: DirectoryLock
  /// Nil after a failure that the connection did not survive, until the next commit.
  private var writer: BatchWriter?
  /// Why nothing is written any more.
  private var refusal: StoreError?

  /// What the last commit that is known to be there said of itself.
  package private(set) var meta: StoredMeta

  /// Opens the database in `directory`, which must be there, or creates it. The directory is locked
  /// as long as the store lives.
  package convenience init(directory: String, options: StoreOptions) throws(StoreError) {
    try self.init(directory: directory, options: options, schema: .current)
  }

  init(directory: String, options: StoreOptions, schema: StateSchema) throws(StoreError) {
    lock = try DirectoryLock(directory)
    path = "\(directory)/\(StateFile.name)"
    self.options = options
    self.schema = schema
    if try !StateFile.exists(path) {
      try StateFile.create(path, schema, options)
      try lock.synchronize(directory)
    }
    // First without any right to write: what is refused must stay as it is.
    let reader = try Connection(path, .read, options)
    let version = try schema.verify(reader)
    if version == schema.version {
      let meta = try MetaTable(reader).read()
      try StateFile.verify(meta, options, path)
    }
    let writer = try Self.open(path, options, schema)
    self.writer = writer
    meta = try writer.readMeta()
  }

  /// All rows in ascending order of their keys. What `body` throws ends the reading and comes out. If
  /// damage is reached, what was handed out before is void and nothing is written any more.
  package func readRows(_ body: (StateKey, Span<UInt8>) throws -> Void) throws {
    do {
      if let refusal { throw refusal }
      try usableWriter().connection.readRows(of: meta, body)
    } catch let error as StoreError {
      note(error)
      throw error
    }
  }

  /// Takes `batch` and `bytes` over in one transaction, marked with `epoch`. When an error is thrown
  /// the database stands at the commit before; only if the very last step failed it may stand at this
  /// one, which `meta` then says when it is opened again. After a transient error the same batch, or
  /// one with what came later, can be tried again.
  package func commit(
    _ batch: StateBatch, epoch: UInt64, meta bytes: [UInt8]
  ) throws(StoreError) -> CommitReport {
    if let refusal { throw refusal }
    do throws(StoreError) {
      let result = try usableWriter().write(
        batch, epoch: epoch, meta: bytes, rowFormat: options.rowFormat)
      meta = result.meta
      var size = result.size
      size.logBytes = StoreSize.bytes(ofFile: path + StateFile.logSuffix)
      return CommitReport(epoch: epoch, size: size)
    } catch {
      note(error)
      throw error
    }
  }

  /// Moves what the log holds into the database once it is long, so that it starts anew. To be called
  /// after every commit, when what waited for it has been told: it may take as long as a commit.
  package func tidy() throws(StoreError) {
    guard refusal == nil, let writer,
      StoreSize.bytes(ofFile: path + StateFile.logSuffix) >= Int64(Limits.storeLogBytesMax)
    else { return }
    do throws(StoreError) {
      try writer.connection.checkpoint()
    } catch {
      note(error)
      throw error
    }
  }

  /// Declares the database damaged because of what its rows say, and returns that as an error:
  /// nothing is written any more.
  package func refuse(cause: String) -> StoreError {
    let error = StoreError(.damaged, path: path, operation: "use", cause: cause)
    refusal = error
    return error
  }

  /// Leaves the database alone in its directory, without a log. The store is of no use afterwards. What
  /// fails here loses nothing.
  package func close() throws(StoreError) {
    defer {
      writer = nil
      refusal = refusal ?? StoreError(.unexpected, path: path, operation: "use", cause: "closed")
    }
    if refusal == nil { try writer?.connection.closeCleanly() }
  }

  private func usableWriter() throws(StoreError) -> BatchWriter {
    if let writer { return writer }
    let opened = try Self.open(path, options, schema)
    writer = opened
    return opened
  }

  private func note(_ error: StoreError) {
    if !error.isTransient { refusal = error }
    if let writer, !writer.connection.rollBack() { self.writer = nil }
  }

  private static func open(
    _ path: String, _ options: StoreOptions, _ schema: StateSchema
  ) throws(StoreError) -> BatchWriter {
    let connection = try Connection(path, .write, options)
    try StateFile.configure(connection, options)
    try schema.migrate(connection, from: try schema.verify(connection))
    return try BatchWriter(connection)
  }
}

/// What a commit has brought about.
package struct CommitReport: Hashable, Sendable {
  package var epoch: UInt64
  package var size: StoreSize
  /// Why the log could not be moved into the database after the commit before; it grows meanwhile.
  package var tidyFailure: StoreError?
}
