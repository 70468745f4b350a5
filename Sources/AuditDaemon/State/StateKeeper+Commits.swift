import AuditCore
import AuditStore
import Configuration
import LinuxIO
import Systemd

// Captures and their way to the disk.
extension StateKeeper {
  func scheduleCapture() {
    if isBusy { return }
    if spool?.isFullOfAlerts == true || pendingRows >= Limits.commitRowsMax { return capture() }
    guard let due = pace.due(interval: context.settings.commitInterval) else { return }
    captureTimer?.arm(at: due.microseconds)
  }

  func captureTimerCame() {
    if failed != nil { retry() } else if flight == nil { capture() }
  }

  /// Sweeps the names that nothing mentions any more: at once, or when the disk is done with what is on
  /// its way. Until then nothing is read.
  func sweep() {
    wantsWhole = true
    if writer == nil {
      _ = context.machine.capture(isWhole: true)
      wantsWhole = false
    } else if flight == nil {
      // What failed is in the whole.
      failed = nil
      capture()
    }
  }

  /// Without a disk that is to have it, forgets what changed, and with it the clients that have left.
  func forgetChanges() { if writer == nil { _ = context.machine.capture(isWhole: false) } }

  /// A sweep waits for the disk.
  var isSweepDue: Bool { wantsWhole && flight != nil }

  func capture() {
    captureTimer?.disarm()
    rowsCaptured += pendingRows
    let (batch, acknowledgements) = context.machine.capture(isWhole: wantsWhole)
    wantsWhole = false
    pace.noteCapture()
    let captured = spool?.switchSegment() ?? epoch
    epoch = captured &+ 1
    submit(
      batch,
      Flight(epoch: captured, acknowledgements: acknowledgements, began: context.now))
  }

  private func retry() {
    guard let (flight, batch, kind) = failed else { return }
    failed = nil
    // A database that is gone can be made anew, but not from what changed last.
    if wantsWhole || kind == .displaced { return captureWhole() }
    submit(
      batch,
      Flight(
        epoch: flight.epoch, acknowledgements: flight.acknowledgements, began: context.now))
  }

  func captureWhole() {
    wantsWhole = true
    capture()
  }

  private func submit(_ batch: StateBatch, _ flight: Flight) {
    let moment = StateMoment(bootID: bootID, clocks: context.arrival)
    _ = writer?.submit(batch, epoch: flight.epoch, meta: moment.encoded)
    self.flight = flight
    slownessTimer?.arm(at: (flight.began + Self.slowAfter).microseconds)
  }

  func takeOutcome() {
    guard let outcome = writer?.takeOutcome(), let flight else { return }
    self.flight = nil
    slownessTimer?.disarm()
    switch outcome {
    case .committed(let report): committed(flight, report)
    case .failed(let error, let batch): didFail(flight, error, batch)
    }
    context.settle()
  }

  private func committed(_ flight: Flight, _ report: CommitReport) {
    let now = context.now
    pace.noteCommit(took: now - flight.began, endedAt: now)
    commitTimes.note(now - flight.began)
    bytesOnDisk = report.size.usedBytes
    spool?.free(through: flight.epoch)
    lookForSpool(after: flight.epoch, at: now)
    acknowledge(flight.acknowledgements)
    if let message = condition.noteCommit(at: now) { tell(message) }
    // Inputs that are noted nowhere should be on the disk soon.
    if wantsWhole || spool?.isTorn == true { capture() } else { scheduleCapture() }
    if spool?.hasRoom != false { tellOfRoom() }
  }

  private func didFail(_ flight: Flight, _ error: StoreError, _ batch: StateBatch) {
    failed = (flight, batch, error.kind)
    commitFailures += 1
    let now = context.arrival
    captureTimer?.arm(at: (now.monotonic + pace.noteFailure()).microseconds)
    if let message = condition.noteTrouble(error.kind.brief, details: "\(error)", at: now) {
      tell(message)
    }
    // Whoever waits for room need not wait for the disk.
    makeRoom()
    if hasRoom { tellOfRoom() }
  }

  func noteSlowness() {
    guard let flight else { return }
    let now = context.arrival
    let duration = DurationText.brief(now.monotonic - flight.began)
    let details = "the disk has been busy with one commit for \(duration)."
    if let message = condition.noteTrouble("slow disk", details: details, at: now) {
      tell(message)
    }
    context.settle()
  }

  private func tell(_ message: StateCondition.Message) {
    context.journal.write(DaemonEntry.state(message))
  }
}

extension StateKeeper {
  /// The daemon stops: brings everything to the disk and sends the last acknowledgements, within
  /// `limit`. Returns why that was not possible; nil if it was.
  func finish(within limit: Microseconds) -> String? {
    guard let writer else { return nil }
    let end = context.now + limit
    var isLastCaptured = false
    if failed != nil { retry() }
    while true {
      if !isBusy {
        if isLastCaptured { break }
        isLastCaptured = true
        capture()
      }
      let left = end - context.now
      if failed != nil || left <= 0 { break }
      if writer.wait(milliseconds: Int32(clamping: left / 1000 + 1)) { takeOutcome() }
    }
    let problem = isBusy ? condition.statusText ?? "the last commit did not end in time" : nil
    outcomes = nil
    if flight == nil {
      writer.stop()
    } else {
      // Waiting for its thread would wait for the disk; it ends with the process.
      _ = unsafe Unmanaged.passRetained(writer)
    }
    self.writer = nil
    return problem
  }
}
