import AuditCore
import Configuration
import LinuxIO
import Systemd

/// One client of the control socket: asks one question, gets one answer; or watches.
final class ControlClient {
  /// How long it may take to ask. To read the answer takes as long as a person at a pager needs.
  private static let patienceMicroseconds: Int64 = 60_000_000

  let number: Int
  private unowned let service: ControlService
  private let connection: Connection
  private var request: [UInt8] = []
  /// What it asked, while it waits for the answer.
  private(set) var question: ControlRequest?
  /// What it asked, if it watches.
  private(set) var watching: ControlRequest?
  private var hasAsked = false
  private var hasAnswer = false
  /// When it last took some of its answer.
  private(set) var readAt = Instant(microseconds: .min)

  /// Bytes of its answer that it has not taken yet.
  var unreadBytes: Int { connection.unsentCount }
  private var patience: TimeSource?

  init(_ descriptor: consuming Descriptor, number: Int, service: ControlService) {
    self.number = number
    self.service = service
    connection = Connection(
      descriptor, name: "control client \(number)", faults: service.context.faults)
  }

  func start() throws(SystemError) {
    patience = try TimeSource(service.context.loop, clock: .boottime) { [unowned self] in leave() }
    patience?.arm(at: Clock.boottime.now() + Self.patienceMicroseconds)
    try connection.start(service.context.loop) { [unowned self] in turn($0) }
  }

  /// Tells a watcher of a change.
  func announce(_ line: [UInt8]) {
    connection.append(line)
    let isThere = connection.flush()
    if !isThere || connection.unsentCount > service.context.settings.unreadReplyBytesMax { leave() }
  }

  private func turn(_ readiness: IOReadiness) {
    if readiness.contains(.writable) {
      readAt = service.context.now
      connection.flush()
      service.answerWaiting()
    }
    if !readiness.isDisjoint(with: [.readable, .hangUp, .error]) { read() }
    leaveIfDone(hungUp: readiness.contains(.hangUp))
  }

  func leaveIfDone(hungUp: Bool) {
    if hungUp || (hasAnswer && watching == nil && connection.unsentCount == 0) { leave() }
  }

  private func read() {
    switch service.read(from: connection) {
    case .wouldBlock: break
    case .endOfStream:
      // Half closed: the answer, or the changes to come, are still wanted. Without a whole line
      // there is no question.
      if !hasAsked { ask(request) }
      connection.stopReading()
    case .bytes(let bytes):
      // One question a connection; what follows it is not read.
      if hasAsked { return }
      request += bytes
      if let end = request.firstIndex(of: 0x0A) {
        ask(Array(request[..<end]))
      } else if request.count > Limits.controlRequestBytesMax {
        refuse("control request: it is longer than \(Limits.controlRequestBytesMax) bytes")
      }
    }
  }

  private func ask(_ line: [UInt8]) {
    hasAsked = true
    do throws(ControlRequest.Problem) {
      question = try ControlRequest.parse(line.span)
      patience = nil
      service.enqueue(self)
    } catch {
      reply(ControlReply.refusal(error))
    }
  }

  private func refuse(_ text: String) {
    reply(ControlReply.refusal(ControlRequest.Problem(text, exit: ControlRequest.protocolExit)))
  }

  /// Gives the answer to its question, or why there is none.
  func reply(_ bytes: [UInt8]) {
    hasAsked = true
    hasAnswer = true
    if question?.verb == .watch { watching = question }
    question = nil
    patience = nil
    request = []
    readAt = service.context.now
    connection.append(bytes)
    connection.flush()
  }

  func leave() {
    connection.close()
    patience = nil
    service.remove(self)
  }
}
