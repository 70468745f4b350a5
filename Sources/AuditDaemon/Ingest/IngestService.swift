import AuditCore
import Configuration
import LinuxIO
import Systemd

/// The connections of the ingest socket's clients.
final class IngestService {
  let context: DaemonContext
  /// Keeps connections beyond this run, if anybody does.
  private var kept: KeptConnections?
  private var clients: [Int: IngestClient] = [:]
  private var waiting: [IngestClient] = []
  private var refusals = RateLimit()
  private var leftBuckets = LeftBuckets()
  private var shortages = RateLimit()
  /// Where there is no room for another, who has said nothing for so long may have to give way.
  var silenceMax: Microseconds = .seconds(10)

  var clientCount: Int { clients.count }

  init(_ context: DaemonContext) { self.context = context }

  func accept(_ descriptor: consuming Descriptor) {
    let peer: PeerCredentials
    do throws(SystemError) {
      peer = try PeerCredentials(of: descriptor, faults: context.faults)
    } catch {
      // Sessions belong to users: who is nobody's must not reach into any, nor begin them anew.
      return refuse(descriptor, peer: nil, "\(error)")
    }
    if clients.count >= context.settings.ingestClientsMax, !makeRoom() {
      return refuse(
        descriptor, peer: peer, "\(clients.count) clients are connected, which is the limit")
    }
    let number = context.machine.nextClient
    context.keeper.take(.opened(peer: peer), of: number)
    guard let state = context.machine.clients[number] else { return }
    let client = IngestClient(descriptor, state, service: self)
    if !serve(client) { return }
    if let left = leftBuckets.take(of: peer) { client.goOn(with: left) }
    let isKept = client.withDescriptor { descriptor in
      try? kept?.keep(descriptor, as: UInt64(number))
    }
    if isKept == false { log("its connection will not outlive this run", of: state) }
  }

  /// Ends the oldest connection that has said nothing for `silenceMax`, of whom has most of those: to hold
  /// many must not keep others out. False where there is none.
  private func makeRoom() -> Bool {
    let now = context.now
    let silent = inOrder.filter { $0.isSilent(since: now + -silenceMax) }
    var counts: [UInt32?: Int] = [:]
    for client in silent { counts[client.state.peer?.uid, default: 0] += 1 }
    let most = counts.values.max()
    guard let oldest = silent.first(where: { counts[$0.state.peer?.uid] == most }) else {
      return false
    }
    oldest.giveWay()
    return true
  }

  func tellOfNames(_ client: MachineClient) {
    guard let heldBack = shortages.admit(at: context.now.microseconds, perSecondMax: 1) else {
      return
    }
    context.journal.write(
      DaemonEntry.names(client: client.name, peer: client.peer, heldBack: heldBack))
  }

  private func serve(_ client: IngestClient) -> Bool {
    do throws(SystemError) {
      try client.start()
      clients[client.state.number] = client
      return true
    } catch {
      log("cannot be served: \(error)", of: client.state)
      context.keeper.take(.left, of: client.state.number)
      client.letGo(keeping: false)
      return false
    }
  }

  private func refuse(
    _ descriptor: consuming Descriptor, peer: PeerCredentials?, _ why: String
  ) {
    let text = "refused: \(why)"
    _ = try? descriptor.write(ReplyLine.error(text, line: nil), object: "client")
    if let heldBack = refusals.admit(at: Clock.boottime.now(), perSecondMax: 1) {
      context.journal.write(
        DaemonEntry.clientError(text, client: "a client", peer: peer, heldBack: heldBack))
    }
  }

  private func log(_ text: String, of client: MachineClient) {
    context.journal.write(
      DaemonEntry.clientError(text, client: client.name, peer: client.peer))
  }

  func remove(_ client: IngestClient) {
    if let peer = client.state.peer { leftBuckets.keep(client.bucket, of: peer) }
    kept?.leave(UInt64(client.state.number))
    clients[client.state.number] = nil
    context.clientLeft()
  }

  /// To be told when there is room for input again.
  func waitForRoom(_ client: IngestClient) { waiting.append(client) }

  func resume() {
    let waiting = waiting
    self.waiting = []
    for client in waiting { client.resume() }
  }

  /// Tells clients what of theirs is safe.
  func acknowledge(_ sequences: [Int: UInt64]) {
    for number in sequences.keys.sorted() {
      if let sequence = sequences[number] { clients[number]?.acknowledge(sequence) }
    }
  }

  /// Takes what all clients have written by now, in the order in which they came, for so long at most.
  func drain(until end: Instant) {
    for client in inOrder where context.now < end { client.drain() }
  }

  /// Lets all connections go; those that are kept go on with the next run.
  func closeAll() {
    for client in inOrder { client.letGo(keeping: kept != nil) }
    clients = [:]
  }

  private var inOrder: [IngestClient] {
    clients.values.sorted { $0.state.number < $1.state.number }
  }
}

extension IngestService {
  /// Takes back the connections of an earlier run that the machine knows. With `cutting`, they are ended:
  /// what was said on them last is not known. Clients whose connections are gone have left. Returns how
  /// many those were that had more to say.
  func takeBack(_ kept: KeptConnections?, cutting: Bool) -> Int {
    self.kept = kept
    do throws(SystemError) {
      try kept?.takeBack { number, descriptor in
        guard !cutting, let number = Int(exactly: number),
          let state = context.machine.clients[number], clients[number] == nil
        else {
          UnixSocket.shutdown(descriptor)
          return false
        }
        return serve(IngestClient(descriptor, state, service: self))
      }
    } catch {
      context.journal.write(DaemonEntry.notKept("connections of clients are lost: \(error)"))
    }
    for client in inOrder { client.goOn() }
    var lost = 0
    for number in context.machine.clients.keys.sorted() where clients[number] == nil {
      if context.machine.clients[number]?.isOver == false { lost += 1 }
      context.keeper.take(.left, of: number)
    }
    return lost
  }
}
