import AuditCore
import LinuxIO

/// The audit with the decoders of all clients. Inputs are all that ever happens to it, so a machine
/// that is given the same ones again is the same. Has no clock, and neither reads nor writes anything.
final class Machine {
  let auditor: Auditor
  /// Clients that are connected, or whose last replies are not sent yet.
  private(set) var clients: [Int: MachineClient] = [:]
  /// Clients whose streams may go on over another connection, in the order in which they left.
  private var suspended: [MachineClient] = []
  /// Streams that have names, of clients and suspended ones.
  private var streams: [StreamKey: MachineClient] = [:]
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
    if client.isSuspended {
      suspended.append(client)
    } else {
      clients[client.number] = client
    }
    if let stream = client.stream { streams[stream] = client }
    if let peer = client.peer { register.add(client.name, peer) }
    note(client)
  }

  private func read(_ bytes: Span<UInt8>, from client: MachineClient) {
    var start = 0
    while start < bytes.count {
      decode(client) {
        start += $0.consume(
          bytes.extracting(start..<bytes.count), into: auditor, untilNamed: true)
      }
      if let name = client.decoder.takeStreamName() { takeOver(name, client) }
    }
  }

  /// The client goes on with a stream that may be known from an earlier connection.
  private func takeOver(_ name: String, _ client: MachineClient) {
    let key = StreamKey(uid: client.peer?.uid, name: name)
    if let old = streams.updateValue(client, forKey: key), old !== client {
      // Its sender would not be here if the old connection still were.
      end(old, isCut: true)
      swap(&client.decoder, &old.decoder)
      auditor.close(old.source, over: false, keeping: true)
      auditor.reopen(client.source, SourceInfo(name: old.name, uid: client.peer?.uid))
      client.decoder.resume()
      client.linesBefore = client.decoder.linesSeen &- old.decoder.linesSeen
      if old.isSuspended {
        suspended.removeAll { $0 === old }
        forget(old)
      } else {
        note(old)
      }
    }
    note(client)
  }

  private func end(_ client: MachineClient, isCut: Bool) {
    if client.isOver { return }
    if !isCut {
      decode(client) { $0.finishConnection(into: auditor) }
      forgetStream(of: client)
    } else if client.stream == nil {
      client.decoder.dropHalfLine()
    } else {
      client.decoder.suspend()
    }
    client.isOver = true
    note(client)
    auditor.close(client.source, over: client.decoder.saidBye, keeping: true)
  }

  private func leave(_ client: MachineClient) {
    end(client, isCut: true)
    clients[client.number] = nil
    register.leave(client.name)
    if let stream = client.stream, streams[stream] === client {
      client.isSuspended = true
      suspended.append(client)
      note(client)
      if suspended.count > Limits.suspendedStreamsMax { giveUp(suspended.removeFirst()) }
    } else {
      forget(client)
    }
  }

  /// The stream will not go on: what its last lines left open is over.
  private func giveUp(_ client: MachineClient) {
    decode(client) { $0.finish(into: auditor) }
    forgetStream(of: client)
    forget(client)
  }

  private func forget(_ client: MachineClient) {
    auditor.release(client.source)
    left.append(client)
  }

  private func forgetStream(of client: MachineClient) {
    if let stream = client.stream, streams[stream] === client { streams[stream] = nil }
  }

  private func decode(_ client: MachineClient, _ body: (inout StreamDecoder) -> Void) {
    let before = client.decoder.counts
    body(&client.decoder)
    let now = client.decoder.counts
    let skipped = now.skipped - before.skipped
    let unreadable = now.unreadable - before.unreadable
    client.taken += now.events - before.events + skipped + unreadable
    auditor.addSkippedLines(skipped)
    client.collectRejects(unreadable)
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
      let all = capture.isWhole ? clients.values + suspended : changed.filter(isKept)
      for client in all.sorted(by: { $0.number < $1.number }) {
        capture.put(&client.decoder)
        var facts = ClientFacts(client)
        capture.put(.client, of: client.source) { facts.pass(through: &$0) }
        if !client.isSuspended { acknowledgements[client.number] = client.acknowledgeable }
      }
      if !capture.isWhole { for client in left { capture.remove(client.decoder) } }
    }
    if hasSwept {
      for client in clients.values + suspended { client.decoder.forgetCaches() }
    }
    for client in changed { client.isChanged = false }
    changed = []
    left = []
    return (batch, acknowledgements)
  }

  private func isKept(_ client: MachineClient) -> Bool {
    client.isSuspended
      ? client.stream.map { streams[$0] === client } ?? false
      : clients[client.number] === client
  }

  /// Puts the clients back that `restorer`, which has finished, has rows of.
  func restoreClients(_ restorer: inout StateRestorer) throws(StateDamage) {
    for row in restorer.clientRows where row.row == .client {
      var facts = ClientFacts()
      try restorer.read(row) { facts.pass(through: &$0) }
      var decoder = restorer.takeDecoder(of: row.source) ?? StreamDecoder(source: row.source)
      decoder.patterns = patterns
      let client = MachineClient(number: facts.number, peer: facts.peer, decoder: decoder)
      client.isOver = facts.isOver
      client.isSuspended = facts.isSuspended && client.stream != nil
      client.linesBefore = facts.linesBefore
      admit(client)
    }
    suspended.sort { $0.number < $1.number }
  }
}

/// A client's row: what is known of it beside its decoder.
private struct ClientFacts {
  var number = 0
  var peer: PeerCredentials?
  var isOver = false
  var isSuspended = false
  var linesBefore: UInt32 = 0

  init() {}

  init(_ client: MachineClient) {
    number = client.number
    peer = client.peer
    isOver = client.isOver
    isSuspended = client.isSuspended
    linesBefore = client.linesBefore
  }

  mutating func pass(through archive: inout Archive) {
    archive.pass(&number)
    let blank = PeerCredentials(pid: 0, uid: 0, gid: 0)
    archive.passOptional(&peer, blank: blank) { archive, peer in
      archive.pass(&peer.pid)
      archive.pass(&peer.uid)
      archive.pass(&peer.gid)
    }
    archive.pass(&isOver)
    archive.pass(&isSuspended)
    archive.pass(&linesBefore)
    archive.require(number > 0)
  }
}

extension StreamDecoder {
  /// What it has counted so far.
  fileprivate var counts: (events: Int, skipped: Int, unreadable: Int) {
    (eventsDelivered, linesSkipped, linesUnreadable)
  }
}
