import Glibc
import LinuxIO

/// The file beside the database that tells which commit it stood at last: without it, a database whose
/// log was taken away, or cut off, looks like a sound one of an earlier time.
///
/// Written after each commit and not synchronised, so that it may tell an earlier commit after the machine
/// has ended, and never a later one. It holds the epoch and its complement, 8 bytes each, the lowest
/// first; what is anything else says nothing.
struct EpochNote: ~Copyable {
  static let suffix = "-epoch"
  private static let byteCount = 16

  private let file: Descriptor

  /// Opens or makes the note of the database at `path`; nil where it cannot be: it is only for safety.
  init?(of path: String) {
    let flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY | O_NONBLOCK
    let number = unsafe open(path + Self.suffix, flags, 0o600)
    if number < 0 { return nil }
    file = Descriptor(owning: number)
  }

  /// The database stands at `epoch`, and the disk has that.
  borrowing func store(_ epoch: UInt64) {
    let bytes = [epoch, ~epoch].flatMap { word in
      (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
    }
    // A write that fails leaves what was there, or nothing that can be read.
    _ = unsafe bytes.withUnsafeBytes { unsafe pwrite(file.number, $0.baseAddress, $0.count, 0) }
  }

  /// The commit that the database at `path` has had at least; 0 where that is not known.
  static func known(of path: String) -> UInt64 {
    guard let bytes = try? File.read(path + suffix, bytesMax: byteCount), bytes.count == byteCount
    else { return 0 }
    let words = [0, 8].map { start in
      bytes[start..<start + 8].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    }
    return words[0] == ~words[1] ? words[0] : 0
  }

  /// Before a new database is made: it begins anew.
  static func remove(of path: String, _ faults: StoreFaults) throws(StoreError) {
    try FileCall.check("remove", path + suffix, faults) {
      let code = unsafe unlink(path + suffix)
      return code != 0 && errno == ENOENT ? 0 : code
    }
  }

  /// Throws `damaged` if the database at `path`, which stands at `epoch`, is behind what was `known`.
  static func check(_ epoch: UInt64, against known: UInt64, of path: String) throws(StoreError) {
    if epoch >= known { return }
    throw StoreError(
      .damaged, path: path, operation: "use",
      cause:
        "it stands at commit \(epoch), and commit \(known) was made: its -wal file is missing or "
        + "damaged, or it is an older copy, to be used without the \(suffix) file beside it")
  }
}
