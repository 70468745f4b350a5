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
  /// Memory for a spool, which there was none for, is looked for again so often at most.
  private static let looksForSpoolEvery: Microseconds = .seconds(10)
  /// A commit that takes longer is trouble.
  static let slowAfter: Microseconds = .seconds(5)

  /// A batch on its way to the disk, or one that failed to get there.
  struct Flight {
    var epoch: UInt64
    var acknowledgements: [Int: UInt64]
    var began: Instant
  }

  unowned let context: DaemonContext
  var spool: Spool?
  /// Where to look for memory again, while there is no spool and should be one.
  var spoolPlace: SpoolPlace?
  private var lookedForSpoolAt: Instant?
  var writer: StoreWriter?
  var bootID = ""
  /// Of the next capture.
  var epoch: UInt64 = 0
  var pace = CommitPace()
  var condition = StateCondition()
  var flight: Flight?
  var failed: (flight: Flight, batch: StateBatch, kind: StoreError.Kind)?
  /// The next capture has to hold everything.
  var wantsWhole = false
  private var isWaitingForRoom = false
  /// Rows of all captures so far, as they were counted before.
  var rowsCaptured = 0
  var bytesOnDisk: Int64 = 0
  /// How long commits took, and how many failed.
  var commitTimes = DurationCounts()
  var commitFailures = 0
  /// Half-read lines that were given up.
  var linesGivenUp = RateLimit()

  /// For what is read while nothing is noted.
  private var buffer = [UInt8](repeating: 0, count: Limits.readBytesPerTurnMax)

  var outcomes: ReadinessSource?
  var captureTimer: TimeSource?
  private var patienceTimer: TimeSource?
  var slownessTimer: TimeSource?

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
  var isBusy: Bool { flight != nil || failed != nil }

  /// Inputs and alerts are noted in `spool`, once it has been replayed.
  func attach(_ spool: Spool) { self.spool = spool }

  /// `committed` is on disk, where there had been no room for a spool: there may be some now.
  func lookForSpool(after committed: UInt64, at now: Instant) {
    guard let place = spoolPlace else { return }
    if let lookedForSpoolAt, now - lookedForSpoolAt < Self.looksForSpoolEvery { return }
    lookedForSpoolAt = now
    guard let memory = try? place.make() else { return }
    let spool = Spool(
      memory, layout: place.layout, boot: BootID.current(), committed: committed, isLate: true)
    spool.noteFatalSignals()
    spoolPlace = nil
    attach(spool)
    context.journal.write(DaemonEntry.noted())
  }

  /// From now on state is kept in `store`, which the machine has been restored from.
  func begin(_ store: sending StateStore, boot: String) throws(SystemError) {
    epoch = store.meta.epoch &+ 1
    bootID = boot
    let writer = try StoreWriter(store)
    outcomes = try ReadinessSource(
      context.loop, number: writer.descriptor, for: .readable, priority: .early
    ) { [unowned self] _ in takeOutcome() }
    captureTimer = try timer { [unowned self] in captureTimerCame() }
    patienceTimer = try timer { [unowned self] in patienceEnded() }
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
  func read(from connection: Connection, of client: Int, max: Int) -> ReadOutcome {
    let input = Input(action: .bytes, client: client, arrival: context.arrival)
    if let spool, !spool.hasRoom { spool.tear() }
    if let spool, spool.isRecording {
      let (outcome, range) = connection.read(into: spool, input, max: max)
      if !range.isEmpty {
        spool.memory.withBytes(range) { apply(input, $0) }
        boundHalfLines()
      }
      return outcome
    }
    let outcome = connection.read(into: &buffer, max: max)
    if case .bytes(let count) = outcome {
      // A second reference, gone before the next read, and no copy.
      let bytes = buffer
      apply(input, bytes.span.extracting(0..<count))
      boundHalfLines()
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
  func noteAlert(_ hash: UInt64) -> TransferNote? { spool?.noteAlert(hash) }

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

  /// The same for a client with that share: who makes commits long waits for the one in flight, unless
  /// that takes too long or fails.
  func findRoom(for share: ReadShare) -> Bool {
    if !findRoom() { return false }
    guard let flight, share.isUsedUp(pending: pendingRows, epoch: epoch) else { return true }
    if context.now - flight.began >= Self.patience { return true }
    isWaitingForRoom = true
    patienceTimer?.arm(at: (flight.began + Self.patience).microseconds)
    return false
  }

  /// About how many rows the next capture has.
  var pendingRows: Int {
    context.auditor.pendingRows + Machine.rowsOfClient * context.machine.changed.count
  }

  /// All rows that ever waited for a capture.
  var rowsEver: Int { rowsCaptured + pendingRows }

  private func patienceEnded() {
    makeRoom()
    if hasRoom { tellOfRoom() }
  }

  func makeRoom() {
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

  func tellOfRoom() {
    if !isWaitingForRoom { return }
    isWaitingForRoom = false
    patienceTimer?.disarm()
    roomCame()
  }
}
