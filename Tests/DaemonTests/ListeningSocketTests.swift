import Glibc
import LinuxIO
import Systemd
import Testing

@testable import AuditDaemon
@testable import AuditStore

@Suite struct ListeningSocketTests {
  private func mode(_ path: String) -> UInt32? {
    var status = stat()
    return unsafe lstat(path, &status) == 0 ? status.st_mode : nil
  }

  @Test func acceptsClientsAndKnowsThem() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/s"
    let listener = try ListeningSocket(path: path, mode: 0o620)
    #expect(mode(path) == S_IFSOCK | 0o620)
    let isOwn = listener.isOwn
    #expect(isOwn)
    if case .some = try UnixSocket.accept(from: listener.descriptor, object: path) {
      Issue.record("a client out of nowhere")
    }
    let client = try UnixSocket.connect(to: path)
    guard let server = try UnixSocket.accept(from: listener.descriptor, object: path) else {
      Issue.record("no client")
      return
    }
    let flags = fcntl(server.number, F_GETFL)
    #expect(flags & O_NONBLOCK != 0)
    #expect(fcntl(server.number, F_GETFD) == FD_CLOEXEC)
    let peer = try PeerCredentials(of: server)
    #expect(peer == PeerCredentials(pid: getpid(), uid: getuid(), gid: getgid()))
    #expect(try client.write([1], object: path) == .bytes(1))
  }

  /// A daemon that was told to keep state and sockets in one folder would wait for itself.
  @Test func aFolderThatStaysLockedIsRefused() throws {
    let folder = try TemporaryFolder()
    let locked = try File.open(folder.path)
    #expect(flock(locked.number, LOCK_EX) == 0)
    let error = #expect(throws: SystemError.self) {
      _ = try ListeningSocket(path: "\(folder.path)/s", mode: 0o600)
    }
    #expect(error?.code == EWOULDBLOCK)
    #expect(error?.object == folder.path)
    #expect(flock(locked.number, LOCK_UN) == 0)
    _ = try ListeningSocket(path: "\(folder.path)/s", mode: 0o600)
  }

  @Test func isRemovedWithItsOwner() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/s"
    do { _ = try ListeningSocket(path: path, mode: 0o600) }
    #expect(mode(path) == nil)
  }

  @Test func anotherProgramsSocketStays() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/s"
    do {
      let mine = try ListeningSocket(path: path, mode: 0o600)
      _ = unsafe rename(path, "\(folder.path)/moved")
      _ = try folder.file("s", "")
      _ = mine.isOwn
    }
    #expect(mode(path) != nil)
  }

  @Test func aDeadSocketIsReplacedAndALiveOneIsNot() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/s"
    let first = try ListeningSocket(path: path, mode: 0o600)
    let error = #expect(throws: SystemError.self) {
      _ = try ListeningSocket(path: path, mode: 0o600)
    }
    #expect(error?.code == EADDRINUSE)
    #expect(error?.description == "\(path): cannot listen: Address already in use")
    // The socket survived the attempt.
    _ = try UnixSocket.connect(to: path)
    // A second name keeps the file when its owner goes: a socket whose program was killed.
    try #require(unsafe link(path, "\(path).dead") == 0)
    _ = consume first
    try #require(unsafe rename("\(path).dead", path) == 0)
    let second = try ListeningSocket(path: path, mode: 0o600)
    _ = try UnixSocket.connect(to: second.path)
  }

  @Test func whatIsNoSocketIsNeverRemoved() throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("s", "precious")
    let error = #expect(throws: SystemError.self) {
      _ = try ListeningSocket(path: path, mode: 0o600)
    }
    #expect(error?.code == EEXIST)
    #expect(try File.read(path, bytesMax: 100) == Array("precious".utf8))
  }

  @Test func aFailedStartLeavesNoFile() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/s"
    let group = #expect(throws: SystemError.self) {
      _ = try ListeningSocket(path: path, mode: 0o600, group: "no such group")
    }
    #expect(group?.description.contains("no such group: cannot find the group") == true)
    let faults = Faults { $0 == .listen ? EADDRINUSE : nil }
    #expect(throws: SystemError.self) {
      _ = try ListeningSocket(path: path, mode: 0o600, faults: faults)
    }
    #expect(try File.names(inFolder: folder.path) == [])
  }

  @Test func pathsThatTheKernelCannotKeep() {
    let long = "/tmp/" + String(repeating: "x", count: 103)
    for (path, code) in [(long, ENAMETOOLONG), ("", EINVAL), ("/tmp/a\0b", EINVAL)] {
      let error = #expect(throws: SystemError.self) {
        _ = try ListeningSocket(path: path, mode: 0o600)
      }
      #expect(error?.code == code)
    }
  }

  @Test func runningOutOfDescriptorsIsToldFromNobodyWaiting() throws {
    let folder = try TemporaryFolder()
    let listener = try ListeningSocket(path: "\(folder.path)/s", mode: 0o600)
    let faults = Faults { $0 == .accept ? EMFILE : nil }
    let error = #expect(throws: SystemError.self) {
      _ = try UnixSocket.accept(from: listener.descriptor, faults: faults, object: listener.path)
    }
    #expect(error?.code == EMFILE)
  }

  /// At the limit of descriptors each client that leaves lets one in, and the next is too many again.
  @Test func spellsOfFailingThatFollowEachOtherAreToldOnceASecond() throws {
    let folder = try TemporaryFolder()
    let calls = Monitor(0)
    var told = 0
    let listener = try Listener(
      try EventLoop(), try ListeningSocket(path: "\(folder.path)/socket", mode: 0o600),
      faults: Faults { call in
        if call != .accept { return nil }
        return calls.change { calls in
          calls += 1
          return calls % 2 == 0 ? EMFILE : nil
        }
      }, accepted: { _, _ in }, failed: { _, _ in told += 1 })
    let start = Clock.boottime.now()
    for _ in 0..<50 {
      let client = try UnixSocket.connect(to: listener.path)
      // Takes it, and fails at the next.
      listener.takeClients()
      _ = client.number
    }
    let seconds = Int((Clock.boottime.now() - start) / 1_000_000)
    #expect(told >= 1)
    #expect(told <= seconds + 1)
    #expect(calls.change { $0 } == 100)
  }
}
