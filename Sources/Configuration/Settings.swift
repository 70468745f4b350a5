package import AuditCore

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
  /// Unsent bytes of replies to one client; past them the client is cut off.
  package var unreadReplyBytesMax = Limits.unreadReplyBytesMax
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
