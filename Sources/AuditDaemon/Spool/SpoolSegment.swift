import LinuxIO

/// One of the two halves of the spool: the inputs of one epoch in their order, and the hashes of the
/// alerts that were given meanwhile.
///
/// Free while its epoch is 0. What stands behind the last record is zero, always.
struct SpoolSegment {
  let memory: SharedMemory
  private let base: Int
  /// Where records stand.
  let log: Range<Int>
  private let alerts: Range<Int>

  init(_ index: Int, of layout: SpoolLayout, in memory: SharedMemory) {
    self.memory = memory
    base = layout.segment(index)
    log = layout.log(index)
    alerts = layout.alerts(index)
  }

  var epoch: UInt64 {
    get { memory[word: base + SpoolLayout.epochAt] }
    nonmutating set { memory[word: base + SpoolLayout.epochAt] = newValue }
  }

  /// Which inputs were applied and not recorded.
  enum Gap: UInt64 {
    case none
    /// Some that came after the last record.
    case within
    /// None of this epoch; some of the next.
    case after
  }

  var gap: Gap {
    get { Gap(rawValue: memory[word: base + SpoolLayout.gapAt]) ?? .within }
    nonmutating set { memory[word: base + SpoolLayout.gapAt] = newValue.rawValue }
  }

  /// How much the last read brought.
  var readNote: TransferNote { memory.note(at: base + SpoolLayout.receivedAt) }

  /// Frees it. `used`: the end of what was written to the log; `thoroughly` gives its memory back.
  func clear(used: Int, thoroughly: Bool) {
    epoch = 0
    let count = alertCount
    gap = .none
    memory[word: base + SpoolLayout.alertCountAt] = 0
    memory[word: base + SpoolLayout.capturedAlertsAt] = 0
    if thoroughly {
      memory.giveBack(alerts.lowerBound..<log.upperBound)
    } else {
      memory.zero(alerts.lowerBound..<alerts.lowerBound + count * 8)
      memory.zero(log.lowerBound..<used)
    }
  }
}

extension SpoolSegment {
  /// Within what the segment has room for, whatever the memory says.
  var alertCount: Int {
    Int(min(memory[word: base + SpoolLayout.alertCountAt], UInt64(alerts.count / 8)))
  }

  /// There is room for a few more only.
  var isFullOfAlerts: Bool { alertCount >= alerts.count / 8 * 3 / 4 }

  /// Notes that an alert is about to be sent. The result is where its sending is noted; nil if there
  /// is no room for more.
  ///
  /// Two notes take turns, so that the one of the alert before stays true until this one counts.
  func noteAlert(_ hash: UInt64) -> TransferNote? {
    let count = alertCount
    if count >= alerts.count / 8 { return nil }
    let note = note(count)
    note.clear()
    memory[word: alerts.lowerBound + count * 8] = hash
    memory[word: base + SpoolLayout.alertCountAt] = UInt64(count + 1)
    return note
  }

  /// The hashes of the alerts that were sent, one for each time.
  var alertsSent: [UInt64] {
    var hashes = (0..<alertCount).map { memory[word: alerts.lowerBound + $0 * 8] }
    if !hashes.isEmpty, !note(hashes.count - 1).isSent { hashes.removeLast() }
    return hashes
  }

  /// A capture is made that holds what was told so far.
  func noteCapture() { memory[word: base + SpoolLayout.capturedAlertsAt] = UInt64(alertCount) }

  /// The hashes of those that were sent after a capture of this epoch had been made.
  var alertsSentSinceCapture: [UInt64] {
    let captured = memory[word: base + SpoolLayout.capturedAlertsAt]
    return Array(alertsSent.dropFirst(Int(clamping: captured)))
  }

  private func note(_ index: Int) -> TransferNote {
    memory.note(at: base + SpoolLayout.notesAt + index % 2 * TransferNote.bytes)
  }
}
