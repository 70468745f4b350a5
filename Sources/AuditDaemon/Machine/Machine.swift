import AuditCore
import LinuxIO

/// The audit with the decoders of all clients. Inputs are all that ever happens to it, so a machine
/// that is given the same ones again is the same. Has no clock, and neither reads nor writes anything.
final class Machine {
  let auditor: Auditor
  /// Clients that are connected, or whose last replies are not sent yet.
  private(set) var clients: [Int: MachineClient] = [:]
  private(set) var register = ClientRegister()
  /// Changed since the last capture; some may have left.
  private var changed: [MachineClient] = []
  private var left: [MachineClient] = []

  /// For lines to come, of all clients.
  var patterns: [LinePattern] {
    didSet { for client in clients.values { client.decoder.patterns = patterns } }
  }

  init(_ auditor: Auditor, patterns: [LinePattern]) {
    self.auditor = auditor
    self.patterns = patterns
  }

  /// Of the next client that is opened.
  var nextClient: Int { auditor.sourcesEver + 1 }

  /// Does what the input says; nothing if it is about a client that is not there. `bytes` are what the
  /// client sent, else none.
  func apply(_ input: Input, _ bytes: Span<UInt8>) {
    auditor.setArrival(input.arrival)
    switch input.action {
    case .opened(let peer): open(input.client, peer)
    case .bytes:
      if let client = clients[input.client], !client.isOver { read(bytes, from: client) }
    case .ended(let isCut):
      if let client = clients[input.client] { end(client, isCut: isCut) }
    case .left:
      if let client = clients[input.client] { leave(client) }
    case .advanced: auditor.advance(to: input.arrival.monotonic)
    case .relieved(let sessions): auditor.relieve(sessions: sessions)
    case .retired(let time): auditor.retire(silentSince: time)
    }
  }

  private func open(_ number: Int, _ peer: PeerCredentials?) {
    if number != nextClient { return }
    let name = MachineClient.name(number)
    let source = auditor.open(SourceInfo(name: name, uid: peer?.uid))
    admit(
      MachineClient(
        number: number, peer: peer, decoder: StreamDecoder(source: source, patterns: patterns)))
  }

  private func admit(_ client: MachineClient) {
    clients[client.number] = client
    if let peer = client.peer { register.add(client.name, peer) }
    note(client)
  }

  private func read(_ bytes: Span<UInt8>, from client: MachineClient) {
    decode(client) { $0.consume(bytes, into: auditor) }
  }

  private func end(_ client: MachineClient, isCut: Bool) {
    if client.isOver { return }
    if isCut {
      client.decoder.dropHalfLine()
    } else {
      decode(client) { $0.finishConnection(into: auditor) }
    }
    client.isOver = true
    note(client)
    auditor.close(client.source, over: client.decoder.saidBye)
  }

  private func leave(_ client: MachineClient) {
    end(client, isCut: true)
    clients[client.number] = nil
    left.append(client)
    register.leave(client.name)
  }

  private func decode(_ client: MachineClient, _ body: (inout StreamDecoder) -> Void) {
    let skipped = client.decoder.linesSkipped
    let unreadable = client.decoder.linesUnreadable
    body(&client.decoder)
    auditor.addSkippedLines(client.decoder.linesSkipped - skipped)
    client.collectRejects(client.decoder.linesUnreadable - unreadable)
    note(client)
  }

  private func note(_ client: MachineClient) {
    if client.isChanged { return }
    client.isChanged = true
    changed.append(client)
  }
}

extension Machine {
  /// What changed since the last capture, and of each client that changed the newest event that this
  /// holds, where it wants to know.
  func capture(isWhole: Bool) -> (batch: StateBatch, acknowledgements: [Int: UInt64]) {
    var acknowledgements: [Int: UInt64] = [:]
    var hasSwept = false
    let batch = auditor.capture(isWhole: isWhole) { capture in
      hasSwept = capture.isWhole
      let all =
        capture.isWhole ? Array(clients.values) : changed.filter { clients[$0.number] != nil }
      for client in all.sorted(by: { $0.number < $1.number }) {
        capture.put(&client.decoder)
        capture.put(.client, of: client.source) { client.pass(through: &$0) }
        acknowledgements[client.number] = client.acknowledgeable
      }
      if !capture.isWhole { for client in left { capture.remove(client.decoder) } }
    }
    if hasSwept { for client in clients.values { client.decoder.forgetCaches() } }
    for client in changed { client.isChanged = false }
    changed = []
    left = []
    return (batch, acknowledgements)
  }

  /// Puts the clients back that `restorer`, which has finished, has rows of.
  func restoreClients(_ restorer: inout StateRestorer) throws(StateDamage) {
    for row in restorer.clientRows where row.row == .client {
      var peer: PeerCredentials?
      var isOver = false
      try restorer.read(row) { MachineClient.pass(&peer, &isOver, through: &$0) }
      var decoder = restorer.takeDecoder(of: row.source) ?? StreamDecoder(source: row.source)
      decoder.patterns = patterns
      let client = MachineClient(
        number: Int(row.source.rawValue) + 1, peer: peer, decoder: decoder)
      client.isOver = isOver
      admit(client)
    }
  }
}

extension MachineClient {
  /// Writes the client's own row.
  func pass(through archive: inout Archive) {
    var peer = peer
    Self.pass(&peer, &isOver, through: &archive)
  }

  fileprivate static func pass(
    _ peer: inout PeerCredentials?, _ isOver: inout Bool, through archive: inout Archive
  ) {
    let blank = PeerCredentials(pid: 0, uid: 0, gid: 0)
    archive.passOptional(&peer, blank: blank) { archive, peer in
      archive.pass(&peer.pid)
      archive.pass(&peer.uid)
      archive.pass(&peer.gid)
    }
    archive.pass(&isOver)
  }
}
