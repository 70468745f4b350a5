/// A database opened without any right to write, within one transaction, and found to be ours.
struct Inspection {
  let connection: Connection
  /// The version of its tables, at most the present one.
  let version: Int64
  /// Nil where the tables are of an earlier version.
  let meta: StoredMeta?
  /// Why the file had to be opened alone: what SQLite needs beside it could not be made, on a disk that
  /// is full or read-only. Nobody else can have it open then.
  let obstacle: StoreError?

  /// Refuses what is damaged, foreign, newer, or behind what it was.
  init(
    _ path: String, _ options: StoreOptions, _ schema: StateSchema
  ) throws(StoreError) {
    // A daemon may commit meanwhile.
    let known = EpochNote.known(of: path)
    do throws(StoreError) {
      try self.init(path, .read, options, schema, obstacle: nil)
    } catch {
      switch error.kind {
      case .readOnly, .full, .inputOutput:
        try self.init(path, .readAlone, options, schema, obstacle: error)
      default: throw error
      }
    }
    if let meta { try EpochNote.check(meta.epoch, against: known, of: path) }
  }

  private init(
    _ path: String, _ access: Connection.Access, _ options: StoreOptions, _ schema: StateSchema,
    obstacle: StoreError?
  ) throws(StoreError) {
    connection = try Connection(path, access, options)
    self.obstacle = obstacle
    try connection.run("BEGIN")
    version = try schema.verify(connection)
    meta = version == schema.version ? try MetaTable(connection).read() : nil
    if let meta, meta.rowFormat > options.rowFormat {
      throw StoreError(
        .newer, path: path, operation: "use",
        cause: "version \(meta.rowFormat) of its rows, and this program knows up to "
          + "\(options.rowFormat)")
    }
  }
}
