package import AuditCore
import Glibc

/// The database as it stood at one moment, for tools: of a stopped daemon or beside a running one.
///
/// It asks for no lock and writes nothing. While it lives, the daemon's log cannot start anew: read,
/// let go, and print then.
package final class StateReader {
  package let path: String
  package let meta: StoredMeta
  let connection: Connection

  /// `path` is a state directory, or a database (with its log beside it, if there is one).
  package init(path given: String, options: StoreOptions) throws(StoreError) {
    path = Self.isDirectory(given) ? "\(given)/\(StateFile.name)" : given
    if try !StateFile.exists(path, options.faults) {
      throw StoreError(
        .unreachable, path: path, operation: "read", cause: "there is no database")
    }
    let found = try Inspection(path, options, .current)
    guard let meta = found.meta else {
      throw StoreError(
        .older, path: path, operation: "read", cause: "it is of an earlier version")
    }
    self.meta = meta
    connection = found.connection
  }

  /// All rows in ascending order of their keys; see `StateStore.readRows`.
  package func readRows(_ body: (StateKey, Span<UInt8>) throws -> Void) throws {
    try connection.readRows(of: meta, body)
  }

  private static func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
