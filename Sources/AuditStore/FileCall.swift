import Glibc
import LinuxIO

/// A system call that the store makes by itself, without SQLite.
enum FileCall {
  /// Calls `body`, again where it was interrupted, and returns what it does; −1 is an error. The one
  /// place where these calls are made to fail.
  @discardableResult
  static func check(
    _ operation: String, _ path: String, _ faults: StoreFaults, _ body: () -> Int32
  ) throws(StoreError) -> Int32 {
    if let code = faults.systemError() {
      throw StoreError(SystemError(code: code, operation: operation, object: path))
    }
    while true {
      let result = body()
      if result >= 0 { return result }
      if errno == EINTR { continue }
      throw StoreError(SystemError(code: errno, operation: operation, object: path))
    }
  }
}
