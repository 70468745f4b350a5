import CShims
import Glibc

/// Who is at the other end of a Unix socket, as the kernel noted it when they connected.
package struct PeerCredentials: Hashable, Sendable {
  package var pid: Int32
  package var uid: UInt32
  package var gid: UInt32

  package init(pid: Int32, uid: UInt32, gid: UInt32) {
    self.pid = pid
    self.uid = uid
    self.gid = gid
  }

  /// Of the connected Unix socket `socket`; ENOTSUP or ENOTSOCK for other things.
  package init(
    of socket: borrowing Descriptor, faults: Faults = .none
  ) throws(SystemError) {
    let injected = faults.code(for: .examine)
    var found = cshims_ucred(pid: 0, uid: 0, gid: 0)
    var length = socklen_t(MemoryLayout<cshims_ucred>.size)
    let code =
      injected
      ?? (unsafe getsockopt(socket.number, SOL_SOCKET, SO_PEERCRED, &found, &length) == 0
        ? 0 : errno)
    if code != 0 {
      throw SystemError(
        code: code, operation: "ask who is at the other end", object: "descriptor \(socket.number)")
    }
    self.init(pid: found.pid, uid: found.uid, gid: found.gid)
  }
}
