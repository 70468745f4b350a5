import AuditCore
import Configuration
import LinuxIO
import Systemd

/// One client of the ingest socket: its bytes go to the machine, replies come back.
///
/// Open → (input over, replies unsent) → gone. What it had said stays in the audit either way.
final class IngestClient {
  /// What the machine knows of it.
  let state: MachineClient
  private unowned let service: IngestService
  private let connection: Connection
  /// All up to this event is safe and may be acknowledged; the second one has been.
  private var acknowledgeable: UInt64?
  private var acknowledged: UInt64?
  private(set) var bucket: TokenBucket
  private var share = ReadShare()
  private var errors = RateLimit()
  private var latestError: String?
  private var isGone = false
  private var isToldOfNames = false
  /// When it was accepted, or taken back from an earlier run.
  private let began: Instant
  /// What it must wait for before it is read again.
  private var waits: Waits = [] {
    didSet { if waits.isEmpty != oldValue.isEmpty { connection.setRunning(waits.isEmpty) } }
  }
  private var throttle: TimeSource?
  private var patience: TimeSource?

  private struct Waits: OptionSet {
    let rawValue: UInt8
    static let forRoom = Waits(rawValue: 1)
    static let forTokens = Waits(rawValue: 2)
  }

  /// How long a client that has said all may take to read the rest of its replies.
  private static let patienceMicroseconds: Int64 = 30_000_000
  /// A client that writes without a pause cannot hold up the end for longer.
  private static let drainTurnsMax = 4

  init(_ descriptor: consuming Descriptor, _ state: MachineClient, service: IngestService) {
    self.state = state
    self.service = service
    connection = Connection(descriptor, name: state.name, faults: service.context.faults)
    began = service.context.now
    bucket = TokenBucket(full: service.context.settings.eventsBurst, at: began)
  }

  func start() throws(SystemError) {
    try connection.start(service.context.loop) { [unowned self] in turn($0) }
    if state.isOver { connection.stopReading() }
  }

  /// For who keeps a copy of the connection.
  func withDescriptor<Result>(_ body: (borrowing Descriptor) -> Result) -> Result {
    connection.withDescriptor(body)
  }

  /// The daemon stops: takes what the client has written by now.
  func drain() {
    for _ in 0..<Self.drainTurnsMax where !state.isOver && !isGone {
      if !readOnce() { break }
    }
  }

  /// The daemon has stopped: sends what the client takes at once. With `keeping`, its connection goes on
  /// with the next run.
  func letGo(keeping: Bool) {
    tellHeldBack()
    connection.flush()
    connection.close()
    if !keeping { connection.shutDown() }
  }

  /// All up to `sequence` is safe.
  func acknowledge(_ sequence: UInt64) {
    acknowledgeable = sequence
    send()
    leaveIfDone(hungUp: false)
  }

  /// There is room for input again.
  func resume() { waits.remove(.forRoom) }

  /// Its process has come again and owes what it owed.
  func goOn(with bucket: TokenBucket) {
    self.bucket = bucket
    slowDown(0)
  }

  /// Taken back from an earlier run: leaves if nothing is left to be said.
  func goOn() { leaveIfDone(hungUp: false) }

  private func turn(_ readiness: IOReadiness) {
    if readiness.contains(.writable) { send() }
    let hungUp = readiness.contains(.hangUp)
    if !state.isOver, hungUp || !readiness.isDisjoint(with: [.readable, .error]) {
      if service.context.keeper.findRoom(for: share) {
        _ = readOnce()
      } else {
        waits.insert(.forRoom)
        service.waitForRoom(self)
      }
    }
    leaveIfDone(hungUp: hungUp)
    service.context.settle()
  }

  private func leaveIfDone(hungUp: Bool) {
    if !state.isOver || isGone { return }
    // Nobody reads what is still to be sent.
    if hungUp { return leave() }
    let isAcknowledged = state.acknowledgeable == nil || state.acknowledgeable == acknowledged
    if connection.unsentCount == 0 && isAcknowledged { leave() }
  }

  /// False where there is nothing to read now, or nothing more ever.
  private func readOnce() -> Bool {
    let before = state.taken
    let keeper = service.context.keeper
    let rowsBefore = keeper.rowsEver
    let most = share.bytesMax(pending: keeper.pendingRows)
    switch keeper.read(from: connection, of: state.number, max: most) {
    case .bytes(let count):
      share.note(count, rows: keeper.rowsEver - rowsBefore, epoch: keeper.epoch)
      reply()
      tellOfNames()
      slowDown(state.taken - before)
      return !state.isOver && !isGone
    case .wouldBlock: return false
    case .endOfStream:
      keeper.take(.ended(isCut: connection.isBroken), of: state.number)
      connection.stopReading()
      reply()
      return false
    }
  }

  private func reply() {
    let (first, count) = state.takeRejects()
    if count > 0 { tell(first, of: count) }
    if !service.context.keeper.isDurable { acknowledgeable = state.acknowledgeable }
    send()
    if connection.unsentCount > service.context.settings.unreadReplyBytesMax { cut() }
  }

  /// `count` lines were unreadable; `rejects` are the first of them.
  private func tell(_ rejects: [StreamDecoder.Reject], of count: Int) {
    if state.decoder.speaksJSON {
      for reject in rejects {
        connection.append(ReplyLine.error(ReplyLine.text(reject), line: reject.line))
      }
      let rest = count - rejects.count
      if rest > 0 {
        connection.append(ReplyLine.error("\(rest) more lines are not events", line: nil))
      }
    }
    for reject in rejects { log(ReplyLine.text(reject)) }
    if count > rejects.count { errors.holdBack(count - rejects.count) }
  }

  /// Replies in their order; an acknowledgement only once those before it are sent, so that a client
  /// that does not read costs one number and not a line for each batch.
  private func send() {
    if !connection.flush() { return }
    if connection.unsentCount == 0, let sequence = acknowledgeable, sequence != acknowledged {
      acknowledged = sequence
      connection.append(ReplyLine.acknowledgement(sequence))
      connection.flush()
    }
    if state.isOver && connection.unsentCount > 0 { limitPatience() }
  }

  /// A client that brings more than its share is read again when that is paid off; one that the journal
  /// has taken many alerts of, when it takes more.
  private func slowDown(_ count: Int) {
    let settings = service.context.settings
    let now = service.context.now
    let paidOff = bucket.take(
      count, at: now, perSecond: settings.eventsPerSecondMax, burst: settings.eventsBurst)
    let rested = service.context.alerts.restUntil(state.name, at: now)
    guard let time = [paidOff, rested].compactMap(\.self).max() else { return }
    if throttle == nil {
      throttle = try? TimeSource(service.context.loop, clock: .boottime) { [unowned self] in
        waits.remove(.forTokens)
      }
    }
    guard let throttle else { return }
    waits.insert(.forTokens)
    throttle.arm(at: time.microseconds)
  }

  private func limitPatience() {
    if patience != nil { return }
    patience = try? TimeSource(service.context.loop, clock: .boottime) { [unowned self] in leave() }
    patience?.arm(at: Clock.boottime.now() + Self.patienceMicroseconds)
  }

  /// It was there at `time` and has not sent a byte.
  func isSilent(since time: Instant) -> Bool {
    began <= time && waits.isEmpty && !isGone && state.hasSaidNothing
  }

  /// Ends a silent connection for another.
  func giveWay() {
    log("ended, because it says nothing and others want to connect")
    leave()
  }

  private func cut() {
    log(of: "cut off, because it leaves \(connection.unsentCount) bytes of replies unread")
    leave()
  }

  private func leave() {
    if isGone { return }
    isGone = true
    tellHeldBack()
    service.context.keeper.take(.left, of: state.number)
    connection.close()
    connection.shutDown()
    throttle = nil
    patience = nil
    service.remove(self)
  }
}

// What the journal is told of it.
extension IngestClient {
  /// Once for each client; of all of them once a second.
  private func tellOfNames() {
    if isToldOfNames || !service.context.auditor.isShortOfNames(state.source) { return }
    isToldOfNames = true
    service.tellOfNames(state)
  }

  private func log(_ text: String) {
    let limit = service.context.settings.clientErrorsPerSecondMax
    guard let heldBack = errors.admit(at: Clock.boottime.now(), perSecondMax: limit) else {
      latestError = text
      return
    }
    log(of: text, heldBack: heldBack)
  }

  /// What was held back since the last message must not be lost with the client.
  private func tellHeldBack() {
    let heldBack = errors.takeHeldBack()
    if heldBack == 0 { return }
    if let latestError {
      log(of: latestError, heldBack: heldBack - 1)
    } else {
      log(of: "\(heldBack) more lines are not events")
    }
    latestError = nil
  }

  private func log(of text: String, heldBack: Int = 0) {
    service.context.journal.write(
      DaemonEntry.clientError(text, client: state.name, peer: state.peer, heldBack: heldBack))
  }
}
