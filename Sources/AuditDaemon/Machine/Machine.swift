import AuditCore
import LinuxIO

/// The audit with the decoders of all clients. Inputs are all that ever happens to it, so a machine
/// that is given the same ones again is the same. Has no clock, and neither reads nor writes anything.
final class Machine {
  let auditor: Auditor
  /// Clients that are connected, or whose last replies are not sent yet.
  private(set) var clients: [Int: MachineClient] = [:]
  /// Clients whose streams may go on over another connection, in the order in which they left.
  var suspended: [MachineClient] = []
  /// Streams that have names, of clients and suspended ones.
  var streams: [StreamKey: MachineClient] = [:]
  private(set) var register = ClientRegister()
  /// Changed since the last capture; some may have left.
  var changed: [MachineClient] = []
  var left: [MachineClient] = []
  /// Bytes of memory for the half-read lines of all clients.
  private(set) var halfLineBytes = 0

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
    case .lineGivenUp:
      if let client = clients[input.client] { giveUpLine(of: client) }
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

  func admit(_ client: MachineClient) {
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
      // What carries a connection, or holds its other end, may go without a word: only a `bye` ends a log.
      if client.decoder.saidBye { forgetStream(of: client) }
    } else if client.stream == nil {
      client.decoder.dropHalfLine()
    } else {
      client.decoder.suspend()
    }
    client.isOver = true
    note(client)
    auditor.close(client.source, over: client.decoder.saidBye, keeping: true)
  }

  private func giveUpLine(of client: MachineClient) {
    client.decoder.dropHalfLine()
    note(client)
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
    countHalfLine(of: client, bytes: 0)
    left.append(client)
  }

  private func forgetStream(of client: MachineClient) {
    if let stream = client.stream, streams[stream] === client { streams[stream] = nil }
  }

  private func decode(_ client: MachineClient, _ body: (inout StreamDecoder) -> Void) {
    let before = client.decoder.counts
    auditor.takeNames(of: client.source) { body(&client.decoder) }
    let now = client.decoder.counts
    let skipped = now.skipped - before.skipped
    let unreadable = now.unreadable - before.unreadable
    client.taken += now.events - before.events + skipped + unreadable
    auditor.addSkippedLines(skipped)
    client.collectRejects(unreadable)
    note(client)
  }

  private func countHalfLine(of client: MachineClient, bytes: Int) {
    halfLineBytes += bytes - client.halfLineBytes
    client.halfLineBytes = bytes
  }

  private func note(_ client: MachineClient) {
    countHalfLine(of: client, bytes: client.decoder.halfLineBytes)
    if client.isChanged { return }
    client.isChanged = true
    changed.append(client)
  }
}

extension StreamDecoder {
  /// What it has counted so far.
  fileprivate var counts: (events: Int, skipped: Int, unreadable: Int) {
    (eventsDelivered, linesSkipped, linesUnreadable)
  }
}
