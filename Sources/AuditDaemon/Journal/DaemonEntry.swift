import AuditCore
import Configuration
import LinuxIO
import Systemd

/// The daemon's messages about itself, as journal entries.
enum DaemonEntry {
  /// `state` says where state is kept, or that it is not; `web` is empty where there is no live page.
  static func started(
    ingest: [String], control: [String], web: [String] = [], state: String, files: [String]
  ) -> JournalEntry {
    var fields = FieldList()
    fields.add("MESSAGE_ID", MessageID.started)
    fields.add("BGTASK_VERSION", ProductVersion.text)
    fields.add("BGTASK_INGEST", ingest.joined(separator: " "))
    fields.add("BGTASK_CONTROL", control.joined(separator: " "))
    if !web.isEmpty { fields.add("BGTASK_WEB", web.joined(separator: " ")) }
    let configuration = files.first ?? "none, all default"
    let page = web.isEmpty ? "" : ", live page at \(web.joined(separator: ", "))"
    return entry(
      .info,
      "bgtaskd \(ProductVersion.text) started: logs at \(ingest.joined(separator: ", ")), questions at "
        + "\(control.joined(separator: ", "))\(page), state \(state), configuration \(configuration)",
      fields)
  }

  /// `problem`: why state is not on disk; nil where it is, or is not meant to be.
  static func stopped(statusLine: String, problem: String?) -> JournalEntry {
    var fields = FieldList()
    fields.add("MESSAGE_ID", MessageID.stopped)
    let rest = problem.map { "; not all of it is on disk: \($0)" } ?? ""
    return entry(
      problem == nil ? .info : .warning, "bgtaskd stopped with \(statusLine)\(rest)", fields)
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

  /// State does not reach the disk, or does again.
  static func state(_ message: StateCondition.Message) -> JournalEntry {
    var fields = FieldList()
    fields.add("MESSAGE_ID", MessageID.storage)
    switch message {
    case .notKept(let since, let why, let details):
      return entry(
        .error,
        "state not kept since \(StateCondition.clock(since)), \(why): \(details) Nothing is"
          + " acknowledged until it is", fields)
    case .keptAgain(let duration):
      return entry(
        .notice, "state is kept again, after \(DurationText.brief(duration)); all of it", fields)
    }
  }

  /// There is a spool at last.
  static func noted() -> JournalEntry {
    var fields = FieldList()
    fields.add("MESSAGE_ID", MessageID.storage)
    return entry(
      .notice, "what comes in is noted from now on: a crash costs nothing of it any more", fields)
  }

  /// Something of before the start is missing.
  static func notKept(_ text: String) -> JournalEntry {
    var fields = FieldList()
    fields.add("MESSAGE_ID", MessageID.notKept)
    return entry(.warning, text, fields)
  }

  /// `count` clients that had more to say are gone.
  static func lostConnections(_ count: Int) -> JournalEntry {
    notKept("\(Words.count(count, "connection")) did not outlive the restart")
  }

  /// `sessions` gave way, of which `open` had not ended.
  static func relieved(_ why: String, sessions: Int, open: Int) -> JournalEntry {
    var fields = FieldList()
    fields.add("MESSAGE_ID", MessageID.room)
    return entry(
      .warning,
      "\(why), which is more than the limit: \(Words.count(sessions, "session")) gave way, "
        + "\(open) of them open", fields)
  }

  /// Names of the client are left out. `heldBack` more such clients were not told of.
  static func names(client: String, peer: PeerCredentials?, heldBack: Int) -> JournalEntry {
    var fields = FieldList()
    fields.add("MESSAGE_ID", MessageID.names)
    fields.add("BGTASK_CLIENT", client)
    fields.add(peer)
    if heldBack > 0 { fields.add("BGTASK_HELD_BACK", String(heldBack)) }
    let who = peer.map { "\(client) (pid \($0.pid), uid \($0.uid))" } ?? client
    let rest = heldBack > 0 ? "; so are those of \(Words.count(heldBack, "more client"))" : ""
    return entry(
      .warning,
      "\(who): it has brought in as many names and stacks as there is still room for; more are "
        + "left out\(rest)", fields)
  }

  /// A table is full of names that are in use.
  static func namesFull() -> JournalEntry {
    var fields = FieldList()
    fields.add("MESSAGE_ID", MessageID.names)
    return entry(
      .warning,
      "there is no room for more names or stacks: those that are new are left out for all clients",
      fields)
  }

  /// `most`: the client that most of them come from, and how many.
  static func heldBack(
    _ alerts: AlertsHeldBack, most: (client: String, count: Int, peer: PeerCredentials?)?
  ) -> JournalEntry {
    var fields = FieldList()
    fields.add("MESSAGE_ID", alerts.isLettingGo ? MessageID.room : MessageID.heldBack)
    fields.add("BGTASK_HELD_BACK", String(alerts.count))
    // Always there, because the message catalog names it.
    fields.add("BGTASK_CLIENT", most?.client ?? "unknown")
    fields.add(most?.peer)
    var whose = ""
    if let most {
      let peer = most.peer.map { " (pid \($0.pid), uid \($0.uid))" } ?? ""
      let count = most.count == alerts.count ? "all" : "\(most.count) of them"
      whose = ", \(count) of \(most.client)\(peer)"
    }
    if alerts.isLettingGo {
      return entry(
        .warning,
        "\(Words.count(alerts.count, "more session")) gave way to newer ones, with "
          + "\(Words.count(alerts.tasks, "open task")) that are watched no more\(whose)", fields)
    }
    return entry(
      .warning,
      "\(Words.count(alerts.count, "more alert")) held back, for the journal would drop those of others"
        + "; bgtaskctl findings shows them\(whose)", fields)
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
