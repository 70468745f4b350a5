import AuditCore
import AuditStore
import Configuration
import LinuxIO
import Systemd

/// Makes the machine outlive the process. Every input goes through here: it is noted in the spool, then
/// applied. What changed is captured now and then and committed by a thread of its own, and only what
/// is committed is acknowledged.
///
/// Without a state directory, inputs are only applied.
final class StateKeeper {
  /// With both segments full, reading waits so long for a commit; then inputs go unnoted.
  private static let patience: Microseconds = .seconds(2)
  /// A commit that takes longer is trouble.
  private static let slowAfter: Microseconds = .seconds(5)

  /// A batch on its way to the disk, or one that failed to get there.
  private struct Flight {
    var epoch: UInt64
    var acknowledgements: [Int: UInt64]
    var began: Instant
  }

  private unowned let context: DaemonContext
  private var spool: Spool?
  private var writer: StoreWriter?
  private var bootID = ""
  /// Of the next capture.
  private(set) var epoch: UInt64 = 0
  private var pace = CommitPace()
  private(set) var condition = StateCondition()
  private var flight: Flight?
  private var failed: (flight: Flight, batch: StateBatch, kind: StoreError.Kind)?
  /// The next capture has to hold everything.
  private var wantsWhole = false
  private var isWaitingForRoom = false
  private(set) var bytesOnDisk: Int64 = 0

  /// For what is read while nothing is noted.
  private var buffer = [UInt8](repeating: 0, count: Limits.readBytesPerTurnMax)

  private var outcomes: ReadinessSource?
  private var captureTimer: TimeSource?
  private var patienceTimer: TimeSource?
  private var slownessTimer: TimeSource?

  /// Called after every input.
  var applied: () -> Void = {}
  /// What each client may be told to be safe: all up to the event of this number.
  var acknowledge: ([Int: UInt64]) -> Void = { _ in }
  /// Called when there is room for input again.
  var roomCame: () -> Void = {}

  init(_ context: DaemonContext) { self.context = context }

  /// Whether what is applied will be on disk some time.
  var isDurable: Bool { writer != nil }

  /// Whether everything is on disk.
  var isIdle: Bool { !isBusy && pace.due(interval: 0) == nil }

  /// Whether a batch is on its way, or tried again until it is there.
  private var isBusy: Bool { flight != nil || failed != nil }

  /// Inputs and alerts are noted in `spool`, once it has been replayed.
  func attach(_ spool: Spool) { self.spool = spool }

  /// From now on state is kept in `store`, which the machine has been restored from.
  func begin(_ store: sending StateStore, boot: String) throws(SystemError) {
    epoch = store.meta.epoch &+ 1
    bootID = boot
    let writer = try StoreWriter(store)
    outcomes = try ReadinessSource(
      context.loop, number: writer.descriptor, for: .readable, priority: .early
    ) { [unowned self] _ in takeOutcome() }
    captureTimer = try timer { [unowned self] in captureTimerCame() }
    patienceTimer = try timer { [unowned self] in makeRoom() }
    slownessTimer = try timer { [unowned self] in noteSlowness() }
    self.writer = writer
    // What was restored has other numbers for names than what is on disk.
    pace.noteChange(at: context.now)
    capture()
  }

  private func timer(_ run: @escaping () -> Void) throws(SystemError) -> TimeSource {
    try TimeSource(context.loop, clock: .boottime, run: run)
  }

  // MARK: Inputs

  /// Notes and applies an input other than bytes.
  func take(_ action: Input.Action, of client: Int = 0) {
    take(Input(action: action, client: client, arrival: context.arrival))
  }

  private func take(_ input: Input) {
    spool?.append(input)
    let none: [UInt8] = []
    apply(input, none.span)
  }

  /// Fires the deadlines that have passed at `now`. False if that must wait for room.
  @discardableResult
  func advance(to now: Instant) -> Bool {
    guard let wake = context.auditor.nextWake, wake <= now else {
      // Nothing changes but the age of things.
      context.auditor.advance(to: now)
      return true
    }
    if !findRoom() { return false }
    var arrival = context.arrival
    arrival.monotonic = now
    take(Input(action: .advanced, client: 0, arrival: arrival))
    return true
  }

  /// Reads once from a client, and notes and applies what came. Where there is no room it is not noted:
  /// callers that can wait call `findRoom` first.
  func read(from connection: Connection, of client: Int) -> ReadOutcome {
    let input = Input(action: .bytes, client: client, arrival: context.arrival)
    if let spool, !spool.hasRoom { spool.tear() }
    if let spool, spool.isRecording {
      let (outcome, range) = connection.read(into: spool, input)
      if !range.isEmpty { spool.memory.withBytes(range) { apply(input, $0) } }
      return outcome
    }
    let outcome = connection.read(into: &buffer)
    if case .bytes(let count) = outcome {
      // A second reference, gone before the next read, and no copy.
      let bytes = buffer
      apply(input, bytes.span.extracting(0..<count))
    }
    return outcome
  }

  /// As inputs of an earlier run come back from its spool.
  func replay(_ input: Input, _ bytes: Span<UInt8>) { apply(input, bytes) }

  private func apply(_ input: Input, _ bytes: Span<UInt8>) {
    context.machine.apply(input, bytes)
    applied()
    if writer == nil { return }
    pace.noteChange(at: input.arrival.monotonic)
    scheduleCapture()
  }

  /// The place where the sending of an alert is noted; nil where nothing is.
  func noteAlert(_ hash: UInt64) -> SendNote? { spool?.noteAlert(hash) }

  /// Whether an earlier run gave this alert already.
  func takeSent(_ hash: UInt64) -> Bool { spool?.takeSent(hash) ?? false }

  // MARK: Room

  /// Whether an input that comes now is noted, or nothing is.
  var hasRoom: Bool { spool?.hasRoom ?? true }

  /// Whether a turn's bytes can be taken. If not, `roomCame` is called when they can.
  func findRoom() -> Bool {
    if isSweepDue {
      isWaitingForRoom = true
      return false
    }
    guard let spool else { return true }
    if !spool.hasRoom { makeRoom() }
    return spool.hasRoom
  }

  private func makeRoom() {
    guard let spool, !spool.hasRoom else { return }
    if !isBusy { capture() }
    let waited = flight.map { context.now - $0.began }
    if spool.hasRoom {
      tellOfRoom()
    } else if failed != nil || waited ?? Self.patience >= Self.patience {
      spool.tear()
      tellOfRoom()
    } else if let flight {
      isWaitingForRoom = true
      patienceTimer?.arm(at: (flight.began + Self.patience).microseconds)
    }
  }

  private func tellOfRoom() {
    if !isWaitingForRoom { return }
    isWaitingForRoom = false
    patienceTimer?.disarm()
    roomCame()
  }

  // MARK: Captures and commits

  private func scheduleCapture() {
    if isBusy { return }
    if spool?.isFullOfAlerts == true { return capture() }
    guard let due = pace.due(interval: context.settings.commitInterval) else { return }
    captureTimer?.arm(at: due.microseconds)
  }

  private func captureTimerCame() {
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

  /// A sweep waits for the disk.
  var isSweepDue: Bool { wantsWhole && flight != nil }

  private func capture() {
    captureTimer?.disarm()
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

  private func captureWhole() {
    wantsWhole = true
    capture()
  }

  private func submit(_ batch: StateBatch, _ flight: Flight) {
    let moment = StateMoment(bootID: bootID, clocks: context.arrival)
    _ = writer?.submit(batch, epoch: flight.epoch, meta: moment.encoded)
    self.flight = flight
    slownessTimer?.arm(at: (flight.began + Self.slowAfter).microseconds)
  }

  private func takeOutcome() {
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
    bytesOnDisk = report.size.usedBytes
    spool?.free(through: flight.epoch)
    acknowledge(flight.acknowledgements)
    if let message = condition.noteCommit(at: now) { tell(message) }
    // Inputs that are noted nowhere should be on the disk soon.
    if wantsWhole || spool?.isTorn == true { capture() } else { scheduleCapture() }
    if spool?.hasRoom != false { tellOfRoom() }
  }

  private func didFail(_ flight: Flight, _ error: StoreError, _ batch: StateBatch) {
    failed = (flight, batch, error.kind)
    let now = context.arrival
    captureTimer?.arm(at: (now.monotonic + pace.noteFailure()).microseconds)
    if let message = condition.noteTrouble(error.kind.brief, details: "\(error)", at: now) {
      tell(message)
    }
    // Whoever waits for room need not wait for the disk.
    makeRoom()
    if hasRoom { tellOfRoom() }
  }

  private func noteSlowness() {
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
