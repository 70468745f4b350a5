import CShims
import Glibc

/// Signals as something to read, for a loop that waits for descriptors. They are blocked meanwhile.
package struct SignalDescriptor: ~Copyable {
  private let descriptor: Descriptor
  private var set = sigset_t()

  /// Call it while the process has one thread: only the caller's mask blocks the signals.
  package init(_ signals: [Int32]) throws(SystemError) {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for signal in signals { unsafe sigaddset(&set, signal) }
    unsafe sigprocmask(SIG_BLOCK, &set, nil)
    let number = unsafe signalfd(-1, &set, Int32(SFD_CLOEXEC))
    if number < 0 { throw SystemError(code: errno, operation: "wait for", object: "signals") }
    descriptor = Descriptor(owning: number)
    self.set = set
  }

  package borrowing func wait(in list: inout PollList) -> Int { list.add(descriptor, for: POLLIN) }

  /// Takes the signal that came; the next of any of them does what it does by default.
  package mutating func takeLast() {
    var information = [UInt8](repeating: 0, count: MemoryLayout<signalfd_siginfo>.size)
    _ = try? descriptor.read(into: &information, object: "signals")
    unsafe sigprocmask(SIG_UNBLOCK, &set, nil)
  }
}
