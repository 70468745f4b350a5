import Glibc

/// Sees to it that commits go where the next start will look: SQLite writes on into files that were
/// removed, moved away or replaced under it, and says nothing.
struct StorePlace {
  private struct Mark {
    var device: UInt64
    var number: UInt64
    var bytes: Int64
  }

  private let path: String
  private var database: Mark?
  private var log: Mark?

  /// `path` has just been opened.
  init(_ path: String, _ faults: StoreFaults) throws(StoreError) {
    self.path = path
    database = try Self.mark(path, faults)
  }

  /// `displaced` if the database or its log is not the file that it was, or the database is shorter than
  /// it was. To be called after a commit: then both are there.
  mutating func check(_ faults: StoreFaults) throws(StoreError) {
    database = try same(as: database, path, faults)
    log = try same(as: log, path + StateFile.logSuffix, faults)
  }

  /// To be called after the log was moved into the database, which may have made it shorter.
  mutating func noteShortening() { database?.bytes = 0 }

  private func same(
    as before: Mark?, _ path: String, _ faults: StoreFaults
  ) throws(StoreError) -> Mark {
    guard let now = try Self.mark(path, faults) else { throw displaced(path, "it is gone") }
    guard let before else { return now }
    if now.device != before.device || now.number != before.number {
      throw displaced(path, "another file has taken its place")
    }
    if path == self.path && now.bytes < before.bytes { throw displaced(path, "it was cut short") }
    return now
  }

  private func displaced(_ path: String, _ cause: String) -> StoreError {
    StoreError(.displaced, path: path, operation: "write to", cause: cause)
  }

  private static func mark(_ path: String, _ faults: StoreFaults) throws(StoreError) -> Mark? {
    guard let status = try StateFile.status(of: path, faults) else { return nil }
    return Mark(
      device: UInt64(status.st_dev), number: UInt64(status.st_ino), bytes: Int64(status.st_size))
  }
}
