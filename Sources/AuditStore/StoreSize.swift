import Glibc

/// What the state takes on disk, in bytes.
package struct StoreSize: Hashable, Sendable {
  /// The database itself, free pages included.
  package var fileBytes: Int64 = 0
  /// The log beside it, which holds the latest commits.
  package var logBytes: Int64 = 0
  /// The pages of the database that hold something: what goes down when rows are removed.
  package var usedBytes: Int64 = 0

  package var totalBytes: Int64 { fileBytes + logBytes }

  /// The size of the file `path`; 0 if it is not there.
  static func bytes(ofFile path: String) -> Int64 {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? Int64(status.st_size) : 0
  }
}
