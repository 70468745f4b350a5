import LinuxIO

// How a process goes on with what an earlier one has noted.
extension Spool {
  /// Frees the segments that are not replayed. What is known of alerts stays noted in the newest one.
  func takeOver(after committed: UInt64) {
    var noted: [UInt64: Int] = [:]
    if pending.isEmpty {
      // Where there are alerts to be noted again, they are best not cleared first.
      newest = segments.firstIndex { $0.alertCount == 0 } ?? 0
      segments[newest].clear(used: segments[newest].log.lowerBound, thoroughly: true)
      if isTorn { segments[newest].gap = .within }
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
  func noteSent(_ times: (UInt64) -> Int) {
    for hash in sent.keys.sorted() {
      for _ in 0..<max(0, times(hash)) { noteAlert(hash)?.markSent() }
    }
  }

  /// How often each alert was sent that nothing durable says of.
  static func alertsSent(
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
    /// Inputs at which the program ended each time, and which were left out.
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
