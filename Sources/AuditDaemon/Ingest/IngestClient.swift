import AuditCore
import Configuration
import LinuxIO
import Systemd

/// One client of the ingest socket: its bytes go to the audit, replies come back.
///
/// Open → (input over, replies unsent) → gone. What it had said stays in the audit either way.
final class IngestClient {
  let number: Int
  let name: String
  /// nil where the kernel does not tell.
  let peer: PeerCredentials?
  private unowned let service: IngestService
  private let connection: Connection
  private let source: SourceID
  private var decoder: StreamDecoder
  private var counted = IngestTotals()
  private var acknowledged: UInt64?
  private var errors = RateLimit()
  private var latestError: String?
  private var inputIsOver = false
  private var isGone = false
  private var patience: TimeSource?

  /// How long a client that has said all may take to read the rest of its replies.
  private static let patienceMicroseconds: Int64 = 30_000_000
  /// A client that writes without a pause cannot hold up the end for longer.
  private static let drainTurnsMax = 4

  init(
    _ descriptor: consuming Descriptor, number: Int, peer: PeerCredentials?, service: IngestService
  ) {
    self.number = number
    name = "client \(number)"
    self.peer = peer
    self.service = service
    connection = Connection(descriptor, name: name, faults: service.context.faults)
    source = service.context.auditor.open(SourceInfo(name: name, uid: peer?.uid))
    decoder = StreamDecoder(source: source, patterns: service.context.settings.patterns)
  }

  func start() throws(SystemError) {
    try connection.start(service.context.loop) { [unowned self] in turn($0) }
  }

  func setPatterns(_ patterns: [LinePattern]) { decoder.patterns = patterns }

  /// The daemon stops: takes what the client has written by now and lets it go. A half line is left
  /// out, for nobody can say that it was all.
  func drain() {
    for _ in 0..<Self.drainTurnsMax where !inputIsOver {
      if !readOnce() { break }
    }
    if !inputIsOver { leaveAudit() }
    tellHeldBack()
    connection.flush()
    connection.close()
  }

  private func turn(_ readiness: IOReadiness) {
    if readiness.contains(.writable) { send() }
    if inputIsOver {
      if readiness.contains(.hangUp) || connection.unsentCount == 0 { leave() }
    } else if !readiness.isDisjoint(with: [.readable, .hangUp, .error]) {
      _ = readOnce()
      if inputIsOver, connection.unsentCount == 0 { leave() }
    }
    service.context.settle()
  }

  /// False where there is nothing to read now, or nothing more ever.
  private func readOnce() -> Bool {
    switch service.read(from: connection, into: &decoder) {
    case .bytes:
      reply()
      return !inputIsOver
    case .wouldBlock: return false
    case .endOfStream:
      service.finish(&decoder)
      leaveAudit()
      reply()
      connection.stopReading()
      if !isGone { limitPatience() }
      return false
    }
  }

  private func leaveAudit() {
    inputIsOver = true
    service.context.auditor.close(source, over: decoder.saidBye)
  }

  private func reply() {
    let now = IngestTotals(decoder)
    service.count(now, since: counted)
    let unreadable = now.unreadable - counted.unreadable
    counted = now
    if unreadable > 0 { tell(decoder.takeRejects(), of: unreadable) }
    send()
    if connection.unsentCount > service.context.settings.unreadReplyBytesMax { cut() }
  }

  /// `count` lines were unreadable; `rejects` are the first of them.
  private func tell(_ rejects: [StreamDecoder.Reject], of count: Int) {
    if decoder.speaksJSON {
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

  private func log(_ text: String) {
    let limit = service.context.settings.clientErrorsPerSecondMax
    guard let heldBack = errors.admit(at: Clock.boottime.now(), perSecondMax: limit) else {
      latestError = text
      return
    }
    service.log(text, of: self, heldBack: heldBack)
  }

  /// What was held back since the last message must not be lost with the client.
  private func tellHeldBack() {
    let heldBack = errors.takeHeldBack()
    if heldBack == 0 { return }
    if let latestError {
      service.log(latestError, of: self, heldBack: heldBack - 1)
    } else {
      service.log("\(heldBack) more lines are not events", of: self, heldBack: 0)
    }
    latestError = nil
  }

  /// Replies in their order; an acknowledgement only once those before it are sent, so that a client
  /// that does not read costs one number and not a line for each batch.
  private func send() {
    if !connection.flush() { return }
    guard connection.unsentCount == 0, decoder.wantsAcknowledgement,
      let sequence = decoder.lastSequence, sequence != acknowledged
    else { return }
    acknowledged = sequence
    connection.append(ReplyLine.acknowledgement(sequence))
    connection.flush()
  }

  private func cut() {
    service.log(
      "cut off, because it leaves \(connection.unsentCount) bytes of replies unread", of: self,
      heldBack: 0)
    if !inputIsOver { leaveAudit() }
    leave()
  }

  private func limitPatience() {
    patience = try? TimeSource(service.context.loop, clock: .boottime) { [unowned self] in leave() }
    patience?.arm(at: Clock.boottime.now() + Self.patienceMicroseconds)
  }

  private func leave() {
    if isGone { return }
    isGone = true
    tellHeldBack()
    connection.close()
    patience = nil
    service.remove(self)
  }
}
