import LinuxIO

/// Who each client is, by the name that evidence gives it; the latest gone ones included, because
/// their findings go on.
struct ClientRegister {
  private static let goneMax = 4096
  private var peers: [String: PeerCredentials] = [:]
  private var gone: [String] = []

  var count: Int { peers.count }

  subscript(name: String) -> PeerCredentials? { peers[name] }

  mutating func add(_ name: String, _ peer: PeerCredentials) { peers[name] = peer }

  mutating func leave(_ name: String) {
    if peers[name] == nil { return }
    gone.append(name)
    if gone.count <= Self.goneMax { return }
    for old in gone.prefix(Self.goneMax / 2) { peers[old] = nil }
    gone.removeFirst(Self.goneMax / 2)
  }
}
