import CSystemd
import Glibc
package import LinuxIO

/// A socket that the service manager made and passed, with the name that its unit gives it.
package struct InheritedSocket: ~Copyable, Sendable {
  /// `FileDescriptorName=` of the socket unit; "unknown" where it has none.
  package let name: String
  package let descriptor: Descriptor

  package init(name: String, descriptor: consuming Descriptor) {
    self.name = name
    self.descriptor = descriptor
  }

  package consuming func takeDescriptor() -> Descriptor { descriptor }

  /// Whether it is a Unix stream socket that listens: the only kind that can be served.
  package var isListeningUnixStream: Bool {
    sd_is_socket_unix(
      descriptor.number, Int32(SOCK_STREAM.rawValue), 1, nil, 0) > 0
  }
}

/// The sockets in `LISTEN_FDS`.
package enum InheritedSockets {
  /// Hands each passed socket to `take`, once in the life of the process: the environment variables
  /// are removed, and a second call finds none.
  package static func take(_ take: (consuming InheritedSocket) -> Void) throws(SystemError) {
    var names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    let count = unsafe sd_listen_fds_with_names(1, &names)
    if count < 0 {
      throw SystemError(code: -count, operation: "take over", object: "inherited sockets")
    }
    defer { unsafe free(names) }
    for index in 0..<Int(count) {
      var name = "unknown"
      if let text = unsafe names?[index] {
        name = unsafe String(cString: text)
        unsafe free(text)
      }
      let number = Int32(index) + 3  // SD_LISTEN_FDS_START
      take(InheritedSocket(name: name, descriptor: Descriptor(owning: number)))
    }
  }
}
