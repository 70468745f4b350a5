import Glibc

/// The address of a Unix socket: in the file system, or a name that the kernel keeps ("abstract").
struct SocketAddress {
  private var address = sockaddr_un()
  private var length = socklen_t(MemoryLayout<sockaddr_un>.size)

  /// ENAMETOOLONG past the 107 bytes that the kernel allows, EINVAL for an empty path or one that
  /// holds a NUL byte (which would name a socket elsewhere).
  init(path: String) throws(SystemError) {
    let bytes = Array(path.utf8)
    let capacity = MemoryLayout.size(ofValue: address.sun_path)
    if bytes.isEmpty || bytes.contains(0) {
      throw SystemError(code: EINVAL, operation: "use as a socket", object: path)
    }
    if bytes.count >= capacity {
      throw SystemError(code: ENAMETOOLONG, operation: "use as a socket", object: path)
    }
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
  }

  /// As `NOTIFY_SOCKET` has it: a path, or `@` before an abstract name. EINVAL for anything else.
  init(notifySocket text: String) throws(SystemError) {
    if text.first == "@" {
      try self.init(path: text)
      // The NUL byte stands for the `@`, and the name ends with the address.
      unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0[0] = 0 }
      length =
        socklen_t(MemoryLayout.offset(of: \sockaddr_un.sun_path) ?? 2) + socklen_t(text.utf8.count)
    } else if text.first == "/" {
      try self.init(path: text)
    } else {
      throw SystemError(code: EINVAL, operation: "use as a socket", object: text)
    }
  }

  /// Calls `bind` or `connect` with the address. Returns 0 or the errno.
  func pass(to call: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    unsafe withUnsafePointer(to: address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe call($0, length) == 0 ? 0 : errno
      }
    }
  }

  /// The path that the listening socket `socket` is bound to; nil if to none.
  static func path(of socket: borrowing Descriptor) -> String? {
    var address = sockaddr_un()
    var length = socklen_t(MemoryLayout<sockaddr_un>.size)
    let code = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe getsockname(socket.number, $0, &length)
      }
    }
    if code != 0 || address.sun_family != sa_family_t(AF_UNIX) { return nil }
    return unsafe withUnsafeBytes(of: &address.sun_path) { bytes in
      let end = unsafe bytes.firstIndex(of: 0) ?? bytes.count
      return end == 0 ? nil : unsafe String(decoding: bytes[..<end], as: UTF8.self)
    }
  }
}
