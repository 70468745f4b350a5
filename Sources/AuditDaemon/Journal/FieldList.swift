import AuditCore
import LinuxIO
import Systemd

/// Collects journal fields: absent values are left out, control characters in the others escaped.
struct FieldList {
  private(set) var fields: [JournalField] = []

  mutating func add(_ name: String, _ value: String?) {
    if let value { fields.append(JournalField(name, Escaping.visible(value))) }
  }

  /// A field of several lines, each escaped by itself; left out without any.
  mutating func add(lines name: String, _ lines: [String]) {
    if lines.isEmpty { return }
    let value = lines.map(Escaping.visible).joined(separator: "\n")
    fields.append(JournalField(name, value))
  }

  /// Who is at the other end of a client's connection.
  mutating func add(_ client: PeerCredentials?) {
    add("BGTASK_CLIENT_PID", client.map { String($0.pid) })
    add("BGTASK_CLIENT_UID", client.map { String($0.uid) })
  }
}
