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
  static let keptBytes = 1 << 20

  package let memory: SharedMemory
  let segments: [SpoolSegment]
  /// The end of the records in each.
  var tails: [Int]
  /// Where alerts are noted; the inputs too, unless `isSealed`.
  var newest: Int
  /// The newest segment belongs to a capture, and the other one is not free yet.
  var isSealed = false
  /// Inputs are not noted.
  package private(set) var isTorn: Bool
  var sent: [UInt64: Int] = [:]
  /// Segments to be replayed, the older one first.
  var pending: [Int] = []
  /// What was left in the memory could not be used, and why; nil where it was empty or is in order.
  package internal(set) var problem: String?

  /// There was nothing in the memory, or nothing that could be used.
  package let isNew: Bool

  /// Of the inputs that are noted now; of those to come, if the last one's are all captured.
  package private(set) var epoch: UInt64

  /// Takes over what `memory` holds of the epochs past `committed`: call `replay` before anything
  /// else. Memory of another boot or of a version that is not known is emptied.
  ///
  /// With `isLate` what is there is of no use, and inputs have come since the commit: the spool begins torn.
  package init(
    _ memory: SharedMemory, layout: SpoolLayout = SpoolLayout(), boot: BootID?, committed: UInt64,
    isLate: Bool = false
  ) {
    self.memory = memory
    isTorn = isLate
    if isLate { SpoolHeader.forget(memory) }
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
}

extension Spool {
  /// Notes of this process too if it goes wrong, so that an input whose replay is the cause is left
  /// out in the end.
  package func noteFatalSignals() { memory.noteFatalSignals(at: SpoolLayout.signalAt) }

  /// The share of the segment that fills now which is in use; 1 while nothing is noted.
  package var fill: Double {
    if !isRecording { return 1 }
    let log = segments[newest].log
    return Double(tails[newest] - log.lowerBound) / Double(max(1, log.count))
  }

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
    let note = segments[newest].readNote
    note.clear()
    memory[word: offset] = SpoolRecord.start(.landing, length: strip.count)
    var taken = 0
    defer {
      memory[word: offset] = taken == 0 ? 0 : SpoolRecord.start(.bytes, length: taken)
      if taken > 0 { tails[newest] += SpoolRecord.size(length: taken) }
    }
    let outcome = try memory.receive(
      from: descriptor, at: start, max: strip.count, noting: note, faults: faults,
      object: object())
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
  package func noteAlert(_ hash: UInt64) -> TransferNote? { segments[newest].noteAlert(hash) }

  /// Whether an earlier process sent this alert and nothing durable says so. Each counts once.
  package func takeSent(_ hash: UInt64) -> Bool {
    guard let count = sent[hash] else { return false }
    sent[hash] = count > 1 ? count - 1 : nil
    return true
  }
}
