import Glibc

/// An open file descriptor with one owner, closed when the owner goes.
///
/// `~Copyable`: it can neither leak quietly nor be closed twice.
package struct Descriptor: ~Copyable, Sendable {
  /// The number, for calls that borrow it; valid as long as this value lives.
  package let number: Int32

  /// Takes over `number`, which nobody else may close.
  package init(owning number: Int32) { self.number = number }

  deinit { _ = close(number) }

  /// Gives the number away without closing it.
  package consuming func release() -> Int32 {
    let number = number
    discard self
    return number
  }

  /// Makes reads and writes return at once where they would wait.
  package borrowing func setNonblocking(faults: Faults = .none) throws(SystemError) {
    let injected = faults.code(for: .configure)
    let flags = injected == nil ? fcntl(number, F_GETFL) : -1
    if flags < 0 || fcntl(number, F_SETFL, flags | O_NONBLOCK) < 0 {
      throw SystemError(
        code: injected ?? errno, operation: "set non-blocking", object: "descriptor \(number)")
    }
  }

  /// The process's limit of open descriptors is raised to `wanted`, or as far as the system allows.
  /// Returns what holds now.
  @discardableResult
  package static func raiseLimit(to wanted: UInt64) -> UInt64 {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
      return 0
    }
    if UInt64(limit.rlim_cur) >= wanted { return UInt64(limit.rlim_cur) }
    let before = limit.rlim_cur
    limit.rlim_cur = min(rlim_t(wanted), limit.rlim_max)
    let raised = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
    return UInt64(raised ? limit.rlim_cur : before)
  }
}
