import Glibc
import LinuxIO

/// A folder of this process, in memory where the system has such a place, removed with its owner.
final class WorkFolder: Sendable {
  let path: String

  init() throws(SystemError) {
    let place = unsafe access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
    var template = Array("\(place)/bgtaskd-fuzz-XXXXXX".utf8CString)
    guard let made = unsafe mkdtemp(&template) else {
      throw SystemError(code: errno, operation: "make", object: "a folder in \(place)")
    }
    path = unsafe String(cString: made)
  }

  deinit {
    clear()
    _ = unsafe rmdir(path)
  }

  /// Removes every file.
  func clear() {
    for name in (try? File.names(inFolder: path)) ?? [] { _ = unsafe unlink("\(path)/\(name)") }
  }

  func write(_ bytes: [UInt8], to name: String) throws(SystemError) {
    let path = "\(path)/\(name)"
    let number = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    if number < 0 { throw SystemError(code: errno, operation: "write to", object: path) }
    _ = try Descriptor(owning: number).writeAll(bytes, object: path)
  }

  /// nil where there is none.
  func read(_ name: String) -> [UInt8]? { try? File.read("\(path)/\(name)", bytesMax: 1 << 26) }
}
