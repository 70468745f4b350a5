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
  }

  func closeAll() { clients = [:] }
}
