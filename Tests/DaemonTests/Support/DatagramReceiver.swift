import Glibc
import LinuxIO

/// A datagram socket in the place of journald's or the service manager's.
final class DatagramReceiver {
  private let folder: TemporaryFolder
  let descriptor: Descriptor
  /// As `NOTIFY_SOCKET` has it: for an abstract name, `@` and that.
  let path: String

  init(abstract: Bool = false) throws {
    let folder = try TemporaryFolder()
    path = abstract ? "@\(folder.path)/socket" : "\(folder.path)/socket"
    self.folder = folder
    let number = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    descriptor = Descriptor(owning: number)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let name = Array(path.utf8)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { place in
      unsafe place.copyBytes(from: name)
      if abstract { unsafe place[0] = 0 }
    }
    // A path ends with its NUL byte, an abstract name with the address.
    let length = MemoryLayout<sa_family_t>.size + name.count + (abstract ? 0 : 1)
    let code = unsafe withUnsafePointer(to: address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(number, $0, socklen_t(length))
      }
    }
    if code != 0 { throw SystemError(code: errno, operation: "bind", object: path) }
  }
}
