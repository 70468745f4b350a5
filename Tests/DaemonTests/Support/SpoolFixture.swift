import AuditCore
import Glibc
import LinuxIO

@testable import AuditDaemon

/// A spool of small segments whose memory outlives it, with a socket to read from.
final class SpoolFixture {
  static let layout = SpoolLayout(segmentBytes: 1 << 19)
  static let boot = BootID("0123456789abcdef0123456789abcdef")

  let memory: SharedMemory
  let pair: SocketPair

  init() throws {
    memory = try SharedMemory.anonymous("spool", count: Self.layout.count)
    pair = try SocketPair()
  }

  /// What the next process makes of the memory.
  func spool(committed: UInt64 = 0, boot: BootID? = SpoolFixture.boot) -> Spool {
    Spool(memory, layout: Self.layout, boot: boot, committed: committed)
  }

  /// A spool that has replayed what there was.
  func ready(committed: UInt64 = 0) -> Spool {
    let spool = spool(committed: committed)
    _ = spool.replay { _, _ in }
    return spool
  }

  /// Sends `text` through the socket into the spool.
  func take(_ text: String, from client: Int, into spool: Spool, at time: Int64 = 0) throws {
    _ = try pair.left.write(Array(text.utf8), object: "test")
    let time = Instant(microseconds: time)
    _ = try spool.receive(
      from: pair.right, client: client, arrival: Arrival(wall: time, monotonic: time), max: 1 << 16,
      faults: .none, object: "test")
  }
}

extension Input {
  /// `client` did `action` at `time` on both clocks.
  init(_ action: Action, client: Int = 0, at time: Int64 = 0) {
    let time = Instant(microseconds: time)
    self.init(action: action, client: client, arrival: Arrival(wall: time, monotonic: time))
  }
}

extension Spool {
  /// What a replay brings, each input with its bytes as text.
  func replayed() -> (inputs: [Input], texts: [String], replay: Replay) {
    var inputs: [Input] = []
    var texts: [String] = []
    let result = replay { input, bytes in
      inputs.append(input)
      texts.append(String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self))
    }
    return (inputs, texts, result)
  }
}
