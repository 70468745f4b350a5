import Glibc
import LinuxIO

/// The state directory, locked for one daemon as long as this value lives.
///
/// The lock is on the directory itself, so that nothing is left behind: the kernel takes it away with
/// the process, however that ends. Readers do not ask for it.
struct DirectoryLock: ~Copyable {
  private let directory: Descriptor
  private let path: String

  /// `inUse` if another process, or another store of this one, has it.
  init(_ path: String, _ faults: StoreFaults) throws(StoreError) {
    let directory = try Self.open(path, faults)
    let number = directory.number
    do throws(StoreError) {
      try FileCall.check("lock", path, faults) { flock(number, LOCK_EX | LOCK_NB) }
    } catch {
      guard error.kind == .inUse else { throw error }
      throw StoreError(
        .inUse, path: path, operation: "keep state here", cause: "another process does so already")
    }
    self.directory = directory
    self.path = path
  }

  deinit {
    // Closing is not enough where a child process has just been forked off with a copy.
    _ = flock(directory.number, LOCK_UN)
  }

  /// Waits until the disk has the names in the directory.
  borrowing func synchronize(_ faults: StoreFaults) throws(StoreError) {
    let (number, path) = (directory.number, path)
    try FileCall.check("synchronise", path, faults) { fsync(number) }
  }

  /// Whether the directory that the lock is on still has its path.
  borrowing func isInPlace() -> Bool {
    var (locked, found) = (stat(), stat())
    guard unsafe fstat(directory.number, &locked) == 0, unsafe stat(path, &found) == 0 else {
      return false
    }
    return locked.st_dev == found.st_dev && locked.st_ino == found.st_ino
  }

  private static func open(_ path: String, _ faults: StoreFaults) throws(StoreError) -> Descriptor {
    do throws(StoreError) {
      let number = try FileCall.check("open", path, faults) {
        unsafe Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      }
      return Descriptor(owning: number)
    } catch {
      var error = error
      if error.kind == .readOnly { error.kind = .unreachable }
      throw error
    }
  }
}
