import AuditCore
import Configuration
import LinuxIO
import Systemd

/// The clients of the ingest socket, each a source of its own.
final class IngestService {
  let context: DaemonContext
  private(set) var totals = IngestTotals()
  private(set) var register = ClientRegister()
  private var clients: [String: IngestClient] = [:]
  private var clientsEver = 0
  private var refusals = RateLimit()
  /// Shared by all clients: each turn's bytes are decoded before the next turn reads.
  private var buffer = [UInt8](repeating: 0, count: Limits.readBytesPerTurnMax)

  var clientCount: Int { clients.count }

  init(_ context: DaemonContext) { self.context = context }

  func accept(_ descriptor: consuming Descriptor) {
    clientsEver += 1
    let peer = try? PeerCredentials(of: descriptor)
    if clients.count >= context.settings.ingestClientsMax {
      refuse(descriptor, peer: peer)
      return
    }
    let client = IngestClient(descriptor, number: clientsEver, peer: peer, service: self)
    do throws(SystemError) {
      try client.start()
    } catch {
      log("cannot be served: \(error)", of: client, heldBack: 0)
      return
    }
    clients[client.name] = client
    if let peer { register.add(client.name, peer) }
  }

  private func refuse(_ descriptor: consuming Descriptor, peer: PeerCredentials?) {
    let text = "refused: \(clients.count) clients are connected, which is the limit"
    _ = try? descriptor.write(ReplyLine.error(text, line: nil), object: "client \(clientsEver)")
    let now = Clock.boottime.now()
    if let heldBack = refusals.admit(at: now, perSecondMax: 1) {
      context.journal.write(
        DaemonEntry.clientError(
          text, client: "client \(clientsEver)", peer: peer, heldBack: heldBack))
    }
  }

  /// One read from a client, decoded and audited.
  func read(from connection: Connection, into decoder: inout StreamDecoder) -> ReadOutcome {
    let outcome = connection.read(into: &buffer)
    if case .bytes(let count) = outcome {
      context.auditor.setArrival(context.arrival)
      // A second reference, gone before the next read, and no copy.
      let bytes = buffer
      decoder.consume(bytes.span.extracting(0..<count), into: context.auditor)
    }
    return outcome
  }

  /// The client has closed: its last line may lack the line feed.
  func finish(_ decoder: inout StreamDecoder) {
    context.auditor.setArrival(context.arrival)
    decoder.finishConnection(into: context.auditor)
  }

  func count(_ now: IngestTotals, since before: IngestTotals) {
    totals.add(now, since: before)
    context.auditor.addSkippedLines(now.skipped - before.skipped)
  }

  func log(_ text: String, of client: IngestClient, heldBack: Int) {
    context.journal.write(
      DaemonEntry.clientError(text, client: client.name, peer: client.peer, heldBack: heldBack))
  }

  func remove(_ client: IngestClient) {
    clients[client.name] = nil
    register.leave(client.name)
    context.clientLeft()
  }

  func setPatterns(_ patterns: [LinePattern]) {
    for client in clients.values { client.setPatterns(patterns) }
  }

  /// Takes what all clients have written by now, in the order in which they came.
  func drain() {
    for client in clients.values.sorted(by: { $0.number < $1.number }) { client.drain() }
    clients = [:]
  }
}
