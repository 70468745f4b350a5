import AuditCore
import Configuration
import LinuxIO
import Systemd

/// The daemon's messages about itself, as journal entries.
enum DaemonEntry {
  static func started(ingest: [String], control: [String], files: [String]) -> JournalEntry {
    var fields = FieldList()
    fields.add("MESSAGE_ID", MessageID.started)
    fields.add("BGTASK_VERSION", ProductVersion.text)
    fields.add("BGTASK_INGEST", ingest.joined(separator: " "))
    fields.add("BGTASK_CONTROL", control.joined(separator: " "))
    let configuration = files.first ?? "none, all default"
    return entry(
      .info,
      "bgtaskd \(ProductVersion.text) started: logs at \(ingest.joined(separator: ", ")), questions at "
        + "\(control.joined(separator: ", ")), configuration \(configuration)", fields)
  }

  static func stopped(statusLine: String) -> JournalEntry {
    var fields = FieldList()
    fields.add("MESSAGE_ID", MessageID.stopped)
    return entry(.info, "bgtaskd stopped with \(statusLine)", fields)
  }

  static func reloaded(files: [String]) -> JournalEntry {
    configuration(.info, "configuration read anew: \(files.first ?? "none, all default")")
  }

  /// One of the reasons why a configuration is not taken: a new one, where the one in force stays, or
  /// the first one, where the daemon does not start.
  static func refused(_ problem: ConfigurationProblem, atStart: Bool = false) -> JournalEntry {
    var fields = FieldList()
    fields.add("MESSAGE_ID", MessageID.configuration)
    fields.add("BGTASK_CONFIG_FILE", problem.file)
    fields.add("BGTASK_CONFIG_LINE", problem.line.map { String($0) })
    let consequence =
      atStart ? "not started" : "configuration not taken, the one before stays"
    return entry(.error, "\(consequence): \(problem.text)", fields)
  }

  /// The system does not give what the daemon needs.
  static func notStarted(_ text: String) -> JournalEntry {
    entry(.error, "not started: \(text)", FieldList())
  }

  /// `text` says what of the configuration needs a look though it is in force.
  static func configurationNotice(_ text: String) -> JournalEntry {
    configuration(.notice, text)
  }

  /// `heldBack` more errors came before this one and were not told.
  static func clientError(
    _ text: String, client: String, peer: PeerCredentials?, heldBack: Int = 0
  ) -> JournalEntry {
    var fields = FieldList()
    fields.add("MESSAGE_ID", MessageID.clientError)
    fields.add("BGTASK_CLIENT", client)
    fields.add(peer)
    if heldBack > 0 { fields.add("BGTASK_HELD_BACK", String(heldBack)) }
    let who = peer.map { "\(client) (pid \($0.pid), uid \($0.uid))" } ?? client
    let rest = heldBack > 0 ? " (and \(heldBack) more before it)" : ""
    return entry(.warning, "\(who): \(text)\(rest)", fields)
  }

  private enum Level: Int {
    case error = 3
    case warning, notice, info
  }

  private static func configuration(_ level: Level, _ text: String) -> JournalEntry {
    var fields = FieldList()
    fields.add("MESSAGE_ID", MessageID.configuration)
    return entry(level, text, fields)
  }

  private static func entry(_ level: Level, _ text: String, _ fields: FieldList) -> JournalEntry {
    JournalEntry(
      priority: level.rawValue, message: Escaping.visible(text), fields: fields.fields)
  }
}
