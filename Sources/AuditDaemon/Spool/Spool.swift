package import AuditCore
package import LinuxIO

/// Every input since the last capture that is durable, in memory that outlives the process: noted
/// before it is applied, so that the process may be killed at any instruction.
///
/// Two segments. The inputs of epoch `e` go to one while the capture that ends epoch `e − 1` is
/// committed; the other is freed when it is. A spool that has no room either waits for that or is
/// torn: inputs are then applied without being noted, until the next capture.
package final class Spool {
  /// Free for records other than bytes when those find no room any more.
  private static let marginBytes = 1 << 16
  /// What a freed segment may keep of its memory.
  private static let keptBytes = 1 << 20

  package let memory: SharedMemory
  private let segments: [SpoolSegment]
  /// The end of the records in each.
  private var tails: [Int]
  /// Where alerts are noted; the inputs too, unless `isSealed`.
  private var newest: Int
  /// The newest segment belongs to a capture, and the other one is not free yet.
  private var isSealed = false
  /// Inputs are not noted.
  package private(set) var isTorn = false
  private var sent: [UInt64: Int] = [:]
  /// Segments to be replayed, the older one first.
  private var pending: [Int] = []
  /// What was left in the memory could not be used, and why; nil where it was empty or is in order.
  package private(set) var problem: String?

  /// There was nothing in the memory, or nothing that could be used.
  package let isNew: Bool

  /// Of the inputs that are noted now; of those to come, if the last one's are all captured.
  package private(set) var epoch: UInt64

  /// Takes over what `memory` holds of the epochs past `committed`: call `replay` before anything
  /// else. Memory of another boot or of a version that is not known is emptied.
  package init(
    _ memory: SharedMemory, layout: SpoolLayout = SpoolLayout(), boot: BootID?, committed: UInt64
  ) {
    self.memory = memory
    let segments = (0...1).map { SpoolSegment($0, of: layout, in: memory) }
    self.segments = segments
    tails = segments.map(\.log.lowerBound)
    problem = SpoolHeader.take(memory, layout: layout, boot: boot)
    isNew = segments.allSatisfy { $0.epoch == 0 }
    if problem == nil, segments.contains(where: { $0.epoch == committed && $0.gap == .after }) {
      problem = "inputs since epoch \(committed) were not noted"
    }
    sent = Self.alertsSent(segments, after: committed)
    let kept = segments.indices.filter { segments[$0].epoch > committed }
      .sorted { segments[$0].epoch < segments[$1].epoch }
    let isChain = kept.enumerated().allSatisfy { place, index in
      segments[index].epoch == committed &+ 1 &+ UInt64(place)
    }
    if !isChain { problem = problem ?? "inputs after epoch \(committed) are missing" }
    if kept.isEmpty, !isNew, segments.allSatisfy({ $0.epoch != committed }) {
      problem = problem ?? "older than the store"
    }
    pending = problem == nil ? kept : []
    newest = pending.last ?? 0
    epoch = 0
    takeOver(after: committed)
    epoch = segments[newest].epoch
  }

  /// Frees the segments that are not replayed. What is known of alerts stays noted in the newest one.
  private func takeOver(after committed: UInt64) {
    var noted: [UInt64: Int] = [:]
    if pending.isEmpty {
      // Where there are alerts to be noted again, they are best not cleared first.
      newest = segments.firstIndex { $0.alertCount == 0 } ?? 0
      segments[newest].clear(used: segments[newest].log.lowerBound, thoroughly: true)
      segments[newest].epoch = committed &+ 1
    } else {
      for hash in pending.flatMap({ segments[$0].alertsSent }) { noted[hash, default: 0] += 1 }
    }
    noteSent { sent[$0, default: 0] - noted[$0, default: 0] }
    for index in segments.indices where index != newest && !pending.contains(index) {
      segments[index].clear(used: segments[index].log.lowerBound, thoroughly: true)
    }
  }

  /// Notes anew of each alert of an earlier process that it was sent `times`.
  private func noteSent(_ times: (UInt64) -> Int) {
    for hash in sent.keys.sorted() {
      for _ in 0..<max(0, times(hash)) { noteAlert(hash)?.markSent() }
    }
  }

  /// How often each alert was sent that nothing durable says of.
  private static func alertsSent(
    _ segments: [SpoolSegment], after committed: UInt64
  ) -> [UInt64: Int] {
    var sent: [UInt64: Int] = [:]
    for segment in segments where segment.epoch > committed {
      for hash in segment.alertsSent { sent[hash, default: 0] += 1 }
    }
    // These may have been carried over already.
    for segment in segments where segment.epoch == committed {
      for hash in segment.alertsSentSinceCapture where sent[hash] == nil { sent[hash] = 1 }
    }
    return sent
  }

  /// What a replay did.
  package struct Replay: Hashable {
    package var inputs = 0
    package var bytes = 0
    /// Inputs at which the program went wrong each time, and which were left out.
    package var skipped = 0
    /// False where inputs are missing behind the last one: connections that go on have lost bytes.
    package var isWhole = true
  }

  /// Hands the inputs of all epochs past the committed one to `apply`, in order, and is then ready for
  /// more. `skipped` is told of an input that is left out.
  package func replay(
    _ apply: (Input, Span<UInt8>) -> Void, skipped: (Input) -> Void = { _ in }
  ) -> Replay {
    var result = Replay()
    result.isWhole = problem == nil
    SpoolHeader.beginReplay(in: memory)
    for index in pending where result.isWhole {
      result.isWhole = replay(index, &result, apply, skipped)
    }
    // Behind the last record that is good there is nothing; what is written there must find zeros.
    for index in pending { memory.giveBack(tails[index]..<segments[index].log.upperBound) }
    pending = []
    SpoolHeader.endReplay(in: memory)
    if result.isWhole { sent = [:] } else { tear() }
    return result
  }

  /// False where inputs are missing at its end.
  private func replay(
    _ index: Int, _ result: inout Replay, _ apply: (Input, Span<UInt8>) -> Void,
    _ skipped: (Input) -> Void
  ) -> Bool {
    var reader = SpoolReader(segments[index])
    while true {
      let offset = reader.offset
      let step = reader.next()
      tails[index] = reader.offset
      switch step {
      case .end: return segments[index].gap != .within
      case .damaged:
        problem = "no record at \(offset) of epoch \(segments[index].epoch)"
        return false
      case .record(let input, let range):
        if !SpoolHeader.mayReplay(offset, of: segments[index].epoch, in: memory) {
          result.skipped += 1
          skipped(input)
          continue
        }
        memory.withBytes(range) { apply(input, $0) }
        result.inputs += 1
        result.bytes += range.count
      }
    }
  }
}

extension Spool {
  /// Notes of this process too if it goes wrong, so that an input whose replay is the cause is left
  /// out in the end.
  package func noteFatalSignals() { memory.noteFatalSignals(at: SpoolLayout.signalAt) }

  /// Whether a turn's bytes, or whatever else, can be taken now.
  package var hasRoom: Bool { isTorn || isRecording && room >= Limits.readBytesPerTurnMax }

  /// Whether inputs are noted, if there is room.
  package var isRecording: Bool { !isSealed && !isTorn }

  /// For bytes.
  private var room: Int {
    segments[newest].log.upperBound - tails[newest] - SpoolRecord.headerBytes - Self.marginBytes
  }

  /// Notes an input other than bytes. Without room for it the spool is torn: what happens to a client
  /// cannot be made to wait.
  package func append(_ input: Input) {
    if isTorn { return }
    let offset = tails[newest]
    if isSealed || segments[newest].log.upperBound - offset < SpoolRecord.headerBytes {
      tear()
      return
    }
    memory[word: offset] = SpoolRecord.prepare(input, length: 0, in: memory, at: offset)
    tails[newest] += SpoolRecord.headerBytes
  }

  /// Reads once from `descriptor`, at most `max` bytes and what there is room for, and notes what came.
  /// The second result tells where that stands.
  package func receive(
    from descriptor: borrowing Descriptor, client: Int, arrival: Arrival, max: Int, faults: Faults,
    object: @autoclosure () -> String
  ) throws(SystemError) -> (ReadOutcome, Range<Int>) {
    let offset = tails[newest]
    let start = offset + SpoolRecord.headerBytes
    let strip = start..<start + min(max, room)
    memory.prepare(strip)
    let input = Input(action: .bytes, client: client, arrival: arrival)
    _ = SpoolRecord.prepare(input, length: 0, in: memory, at: offset)
    memory[word: offset] = SpoolRecord.start(.landing, length: strip.count)
    var taken = 0
    defer {
      memory[word: offset] = taken == 0 ? 0 : SpoolRecord.start(.bytes, length: taken)
      if taken > 0 { tails[newest] += SpoolRecord.size(length: taken) }
    }
    let outcome = try memory.receive(
      from: descriptor, at: start, max: strip.count, faults: faults, object: object())
    if case .bytes(let count) = outcome { taken = count }
    return (outcome, start..<start + taken)
  }
}

extension Spool {
  /// A capture has been made that holds all inputs so far: ends the epoch and returns it.
  package func switchSegment() -> UInt64 {
    let captured = epoch
    segments[newest].noteCapture()
    epoch += 1
    isTorn = false
    isSealed = true
    takeFreeSegment()
    return captured
  }

  /// The capture that ended `epoch` is durable, and all before it.
  package func free(through epoch: UInt64) {
    for index in segments.indices where index != newest { free(index, through: epoch) }
    let sealed = newest
    if isSealed { takeFreeSegment() }
    if sealed == newest { return }
    for hash in segments[sealed].alertsSentSinceCapture { noteAlert(hash)?.markSent() }
    free(sealed, through: epoch)
  }

  private func free(_ index: Int, through epoch: UInt64) {
    if segments[index].epoch == 0 || segments[index].epoch > epoch { return }
    let used = tails[index] - segments[index].log.lowerBound
    // Memory is given back after a burst, not during it.
    let isLull = tails[1 - index] - segments[1 - index].log.lowerBound < Self.keptBytes
    segments[index].clear(
      used: min(tails[index] + SpoolRecord.headerBytes, segments[index].log.upperBound),
      thoroughly: used > Self.keptBytes && isLull)
    tails[index] = segments[index].log.lowerBound
  }

  /// What comes from now on is not noted, until the next capture.
  package func tear() {
    isTorn = true
    segments[newest].gap = isSealed ? .after : .within
  }

  private func takeFreeSegment() {
    guard let free = segments.indices.first(where: { segments[$0].epoch == 0 }) else { return }
    // Torn while it waited for a segment.
    if isTorn { segments[free].gap = .within }
    segments[free].epoch = epoch
    newest = free
    isSealed = false
    // Those whose inputs have not come again.
    noteSent { sent[$0, default: 0] }
  }
}

extension Spool {
  /// The alerts of this epoch should soon belong to a capture.
  package var isFullOfAlerts: Bool { segments[newest].isFullOfAlerts }

  /// Notes that an alert is about to be sent; nil where there is no room, and after a kill it might be
  /// sent again.
  package func noteAlert(_ hash: UInt64) -> SendNote? { segments[newest].noteAlert(hash) }

  /// Whether an earlier process sent this alert and nothing durable says so. Each counts once.
  package func takeSent(_ hash: UInt64) -> Bool {
    guard let count = sent[hash] else { return false }
    sent[hash] = count > 1 ? count - 1 : nil
    return true
  }
}
