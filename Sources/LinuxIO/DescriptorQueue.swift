import CShims
import Glibc

/// Open descriptors that wait in the queue of a Unix socket, each under a number. They stay open there,
/// whoever closes them elsewhere, for as long as anybody holds the queue's two ends.
///
/// A queue of messages, first in, first out; the kernel bounds their bytes, not their count.
package struct DescriptorQueue: ~Copyable, Sendable {
  /// Descriptors in one message, the kernel's `SCM_MAX_FD`.
  package static let messageDescriptorsMax = Int(CSHIMS_DESCRIPTORS_MAX)
  /// What is asked of the kernel for messages that wait; it gives what `net.core.wmem_max` allows,
  /// usually 208 KiB, doubled.
  private static let bytesWanted: Int32 = 1 << 20

  /// Where messages are put in.
  package let entry: Descriptor
  /// Where they wait and are taken out.
  package let exit: Descriptor

  /// A new queue, empty.
  package init(faults: Faults = .none) throws(SystemError) {
    var numbers: [Int32] = [-1, -1]
    let kind = Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    var code = faults.code(for: .socket) ?? 0
    if code == 0 { code = unsafe socketpair(AF_UNIX, kind, 0, &numbers) == 0 ? 0 : errno }
    if code != 0 {
      throw SystemError(code: code, operation: "make", object: "queue of descriptors")
    }
    try self.init(entry: Descriptor(owning: numbers[0]), exit: Descriptor(owning: numbers[1]))
  }

  /// Goes on with a queue that was made before, perhaps by another process.
  package init(
    entry: consuming Descriptor, exit: consuming Descriptor
  ) throws(SystemError) {
    try entry.setNonblocking()
    try exit.setNonblocking()
    var wanted = Self.bytesWanted
    // Less is no error: the queue is then full earlier, which `add` tells.
    _ = unsafe setsockopt(
      entry.number, SOL_SOCKET, SO_SNDBUF, &wanted, socklen_t(MemoryLayout<Int32>.size))
    self.entry = entry
    self.exit = exit
  }

  /// Puts one message in: `descriptors`, each under the number at its place in `numbers`, at most
  /// `messageDescriptorsMax`. False where the queue is full. The descriptors stay the caller's too.
  package func add(
    _ numbers: [UInt64], _ descriptors: [Int32], faults: Faults = .none
  ) throws(SystemError) -> Bool {
    while true {
      var code = faults.code(for: .sendDescriptors) ?? 0
      if code == 0 {
        let sent = unsafe numbers.withUnsafeBytes { bytes in
          unsafe descriptors.withUnsafeBufferPointer { list in
            unsafe cshims_send_descriptors(
              entry.number, bytes.baseAddress, bytes.count, list.baseAddress, list.count)
          }
        }
        code = sent < 0 ? errno : 0
      }
      switch code {
      case 0: return true
      case EINTR: continue
      // ENOBUFS: the kernel is short of memory.
      case EAGAIN, ENOBUFS: return false
      default: throw SystemError(code: code, operation: "add to", object: "queue of descriptors")
      }
    }
  }

  /// What the first message holds, which stays where it is: `numbers` of all its entries, and to `take`
  /// those whose descriptors came with it, which are fewer where this process may have no more of them.
  /// nil where no message waits.
  package func first(
    faults: Faults = .none, _ take: (UInt64, consuming Descriptor) -> Void
  ) throws(SystemError) -> [UInt64]? {
    var numbers = [UInt64](repeating: 0, count: Self.messageDescriptorsMax)
    var descriptors = [Int32](repeating: -1, count: Self.messageDescriptorsMax)
    var count = 0
    var code: Int32
    var length = 0
    repeat {
      code = faults.code(for: .receiveDescriptors) ?? 0
      if code == 0 {
        length = unsafe numbers.withUnsafeMutableBytes { bytes in
          unsafe descriptors.withUnsafeMutableBufferPointer { list in
            unsafe cshims_receive_descriptors(
              exit.number, bytes.baseAddress, bytes.count, list.baseAddress, &count,
              Int32(MSG_PEEK))
          }
        }
        code = length < 0 ? errno : 0
      }
    } while code == EINTR
    if code == EAGAIN { return nil }
    if code != 0 {
      throw SystemError(code: code, operation: "read", object: "queue of descriptors")
    }
    let named = length / MemoryLayout<UInt64>.size
    for index in 0..<count {
      let descriptor = Descriptor(owning: descriptors[index])
      if index < named { take(numbers[index], descriptor) }
    }
    return Array(numbers[..<named])
  }

  /// Bytes of all messages that wait now, eight for each entry.
  package var bytesWaiting: Int {
    var count: Int32 = 0
    return unsafe ioctl(exit.number, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
  }

  /// Takes the first message out. The kernel closes what it carries.
  package func dropFirst() {
    var byte: UInt8 = 0
    while unsafe recv(exit.number, &byte, 1, Int32(MSG_TRUNC)) < 0, errno == EINTR {}
  }
}
