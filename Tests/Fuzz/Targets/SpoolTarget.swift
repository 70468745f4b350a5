import AuditCore
import Glibc
import LinuxIO

@testable import AuditDaemon

/// The spool: a process that takes it over is handed exactly what was noted and is not committed; of
/// damaged memory nothing is trusted.
enum SpoolTarget {
  static let target = FuzzTarget(name: "spool", run: run) { _ in
    let takes: [UInt8] = [0, 40, 1, 3, 2, 200, 3, 1, 4, 1, 6, 9, 5, 2]
    return [
      takes + [10, 0], takes + [8, 0] + takes + [10, 0, 9, 0] + takes + [10, 0],
      takes + [12, 50, 10, 0], takes + [8, 0] + takes + [15, 0, 10, 0], takes + [14, 0, 10, 0],
      takes + [13, 5, 13, 200] + takes + [10, 0], takes + [11, 1, 8, 0, 11, 2, 10, 0, 8, 0, 9, 0],
    ]
  }

  private static func run(_ input: inout FuzzInput) throws(BrokenProperty) {
    do {
      let life = try SpoolLife()
      while !input.isAtEnd { try life.step(input.byte(), input.byte(), &input) }
      try life.restart()
    } catch let error as BrokenProperty {
      throw error
    } catch {
      throw BrokenProperty(description: "\(error)")
    }
  }
}

/// A spool that is used as a daemon uses it, beside a list of what a replay must bring.
private final class SpoolLife {
  private static let layout = SpoolLayout(segmentBytes: 1 << 19)
  private static let boot = BootID("0123456789abcdef0123456789abcdef")

  private struct Entry: Equatable {
    var input: Input
    var bytes: [UInt8]
    var epoch: UInt64
  }

  private let memory: SharedMemory
  private let near: Descriptor
  private let far: Descriptor
  private var spool: Spool
  private var noted: [Entry] = []
  private var committed: UInt64 = 0
  /// The epoch of a capture that is being committed.
  private var inFlight: UInt64?
  private var time: Int64 = 0
  /// Something was not noted since the last commit, so that a replay may be short.
  private var hasGap = false
  private var isDamaged = false

  init() throws {
    memory = try SharedMemory.anonymous("spool", count: Self.layout.count)
    var pair: (Int32, Int32) = (0, 0)
    let made = unsafe withUnsafeMutableBytes(of: &pair) {
      unsafe socketpair(
        AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0,
        $0.assumingMemoryBound(to: Int32.self).baseAddress)
    }
    if made != 0 { throw SystemError(code: errno, operation: "make", object: "sockets") }
    near = Descriptor(owning: pair.0)
    far = Descriptor(owning: pair.1)
    spool = Spool(memory, layout: Self.layout, boot: Self.boot, committed: 0)
    _ = spool.replay { _, _ in }
  }

  func step(_ command: UInt8, _ argument: UInt8, _ input: inout FuzzInput) throws {
    let client = Int(argument & 3) + 1
    switch command & 15 {
    case 0, 1, 2: try take(Int(argument) << (command & 3), from: client)
    case 3:
      let peer = PeerCredentials(pid: Int32(argument), uid: UInt32(argument), gid: .max)
      note(.opened(peer: argument & 8 == 0 ? nil : peer), client)
    case 4: note(.ended(isCut: argument & 4 != 0), client)
    case 5: note(argument & 64 == 0 ? .left : .lineGivenUp, client)
    case 6:
      time += Int64(argument)
      note(.advanced, 0)
    case 7: note(.relieved(sessions: Int(argument)), 0)
    case 8: if inFlight == nil { inFlight = spool.switchSegment() }
    case 9: commit(frees: true)
    case 10: try restart()
    case 11: spool.noteAlert(UInt64(argument))?.clear()
    case 12: try takeAndDie(1 + Int(argument), from: client)
    case 13: damage(Int(argument) | Int(input.byte()) << 8, input.byte())
    case 14:
      spool.tear()
      hasGap = true
    default: commit(frees: false)
    }
  }

  private var arrival: Arrival {
    Arrival(wall: Instant(microseconds: -time), monotonic: Instant(microseconds: time))
  }

  private func note(_ action: Input.Action, _ client: Int) {
    let input = Input(action: action, client: client, arrival: arrival)
    let epoch = spool.epoch
    spool.append(input)
    if spool.isTorn {
      hasGap = true
    } else {
      noted.append(Entry(input: input, bytes: [], epoch: epoch))
    }
  }

  /// Bytes that no other read has, and none of them zero.
  private func text(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: ($0 * 7 + noted.count) % 255 + 1) }
  }

  private func take(_ count: Int, from client: Int) throws {
    if count == 0 || !spool.hasRoom || !spool.isRecording { return }
    let bytes = text(count)
    _ = try near.writeAll(bytes, object: "test")
    let (outcome, _) = try spool.receive(
      from: far, client: client, arrival: arrival, max: 1 << 14, faults: .none, object: "test")
    try require(outcome == .bytes(count), "the read brought \(outcome)")
    let input = Input(action: .bytes, client: client, arrival: arrival)
    noted.append(Entry(input: input, bytes: bytes, epoch: spool.epoch))
  }

  /// The process is killed after the kernel has copied the bytes and before their count is noted.
  private func takeAndDie(_ count: Int, from client: Int) throws {
    if isDamaged || !spool.hasRoom || !spool.isRecording { return }
    let before = noted.count
    try take(count, from: client)
    guard noted.count > before else { return }
    // The record that was made is the one whose place holds these bytes' length last.
    for index in 0...1 {
      var offset = Self.layout.log(index).lowerBound
      let segment = SpoolSegment(index, of: Self.layout, in: memory)
      guard segment.epoch == spool.epoch else { continue }
      var reader = SpoolReader(segment)
      while case .record = reader.next() {
        let next = reader.offset
        if memory[word: next] == 0 || next >= segment.log.upperBound { break }
        offset = next
      }
      let length = min(1 << 14, segment.log.upperBound - offset - SpoolRecord.headerBytes)
      memory[word: offset] = SpoolRecord.start(.landing, length: length)
    }
    try restart()
  }

  private func damage(_ place: Int, _ value: UInt8) {
    isDamaged = true
    // The header, the segments' own words, and the first records.
    let starts = [
      0, Self.layout.segment(0), Self.layout.segment(1), Self.layout.log(0).lowerBound,
      Self.layout.log(1).lowerBound, Self.layout.alerts(0).lowerBound,
    ]
    let at = starts[place % starts.count] + place / starts.count % 1024
    memory.store([value].span, at: at)
  }

  private func commit(frees: Bool) {
    guard let epoch = inFlight else { return }
    committed = epoch
    noted.removeAll { $0.epoch <= epoch }
    if !frees { return }
    inFlight = nil
    spool.free(through: epoch)
  }

  /// The process is killed, and another one takes the memory over.
  func restart() throws {
    inFlight = nil
    spool = Spool(memory, layout: Self.layout, boot: Self.boot, committed: committed)
    var found: [Entry] = []
    let replay = spool.replay { input, bytes in
      found.append(Entry(input: input, bytes: [UInt8](copying: bytes), epoch: 0))
    }
    try require(replay.inputs == found.count, "not as many inputs as it says")
    if isDamaged { return try beginAnew() }
    let wanted = noted.map { Entry(input: $0.input, bytes: $0.bytes, epoch: 0) }
    if hasGap {
      try require(Array(wanted.prefix(found.count)) == found, "other inputs than were noted")
    } else {
      try require(found == wanted, "\(found.count) inputs of \(wanted.count), or others")
      try require(replay.isWhole && spool.problem == nil, spool.problem ?? "not whole")
    }
    if !replay.isWhole { try beginAnew() }
  }

  /// What a daemon does that cannot trust its spool: it stores everything.
  private func beginAnew() throws {
    let epoch = spool.switchSegment()
    spool.free(through: epoch)
    committed = epoch
    noted = []
    hasGap = false
    isDamaged = false
    try require(spool.isRecording && spool.hasRoom, "nothing can be noted after a commit")
  }
}
