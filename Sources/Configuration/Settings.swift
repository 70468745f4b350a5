package import AuditCore
package import LinuxIO

/// Everything that a user may set, with the defaults. `config/bgtaskd.conf` says what each means.
package struct Settings: Sendable {
  package static let ingestPathDefault = "/run/bgtaskd/ingest.sock"
  package static let controlPathDefault = "/run/bgtaskd/control.sock"

  /// Where the daemon makes its sockets if systemd passes none.
  package var ingestPath = ingestPathDefault
  package var controlPath = controlPathDefault
  /// Permission bits of a socket that the daemon makes itself, at most 0o777.
  package var ingestMode: UInt32 = 0o660
  package var controlMode: UInt32 = 0o660
  /// The group a socket of the daemon's own is given to; nil leaves the daemon's own group.
  package var ingestGroup: String?
  package var controlGroup: String?
  /// Connections open at once; one more is refused.
  package var ingestClientsMax = 1024
  package var controlClientsMax = 64
  /// Where the live page is served: a Unix socket, an address of this machine; neither if not said.
  package var webPath: String?
  package var webMode: UInt32 = 0o660
  package var webGroup: String?
  package var webAddress: LoopbackAddress?
  /// Names besides `localhost` that browsers may know the page's host by.
  package var webHostNames: [String] = []
  package var webClientsMax = 64
  /// Events a second that are taken from one client in the long run, and at once after a quiet time.
  package var eventsPerSecondMax = 1_000_000
  package var eventsBurst = 2_000_000

  /// Where state is kept; nil leaves it to the service manager's `STATE_DIRECTORY`, and without that
  /// nothing is kept.
  package var stateDirectory: String?
  /// From the first change to its commit, if the disk is fast enough for that.
  package var commitInterval: Microseconds = .milliseconds(50)
  /// Ended sessions are forgotten once they were silent for this long.
  package var keptFor: Microseconds = .seconds(30 * 86400)
  /// Bytes of state on disk past which the oldest sessions give way.
  package var stateBytesMax = 1 << 30
  /// Bytes of memory in use past which the oldest sessions give way.
  package var memoryBytesMax = 1 << 30

  /// Unsent bytes of replies to one client; past them the client is cut off.
  package var unreadReplyBytesMax = Limits.unreadReplyBytesMax
  /// Which changes of findings the journal is given.
  package enum Alerts: String, CaseIterable, Sendable {
    /// The first of a group, then one each time its count doubles.
    case grouped
    case all
  }
  package var alerts = Alerts.grouped
  /// Journal entries about one client's unreadable lines within a second; the rest is counted.
  package var clientErrorsPerSecondMax = 1

  package var audit = AuditConfiguration()
  /// Compiled from the `[Pattern NAME]` sections, in order of their first appearance.
  package var patterns: [LinePattern] = []
  /// The catalogue of SDKs; nil is the one that the programs are installed with.
  package var cataloguePath: String?
  /// The files that were read, the main file first. Empty where all is default.
  package var files: [String] = []

  package init() {}
}
