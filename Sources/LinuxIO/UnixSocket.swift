import CShims
import Glibc

/// Unix stream sockets: connecting and accepting. `ListeningSocket` makes the other end.
package enum UnixSocket {
  /// A stream socket that is bound to nothing, closed on exec.
  static func make(nonblocking: Bool, object: String, faults: Faults) throws(SystemError)
    -> Descriptor
  {
    let flags = Int32(SOCK_CLOEXEC.rawValue) | (nonblocking ? Int32(SOCK_NONBLOCK.rawValue) : 0)
    let injected = faults.code(for: .socket)
    let number = injected == nil ? socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | flags, 0) : -1
    if number < 0 {
      throw SystemError(code: injected ?? errno, operation: "make a socket for", object: object)
    }
    return Descriptor(owning: number)
  }

  /// Connects to the socket at `path`, waiting where its queue is full. The result blocks.
  package static func connect(to path: String, faults: Faults = .none) throws(SystemError)
    -> Descriptor
  {
    try connect(to: path, nonblocking: false, faults: faults)
  }

  /// As `connect(to:)`; with `nonblocking` a full queue is EAGAIN at once, and the result does not
  /// block either.
  package static func connect(
    to path: String, nonblocking: Bool, faults: Faults = .none
  ) throws(SystemError) -> Descriptor {
    let address = try SocketAddress(path: path)
    let descriptor = try make(nonblocking: nonblocking, object: path, faults: faults)
    let number = descriptor.number
    var code: Int32
    repeat {
      code = faults.code(for: .connect) ?? 0
      if code == 0 { code = unsafe address.pass { unsafe Glibc.connect(number, $0, $1) } }
    } while code == EINTR
    if code != 0 { throw SystemError(code: code, operation: "connect", object: path) }
    return descriptor
  }

  /// The next client that waits at `listener`, non-blocking and closed on exec; nil if none does.
  /// A client that left again before it was accepted is passed over.
  package static func accept(
    from listener: borrowing Descriptor, faults: Faults = .none, object: @autoclosure () -> String
  ) throws(SystemError) -> Descriptor? {
    let flags = Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    while true {
      let injected = faults.code(for: .accept)
      let number = injected == nil ? accept4(listener.number, nil, nil, flags) : -1
      if number >= 0 { return Descriptor(owning: number) }
      switch injected ?? errno {
      case EINTR, ECONNABORTED: continue
      case EAGAIN: return nil
      case let code: throw SystemError(code: code, operation: "accept a client", object: object())
      }
    }
  }

  /// Says that nothing more will be written; the other end reads an end of stream. Reading goes on.
  package static func shutdownWriting(_ socket: borrowing Descriptor) {
    _ = Glibc.shutdown(socket.number, Int32(SHUT_WR))
  }

  /// Ends the connection for both sides, whoever else holds a copy of the descriptor.
  package static func shutdown(_ socket: borrowing Descriptor) {
    _ = Glibc.shutdown(socket.number, Int32(SHUT_RDWR))
  }
}
