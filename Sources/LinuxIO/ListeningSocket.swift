import CShims
import Glibc

/// A stream socket that clients connect to: a Unix socket, or one of TCP that only this machine can reach.
/// A Unix socket that this program made is removed from the file system with its owner; one that was
/// inherited stays with who made it.
package struct ListeningSocket: ~Copyable, Sendable {
  package let descriptor: Descriptor
  /// As configured, or what the inherited socket is bound to.
  package let path: String
  /// It is of TCP.
  package let isOfNetwork: Bool
  /// Of the file that this program made; nil for an inherited socket.
  private let made: OwnedSocketFile?

  /// Takes over a listening socket that the service manager made.
  package init(
    inherited: consuming Descriptor, faults: Faults = .none
  ) throws(SystemError) {
    let loopback = LoopbackAddress(of: inherited)
    isOfNetwork = loopback != nil
    path =
      SocketAddress.path(of: inherited) ?? loopback?.description
      ?? "descriptor \(inherited.number)"
    try inherited.setNonblocking(faults: faults)
    descriptor = inherited
    made = nil
  }

  /// Makes a socket at `path` with exactly the permissions `mode`, given to `group` if one is named.
  ///
  /// A socket that nobody listens at any more is replaced. EADDRINUSE if somebody does, EEXIST if
  /// something else stands there: that is never removed.
  package init(
    path: String, mode: UInt32, group: String? = nil, faults: Faults = .none
  ) throws(SystemError) {
    let address = try SocketAddress(path: path)
    // Two programs that start at once must not both find the old socket dead and remove each
    // other's new one: look and bind are one step under a lock on the folder.
    let lock = try FolderLock(folderOf: path, faults)
    defer { lock.unlock() }
    try Self.clear(path, faults: faults)
    let descriptor = try UnixSocket.make(nonblocking: true, object: path, faults: faults)
    let number = descriptor.number
    var code = faults.code(for: .bind) ?? 0
    if code == 0 { code = unsafe address.pass { unsafe bind(number, $0, $1) } }
    if code != 0 { throw SystemError(code: code, operation: "bind", object: path) }
    let made = OwnedSocketFile(path: path)
    // Nobody can connect before `listen`, so the permissions are never too wide.
    try Self.setAccess(path, mode: mode, group: group, faults)
    code = faults.code(for: .listen) ?? (listen(number, SOMAXCONN) == 0 ? 0 : errno)
    if code != 0 { throw SystemError(code: code, operation: "listen", object: path) }
    self.descriptor = descriptor
    self.path = path
    isOfNetwork = false
    self.made = made
  }

  /// Makes a TCP socket at `address`. EADDRINUSE if another program listens there.
  package init(loopback address: LoopbackAddress, faults: Faults = .none) throws(SystemError) {
    let path = "\(address)"
    let flags = Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    var code = faults.code(for: .socket)
    let number =
      code == nil ? socket(address.family, Int32(SOCK_STREAM.rawValue) | flags, 0) : -1
    if number < 0 {
      throw SystemError(code: code ?? errno, operation: "make a socket for", object: path)
    }
    let descriptor = Descriptor(owning: number)
    // Connections that ended a moment ago must not keep a new daemon from its port.
    var on: Int32 = 1
    _ = unsafe setsockopt(
      number, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
    code = faults.code(for: .bind) ?? (unsafe address.pass { unsafe bind(number, $0, $1) })
    if let code, code != 0 { throw SystemError(code: code, operation: "bind", object: path) }
    code = faults.code(for: .listen) ?? (listen(number, SOMAXCONN) == 0 ? 0 : errno)
    if let code, code != 0 { throw SystemError(code: code, operation: "listen", object: path) }
    self.descriptor = descriptor
    self.path = path
    isOfNetwork = true
    made = nil
  }

  /// Whether this program made the socket itself.
  package var isOwn: Bool { made != nil }

  private static func clear(_ path: String, faults: Faults) throws(SystemError) {
    var status = stat()
    var code = faults.code(for: .examine) ?? (unsafe lstat(path, &status) == 0 ? 0 : errno)
    if code == ENOENT { return }
    if code != 0 { throw SystemError(code: code, operation: "examine", object: path) }
    if status.st_mode & S_IFMT != S_IFSOCK {
      throw SystemError(code: EEXIST, operation: "listen where no socket stands", object: path)
    }
    do {
      _ = try UnixSocket.connect(to: path, nonblocking: true, faults: faults)
    } catch {
      if error.code == ECONNREFUSED {
        code = faults.code(for: .remove) ?? (unsafe unlink(path) == 0 ? 0 : errno)
        if code == 0 || code == ENOENT { return }
        throw SystemError(code: code, operation: "remove the dead socket", object: path)
      }
      // EAGAIN: its queue is full, so somebody owns it. EPROTOTYPE: a socket of another type.
    }
    throw SystemError(code: EADDRINUSE, operation: "listen", object: path)
  }

  private static func setAccess(
    _ path: String, mode: UInt32, group: String?, _ faults: Faults
  ) throws(SystemError) {
    var injected = faults.code(for: .permit)
    if let group {
      let number = try UserDatabase.group(named: group)
      let code = injected ?? (unsafe chown(path, uid_t.max, number) == 0 ? 0 : errno)
      if code != 0 {
        throw SystemError(code: code, operation: "give to group \(group)", object: path)
      }
      injected = faults.code(for: .permit)
    }
    let code = injected ?? (unsafe chmod(path, mode) == 0 ? 0 : errno)
    if code != 0 { throw SystemError(code: code, operation: "set permissions", object: path) }
  }
}

/// The file of a socket that this program bound, removed with its owner unless another program has
/// put its own there meanwhile.
private final class OwnedSocketFile: Sendable {
  private let path: String
  private let identity: FileIdentity?

  init(path: String) {
    self.path = path
    identity = FileIdentity(of: path)
  }

  deinit {
    if let identity, FileIdentity(of: path) == identity { _ = unsafe unlink(path) }
  }
}

/// Device and inode: the same file, not only the same path.
private struct FileIdentity: Equatable, Sendable {
  var device: UInt64
  var inode: UInt64

  init?(of path: String) {
    var status = stat()
    if unsafe lstat(path, &status) != 0 { return nil }
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
  }
}

/// Held while a socket is looked at and replaced; the kernel frees it if its owner dies.
private struct FolderLock: ~Copyable {
  /// Others hold it for a moment only. Whoever holds it for longer keeps state in the folder, perhaps this
  /// very process: waiting for that would never end.
  private static let attempts = (max: 50, pauseMilliseconds: Int32(20))

  private let descriptor: Descriptor

  init(folderOf path: String, _ faults: Faults) throws(SystemError) {
    let slash = path.utf8.lastIndex(of: 0x2F)
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let descriptor = try File.open(folder, faults: faults)
    var code: Int32 = 0
    for attempt in 1...Self.attempts.max {
      let isLocked = flock(descriptor.number, LOCK_EX | LOCK_NB) == 0
      code = faults.code(for: .lock) ?? (isLocked ? 0 : errno)
      if code != EINTR && code != EWOULDBLOCK || attempt == Self.attempts.max { break }
      poll(nil, 0, Self.attempts.pauseMilliseconds)
    }
    if code != 0 { throw SystemError(code: code, operation: "lock", object: folder) }
    self.descriptor = descriptor
  }

  borrowing func unlock() { _ = flock(descriptor.number, LOCK_UN) }
}
