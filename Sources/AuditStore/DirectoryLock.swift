import Glibc
import LinuxIO

/// The state directory, locked for one daemon as long as this value lives.
///
/// The lock is on the directory itself, so that nothing is left behind: the kernel takes it away with
/// the process, however that ends. Readers do not ask for it.
struct DirectoryLock: ~Copyable {
  private let directory: Descriptor

  /// `inUse` if another process, or another store of this one, has it.
  init(_ path: String) throws(StoreError) {
    let directory = try Self.open(path)
    try Self.lock(directory, path)
    self.directory = directory
  }

  private static func open(_ path: String) throws(StoreError) -> Descriptor {
    let number = unsafe Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if number >= 0 { return Descriptor(owning: number) }
    var error = StoreError(SystemError(code: errno, operation: "open", object: path))
    if error.kind == .readOnly { error.kind = .unreachable }
    throw error
  }

  private static func lock(
    _ directory: borrowing Descriptor, _ path: String
  ) throws(StoreError) {
    while flock(directory.number, LOCK_EX | LOCK_NB) != 0 {
      if errno == EINTR { continue }
      if errno == EWOULDBLOCK {
        throw StoreError(
          .inUse, path: path, operation: "keep state here", cause: "another process does so already"
        )
      }
      throw StoreError(SystemError(code: errno, operation: "lock", object: path))
    }
  }

  /// Waits until the disk has the names in the directory.
  borrowing func synchronize(_ path: String) throws(StoreError) {
    if fsync(directory.number) != 0 {
      throw StoreError(SystemError(code: errno, operation: "synchronise", object: path))
    }
  }
}
