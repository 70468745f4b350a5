import Glibc

/// Asks whether anybody receives at a Unix datagram socket.
package enum DatagramProbe {
  /// Connects and lets go again; sends nothing.
  package static func canConnect(to path: String) -> Bool {
    let number = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    if number < 0 { return false }
    let descriptor = Descriptor(owning: number)
    guard let address = try? SocketAddress(path: path) else { return false }
    return unsafe address.pass { unsafe connect(descriptor.number, $0, $1) } == 0
  }
}
