import CShims
import Glibc

/// Unix datagram sockets, to send to others'.
package enum UnixDatagram {
  /// What is asked of the kernel for messages that wait; it gives what `net.core.wmem_max` allows.
  private static let bytesWanted: Int32 = 8 << 20

  /// Connects to the socket at `path`; an error if nobody receives there. Sending waits for room.
  package static func connect(
    to path: String, faults: Faults = .none
  ) throws(SystemError) -> Descriptor {
    try connect(to: SocketAddress(path: path), path, faults)
  }

  /// Connects to the service manager's socket, as `NOTIFY_SOCKET` names it. Sending does not wait.
  package static func connect(
    toNotifySocket text: String, faults: Faults = .none
  ) throws(SystemError) -> Descriptor {
    let descriptor = try connect(to: SocketAddress(notifySocket: text), text, faults)
    try descriptor.setNonblocking()
    return descriptor
  }

  private static func connect(
    to address: SocketAddress, _ path: String, _ faults: Faults
  ) throws(SystemError) -> Descriptor {
    var injected = faults.code(for: .socket)
    let kind = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let number = injected == nil ? socket(AF_UNIX, kind, 0) : -1
    if number < 0 {
      throw SystemError(code: injected ?? errno, operation: "make a socket for", object: path)
    }
    let descriptor = Descriptor(owning: number)
    injected = faults.code(for: .connect)
    let code = injected ?? (unsafe address.pass { unsafe Glibc.connect(number, $0, $1) })
    if code != 0 { throw SystemError(code: code, operation: "connect", object: path) }
    var wanted = bytesWanted
    _ = unsafe setsockopt(
      number, SOL_SOCKET, SO_SNDBUF, &wanted, socklen_t(MemoryLayout<Int32>.size))
    return descriptor
  }
}

extension Descriptor {
  /// Memory that holds `bytes` and that nobody can change, to be passed to another process.
  package static func sealed(_ bytes: [UInt8], object: String) throws(SystemError) -> Descriptor {
    let number = unsafe memfd_create(object, UInt32(MFD_CLOEXEC | MFD_ALLOW_SEALING))
    if number < 0 { throw SystemError(code: errno, operation: "make memory for", object: object) }
    let descriptor = Descriptor(owning: number)
    _ = try descriptor.writeAll(bytes, object: object)
    if cshims_seal(number, 1) != 0 {
      throw SystemError(code: errno, operation: "seal memory for", object: object)
    }
    return descriptor
  }
}
