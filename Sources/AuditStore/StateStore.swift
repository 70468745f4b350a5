package import AuditCore
import Glibc
import LinuxIO

/// The durable state of one daemon: the file `state.db` in its directory. For one thread at a time.
///
/// A database that is refused, when it is opened or later, is not written to. What a commit has
/// returned for is there after whatever end of the process; with `Durability.full`, of the machine.
package final class StateStore {
  package let path: String
  private let directory: String
  private let options: StoreOptions
  private let schema: StateSchema
  private var lock: DirectoryLock
  /// Nil while nothing can be written: `writer()` tries again.
  private var writerAtHand: BatchWriter?
  /// Where the last commit is noted; nil where commits do not wait for the disk.
  private var note: EpochNote?
  /// Where the writer writes.
  private var place: StorePlace?
  /// What is read from until there is a writer: at the first commit, where a database has to be changed
  /// before anything can be written to its log, and its rows may yet turn out damaged. Never both: closing a
  /// file takes the process's locks on it away, and one that was opened alone has no part in SQLite's
  /// book-keeping of them.
  private var reader: Connection?
  /// Why nothing is written any more.
  private var refusal: StoreError?

  /// What the last commit that is known to be there said of itself.
  package private(set) var meta: StoredMeta

  /// The commit that a database had which is not there any more when the store was opened; 0 where there
  /// was none.
  package private(set) var goneEpoch: UInt64 = 0

  /// Why nothing can be written for now, when the store was opened: a disk that is full or read-only.
  /// What is there can be read, and every commit tries again.
  package private(set) var obstacle: StoreError?

  /// Opens the database in `directory`, which must be there, or creates it. The directory is locked
  /// as long as the store lives.
  package convenience init(directory: String, options: StoreOptions) throws(StoreError) {
    try self.init(directory: directory, options: options, schema: .current)
  }

  init(directory: String, options: StoreOptions, schema: StateSchema) throws(StoreError) {
    lock = try DirectoryLock(directory, options.faults)
    self.directory = directory
    path = "\(directory)/\(StateFile.name)"
    self.options = options
    self.schema = schema
    meta = StoredMeta(epoch: 0, rowFormat: options.rowFormat, rows: 0, bytes: [])
    // First without any right to write: what is refused must stay as it is.
    if try StateFile.exists(path, options.faults) {
      try inspect()
    } else {
      goneEpoch = EpochNote.known(of: path)
    }
    if obstacle != nil { return }
    if let reader, try !reader.hasLog() { return }
    do throws(StoreError) {
      meta = try writer().readMeta()
    } catch {
      note(error)
      if !error.isTransient { throw error }
      obstacle = error
    }
  }

  /// All rows in ascending order of their keys. What `body` throws ends the reading and comes out. If
  /// damage is reached, what was handed out before is void and nothing is written any more.
  package func readRows(_ body: (StateKey, Span<UInt8>) throws -> Void) throws {
    do {
      if let refusal { throw refusal }
      if writerAtHand == nil && reader == nil {
        // There may be none yet, for want of room.
        guard try StateFile.exists(path, options.faults) else { return }
        try inspect()
      }
      try (writerAtHand?.connection ?? reader)?.readRows(of: meta, body)
    } catch let error as StoreError {
      note(error)
      throw error
    }
  }

  /// Takes `batch` and `bytes` over in one transaction, marked with `epoch`. When an error is thrown
  /// the database stands at the commit before; only if the very last step failed it may stand at this
  /// one, which `meta` then says when it is opened again. After a transient error the same batch, or
  /// one with what came later, can be tried again. If the error is `displaced`, a whole batch makes a new
  /// database once nothing is left in the place of the old one.
  package func commit(
    _ batch: StateBatch, epoch: UInt64, meta bytes: [UInt8]
  ) throws(StoreError) -> CommitReport {
    if let refusal { throw refusal }
    do throws(StoreError) {
      if batch.isWhole { try leaveWhatIsGone() }
      let result = try writer().write(
        batch, epoch: epoch, meta: bytes, rowFormat: options.rowFormat)
      meta = result.meta
      try place?.check(options.faults)
      note?.store(epoch)
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
    guard refusal == nil, let writer = writerAtHand,
      StoreSize.bytes(ofFile: path + StateFile.logSuffix) >= Int64(Limits.storeLogBytesMax)
    else { return }
    do throws(StoreError) {
      place?.noteShortening()
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
      writerAtHand = nil
      reader = nil
      refusal = refusal ?? StoreError(.unexpected, path: path, operation: "use", cause: "closed")
    }
    if refusal == nil { try writerAtHand?.connection.closeCleanly() }
  }

  private func inspect() throws(StoreError) {
    let found = try Inspection(path, options, schema)
    try found.connection.requireIntegrity()
    reader = found.connection
    if let meta = found.meta { self.meta = meta }
    obstacle = found.obstacle
    // Rows of an earlier version cannot be read before it has been brought up to date.
    if let obstacle, found.meta == nil { throw obstacle }
  }

  /// Lets go of a database that is no longer there, so that a new one is made; and of a directory that is
  /// no longer in its place, for the one that is there now, which nobody else may be using.
  private func leaveWhatIsGone() throws(StoreError) {
    let isInPlace = lock.isInPlace()
    if writerAtHand == nil && isInPlace { return }
    if try !StateFile.isGone(path, options.faults) { return }
    if !isInPlace { lock = try DirectoryLock(directory, options.faults) }
    writerAtHand = nil
  }

  private func writer() throws(StoreError) -> BatchWriter {
    if let writerAtHand { return writerAtHand }
    reader = nil
    if try !StateFile.exists(path, options.faults) {
      try EpochNote.remove(of: path, options.faults)
      try lock.synchronize(options.faults)
      try StateFile.create(path, schema, options)
    }
    // Each time: whoever moved the file into place may not have come to it.
    try lock.synchronize(options.faults)
    let connection = try Connection(path, .write, options)
    let version = try schema.verify(connection)
    if connection.isReadOnly {
      throw connection.damage("its header says that it is not written to")
    }
    try StateFile.configure(connection, options)
    try schema.migrate(connection, from: version)
    let writer = try BatchWriter(connection)
    place = try StorePlace(path, options.faults)
    note = options.durability == .full ? EpochNote(of: path) : nil
    writerAtHand = writer
    obstacle = nil
    return writer
  }

  /// Brings everything back to where the last commit left it.
  private func note(_ error: StoreError) {
    if !error.isTransient { refusal = error }
    if let writerAtHand, !writerAtHand.connection.rollBack() { self.writerAtHand = nil }
  }
}

/// What a commit has brought about.
package struct CommitReport: Hashable, Sendable {
  package var epoch: UInt64
  package var size: StoreSize
  /// Why the log could not be moved into the database after the commit before; it grows meanwhile.
  package var tidyFailure: StoreError?
}
