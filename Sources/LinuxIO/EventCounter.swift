import CShims
import Glibc

/// An eventfd: what one thread raises makes a descriptor readable in another one's loop.
package struct EventCounter: ~Copyable, Sendable {
  package let descriptor: Descriptor

  package init(faults: Faults = .none) throws(SystemError) {
    let injected = faults.code(for: .open)
    let number = injected == nil ? eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK)) : -1
    if number < 0 {
      throw SystemError(code: injected ?? errno, operation: "make", object: "an eventfd")
    }
    descriptor = Descriptor(owning: number)
  }

  /// Makes the descriptor readable until `clear`. It cannot fail: the counter is far from its end.
  package borrowing func raise() {
    var one: UInt64 = 1
    while unsafe Glibc.write(descriptor.number, &one, 8) < 0 && errno == EINTR {}
  }

  /// Makes the descriptor wait again; nothing if it was not raised.
  package borrowing func clear() {
    var count: UInt64 = 0
    while unsafe Glibc.read(descriptor.number, &count, 8) < 0 && errno == EINTR {}
  }
}
