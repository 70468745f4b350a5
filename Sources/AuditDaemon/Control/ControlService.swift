import AuditCore
import Configuration
import LinuxIO
import Systemd

/// The clients of the control socket.
final class ControlService {
  let context: DaemonContext
  private var clients: [Int: ControlClient] = [:]
  /// Makes the whole answer to a request, but for what a watch adds later.
  var answer: (ControlRequest) -> [UInt8] = { _ in [] }
  private var clientsEver = 0
  /// Those whose question waits for its turn, by number, first come first.
  private var waiting: [Int] = []
  private var pace = AnswerPace()
  /// Answers given and not read yet, of all clients together; past it more questions wait.
  var unreadBytesMax = Limits.unreadAnswersBytesMax
  private var alarm: TimeSource?
  /// How long a reader may keep others waiting without reading on: less than those wait for an answer.
  var readerPatience: Microseconds = .seconds(20)
  private var buffer = [UInt8](repeating: 0, count: Limits.controlRequestBytesMax)

  /// What one read brought.
  enum Input {
    case bytes([UInt8])
    case endOfStream, wouldBlock
  }

  init(_ context: DaemonContext) { self.context = context }

  func accept(_ descriptor: consuming Descriptor) {
    clientsEver += 1
    if clients.count >= context.settings.controlClientsMax {
      let problem = ControlRequest.Problem(
        "bgtaskd: \(clients.count) control clients are connected, which is the limit",
        exit: 69)  // EX_UNAVAILABLE
      _ = try? descriptor.write(ControlReply.refusal(problem), object: "control client")
      return
    }
    let client = ControlClient(descriptor, number: clientsEver, service: self)
    // One that cannot be served sees its connection close.
    if (try? client.start()) != nil { clients[client.number] = client }
  }

  /// The client has asked: it is answered when it is its turn.
  func enqueue(_ client: ControlClient) {
    waiting.append(client.number)
    answerWaiting()
  }

  /// Answers whom it can.
  func answerWaiting() {
    while let number = waiting.first {
      guard let client = clients[number], let question = client.question else {
        waiting.removeFirst()
        continue
      }
      let began = context.now
      if !pace.mayAnswer(at: began) { return look(at: pace.restsUntil) }
      if !hasRoom(at: began) { return look(at: firstImpatience) }
      waiting.removeFirst()
      client.reply(answer(question))
      client.leaveIfDone(hungUp: false)
      pace.noteAnswer(began: began, ended: context.now)
    }
  }

  private func look(at time: Instant?) {
    if alarm == nil {
      alarm = try? TimeSource(context.loop, clock: .boottime) { [unowned self] in answerWaiting() }
    }
    if let time { alarm?.arm(at: time.microseconds) }
  }

  /// Whether answers that nobody has read yet leave room for one more. Readers that have stopped for long
  /// are let go where they do not.
  private func hasRoom(at now: Instant) -> Bool {
    for client in readers where unreadBytes >= unreadBytesMax {
      if now - client.readAt >= readerPatience { client.leave() }
    }
    return unreadBytes < unreadBytesMax
  }

  private var unreadBytes: Int { clients.values.reduce(0) { $0 + $1.unreadBytes } }

  /// Those that have not read all of their answer, the one that stopped first in front.
  private var readers: [ControlClient] {
    clients.values.filter { $0.unreadBytes > 0 }.sorted {
      ($0.readAt, $0.number) < ($1.readAt, $1.number)
    }
  }

  private var firstImpatience: Instant? { readers.first.map { $0.readAt + readerPatience } }

  func read(from connection: Connection) -> Input {
    switch connection.read(into: &buffer) {
    case .bytes(let count): .bytes(Array(buffer[..<count]))
    case .endOfStream: .endOfStream
    case .wouldBlock: .wouldBlock
    }
  }

  /// Tells all watchers, in the order in which they came.
  func announce(_ change: FindingChange) {
    // Most watchers ask in the same words: what they read is written once.
    var written: [ControlRequest: [UInt8]] = [:]
    for number in clients.keys.sorted() {
      guard let client = clients[number], let request = client.watching else { continue }
      let line = written[request] ?? ControlReply.change(change, for: request)
      written[request] = line
      client.announce(line)
    }
  }

  func remove(_ client: ControlClient) {
    clients[client.number] = nil
    context.clientLeft()
    // Its answer may have been what others waited for; not now, when somebody may be looking for whom to answer.
    if !waiting.isEmpty { look(at: context.now) }
  }

  func closeAll() {
    waiting = []
    clients = [:]
  }
}
