import Foundation
import Glibc
import LinuxIO
import Testing

@testable import AuditDaemon
@testable import SpoolProbe

/// A process that is killed again and again while it reads loses no byte, applies none twice, and sends
/// each alert once.
@Suite struct SpoolKillTests {
  private static let kills = 250

  @Test func nothingIsLostOrDoubledByKills() throws {
    let run = try KillRun()
    for _ in 0..<Self.kills { try run.startAndKill() }
    let status = try run.finish()
    #expect(status == 0)
    #expect(run.store.read().state == run.sent)
    let alerts = run.sent.count / ProbeState.bytesPerAlert
    #expect(alerts > UInt64(Self.kills))
    #expect(run.alerts == Array(1...alerts))
  }
}

/// One stream that many processes read after one another.
private final class KillRun {
  private static let layout = SpoolLayout(segmentBytes: 1 << 19)
  /// Not to take for ever where something is wrong.
  private static let patienceMicroseconds: Int64 = 60_000_000

  private let stream = try! SocketPair()
  private let alertPair: (sender: Int32, receiver: Int32)
  private let spool: SharedMemory
  let store: ProbeStore
  /// What has gone into the stream.
  private(set) var sent = ProbeState()
  /// The alerts that came out, in order.
  private(set) var alerts: [UInt64] = []
  private var random = SplitMix(seed: 7)
  private var chunk: [UInt8] = []
  private var chunkSent = 0

  init() throws {
    spool = try SharedMemory.anonymous("spool", count: Self.layout.count)
    store = ProbeStore(
      memory: try SharedMemory.anonymous("store", count: ProbeStore.count))
    var numbers: [Int32] = [-1, -1]
    let kind = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    if unsafe socketpair(AF_UNIX, kind, 0, &numbers) != 0 {
      throw SystemError(code: errno, operation: "make", object: "pair of sockets")
    }
    alertPair = (numbers[0], numbers[1])
  }

  deinit {
    close(alertPair.sender)
    close(alertPair.receiver)
  }

  /// Kills a process at some instant after it began to read.
  func startAndKill() throws {
    let child = try spawn()
    let goal = sent.count + 1 + random.next() % 20_000
    let end = Clock.boottime.now() + Self.patienceMicroseconds
    while sent.count < goal, Clock.boottime.now() < end {
      try feed()
      takeAlerts()
    }
    kill(child, SIGKILL)
    var status: Int32 = 0
    unsafe waitpid(child, &status, 0)
    // One that ended by itself says why.
    try #require(status & 0x7F == SIGKILL && sent.count >= goal)
  }

  /// Lets the last process read to the end; its exit status.
  func finish() throws -> Int32 {
    let child = try spawn()
    UnixSocket.shutdownWriting(stream.left)
    var status: Int32 = 0
    let end = Clock.boottime.now() + Self.patienceMicroseconds
    while unsafe waitpid(child, &status, WNOHANG) == 0, Clock.boottime.now() < end { takeAlerts() }
    takeAlerts()
    return status
  }

  /// Writes what the stream takes now.
  private func feed() throws {
    if chunkSent == chunk.count {
      // Many zeros: they must not be taken for memory that nothing was written to.
      chunk = (0...Int(random.next() % 2000)).map { _ in
        let byte = UInt8(truncatingIfNeeded: random.next())
        return byte < 100 ? 0 : byte
      }
      chunkSent = 0
    }
    guard case .bytes(let count) = try stream.left.write(chunk, from: chunkSent, object: "stream")
    else { return }
    for byte in chunk[chunkSent..<chunkSent + count] { _ = sent.take(byte) }
    chunkSent += count
  }

  private func takeAlerts() {
    var number: UInt64 = 0
    while unsafe recv(alertPair.receiver, &number, 8, Int32(MSG_DONTWAIT)) == 8 {
      alerts.append(UInt64(littleEndian: number))
    }
  }

  private func spawn() throws -> pid_t {
    let program = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "SpoolProbe").path
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe _ = posix_spawn_file_actions_destroy(&actions) }
    let given = [
      stream.right.number, spool.descriptor.number, store.memory.descriptor.number,
      alertPair.sender,
    ]
    // By way of high numbers: a given one may be below 7 itself.
    for (index, number) in given.enumerated() {
      unsafe posix_spawn_file_actions_adddup2(&actions, number, Int32(200 + index))
    }
    for index in given.indices {
      unsafe posix_spawn_file_actions_adddup2(&actions, Int32(200 + index), Int32(3 + index))
      unsafe posix_spawn_file_actions_addclose(&actions, Int32(200 + index))
    }
    var words: [UnsafeMutablePointer<CChar>?] = unsafe [
      strdup(program), strdup("\(Self.layout.segmentBytes)"), nil,
    ]
    defer { for index in 0..<2 { unsafe free(words[index]) } }
    var child: pid_t = 0
    let code = unsafe posix_spawn(&child, program, &actions, nil, &words, environ)
    if code != 0 { throw SystemError(code: code, operation: "start", object: program) }
    return child
  }
}
