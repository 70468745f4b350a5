/// What the daemon knows of itself, filled in by the shell for `bgtaskctl status`.
package struct DaemonStatus: Sendable {
  package var version: String
  package var started: Stamp
  package var uptime: Microseconds
  /// Connections to the ingest socket that are open now.
  package var clients: Int
  /// Lines, events and drops over all clients, those of earlier runs that are remembered included.
  package var lines: Int
  package var events: Int
  package var skipped: Int
  package var unreadable: Int
  /// Findings go to journald; if not, to stderr.
  package var journal: Bool
  /// Where and since when state is kept, or why it is not.
  package var state: String
  /// The configuration file in force; nil where the defaults are.
  package var configurationPath: String?
  /// The sentence that systemd shows: "3 sessions, 5 outstanding, 1 leaking".
  package var statusLine: String
  /// Where the live page is served: paths of sockets and addresses. Empty where it is not.
  package var web: [String]

  package init(
    version: String, started: Stamp, uptime: Microseconds, clients: Int, lines: Int, events: Int,
    skipped: Int, unreadable: Int, journal: Bool, state: String, configurationPath: String?,
    statusLine: String, web: [String] = []
  ) {
    self.version = version
    self.started = started
    self.uptime = uptime
    self.clients = clients
    self.lines = lines
    self.events = events
    self.skipped = skipped
    self.unreadable = unreadable
    self.journal = journal
    self.state = state
    self.configurationPath = configurationPath
    self.statusLine = statusLine
    self.web = web
  }
}
