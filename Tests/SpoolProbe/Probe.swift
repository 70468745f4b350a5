import AuditCore
import AuditDaemon
import Glibc
import LinuxIO

/// What the probe makes of the stream: how many bytes, and a hash that depends on their order.
struct ProbeState: Equatable {
  /// One alert for each so many bytes.
  static let bytesPerAlert: UInt64 = 100

  var count: UInt64 = 0
  var hash: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Takes one byte; whether an alert is due.
  mutating func take(_ byte: UInt8) -> Bool {
    count += 1
    hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    return count % Self.bytesPerAlert == 0
  }
}

/// Two states in turn, each with its epoch stored last: one of them is always whole.
struct ProbeStore {
  static let count = 4096
  let memory: SharedMemory

  func write(_ state: ProbeState, epoch: UInt64) {
    let slot = Int(epoch % 2) * 64
    memory[word: slot + 8] = state.count
    memory[word: slot + 16] = state.hash
    memory[word: slot] = epoch
  }

  func read() -> (state: ProbeState, epoch: UInt64) {
    let slot = memory[word: 64] > memory[word: 0] ? 64 : 0
    let epoch = memory[word: slot]
    if epoch == 0 { return (ProbeState(), 0) }
    return (ProbeState(count: memory[word: slot + 8], hash: memory[word: slot + 16]), epoch)
  }
}

/// A small daemon: the stream is applied through the spool, state is committed a while after it is
/// captured, alerts go out as datagrams of 8 bytes.
final class Probe {
  private let stream: Descriptor
  private let alerts: Descriptor
  private let store: ProbeStore
  private let spool: Spool
  private var state: ProbeState
  private var commit: (state: ProbeState, epoch: UInt64, due: UInt64)?

  init(
    _ layout: SpoolLayout, stream: consuming Descriptor, spool: consuming Descriptor,
    store: consuming Descriptor, alerts: consuming Descriptor
  ) throws {
    self.stream = stream
    self.alerts = alerts
    self.store = ProbeStore(
      memory: try SharedMemory.adopting(store, count: ProbeStore.count, object: "store"))
    let memory = try SharedMemory.adopting(spool, count: layout.count, object: "spool")
    let (state, epoch) = self.store.read()
    self.state = state
    self.spool = Spool(memory, layout: layout, boot: nil, committed: epoch)
  }

  func run() throws {
    spool.noteFatalSignals()
    var failure: (any Error)?
    let replay = spool.replay { input, bytes in
      do { try apply(bytes) } catch { failure = error }
    }
    if let failure { throw failure }
    if !replay.isWhole || replay.skipped > 0 { fatalError(spool.problem ?? "not whole") }
    while try step() {}
    finishCommit()
    capture()
    finishCommit()
  }

  /// One read. False at the end of the stream.
  private func step() throws -> Bool {
    if !spool.hasRoom {
      if commit == nil { capture() } else { finishCommit() }
      return true
    }
    let time = Instant(microseconds: Int64(state.count))
    let arrival = Arrival(wall: time, monotonic: time)
    let (outcome, range) = try spool.receive(
      from: stream, client: 1, arrival: arrival, max: Self.readMax(state), faults: .none,
      object: "stream")
    switch outcome {
    case .endOfStream: return false
    case .wouldBlock: _ = stream.wait(for: POLLIN, milliseconds: -1)
    case .bytes: try spool.memory.withBytes(range) { try apply($0) }
    }
    spool.append(Input(action: .advanced, client: 0, arrival: arrival))
    if let due = commit?.due {
      if state.count >= due { finishCommit() }
    } else if state.hash % 3 == 0 {
      capture()
    }
    return true
  }

  /// Mostly short reads, so that the process is in the middle of one for much of its time.
  private static func readMax(_ state: ProbeState) -> Int {
    state.hash % 50 == 0 ? 1 << 16 : 1 + Int(state.hash % 200)
  }

  private func apply(_ bytes: Span<UInt8>) throws {
    for index in bytes.indices {
      if state.take(bytes[index]) { try alert(state.count / ProbeState.bytesPerAlert) }
    }
  }

  private func alert(_ number: UInt64) throws {
    if spool.takeSent(number) { return }
    let message = (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    try alerts.send(message, noting: spool.noteAlert(number), object: "alerts")
  }

  private func capture() {
    commit = (state, spool.switchSegment(), state.count + state.hash % 100_000)
  }

  private func finishCommit() {
    guard let commit else { return }
    store.write(commit.state, epoch: commit.epoch)
    spool.free(through: commit.epoch)
    self.commit = nil
  }
}
