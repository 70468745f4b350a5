import AuditCore
import LinuxIO

extension Machine {
  /// A client that has changed, as a rule: its own, its decoder's and its source's.
  static let rowsOfClient = 3

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
