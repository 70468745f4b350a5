import Glibc

/// A TCP address that only this machine can reach: 127.0.0.0/8 or ::1, and a port.
package struct LoopbackAddress: Hashable, Sendable, CustomStringConvertible {
  private enum Host: Hashable {
    /// In the order of the network.
    case v4([UInt8])
    case v6
  }

  private let host: Host
  package let port: UInt16

  /// `127.0.0.1:8123` or `[::1]:8123`; nil for anything else, and for port 0.
  package init?(_ text: String) {
    guard let colon = text.utf8.lastIndex(of: 0x3A) else { return nil }
    let digits = text[text.utf8.index(after: colon)...]
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = UInt16(digits),
      port > 0
    else { return nil }
    let name = String(text[..<colon])
    if name == "[::1]" {
      host = .v6
    } else {
      let parts = name.split(separator: ".", omittingEmptySubsequences: false)
      let isDecimal = parts.allSatisfy { part in
        (1...3).contains(part.utf8.count) && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
      }
      let bytes = parts.compactMap { UInt8($0) }
      guard isDecimal, parts.count == 4, bytes.count == 4, bytes[0] == 127 else { return nil }
      host = .v4(bytes)
    }
    self.port = port
  }

  /// As it is written in a configuration and in a URL.
  package var description: String {
    switch host {
    case .v4(let bytes): "\(bytes.map(String.init).joined(separator: ".")):\(port)"
    case .v6: "[::1]:\(port)"
    }
  }

  var family: Int32 {
    switch host {
    case .v4: AF_INET
    case .v6: AF_INET6
    }
  }

  /// Calls `bind` with the address. Returns 0 or the errno.
  func pass(to call: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    switch host {
    case .v4(let bytes):
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      unsafe withUnsafeMutableBytes(of: &address.sin_addr) { unsafe $0.copyBytes(from: bytes) }
      return unsafe Self.pass(address, to: call)
    case .v6:
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = port.bigEndian
      unsafe withUnsafeMutableBytes(of: &address.sin6_addr) { unsafe $0[15] = 1 }
      return unsafe Self.pass(address, to: call)
    }
  }

  private static func pass<Address>(
    _ address: Address, to call: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    unsafe withUnsafePointer(to: address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe call($0, socklen_t(MemoryLayout<Address>.size)) == 0 ? 0 : errno
      }
    }
  }

  /// What the listening socket `socket` is bound to; nil if that is no loopback address.
  package init?(of socket: borrowing Descriptor) {
    var address = sockaddr_in6()
    var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
    let code = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe getsockname(socket.number, $0, &length)
      }
    }
    if code != 0 { return nil }
    let bytes = unsafe withUnsafeBytes(of: &address) { unsafe Array($0) }
    let port = UInt16(bytes[2]) << 8 | UInt16(bytes[3])
    switch Int32(address.sin6_family) {
    // Of `sockaddr_in` the address stands behind the port.
    case AF_INET: self.init("\(bytes[4]).\(bytes[5]).\(bytes[6]).\(bytes[7]):\(port)")
    case AF_INET6 where bytes[8..<24].elementsEqual([UInt8](repeating: 0, count: 15) + [1]):
      self.init("[::1]:\(port)")
    default: return nil
    }
  }
}
