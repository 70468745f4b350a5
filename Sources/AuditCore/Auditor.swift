/// A file or connection that events come from.
package struct SourceInfo: Sendable {
  /// As evidence names it: the file's path as given, or "client N".
  package var name: String
  /// The peer's user id; sources of different users never share a session. nil offline.
  package var uid: UInt32?
  package init(name: String, uid: UInt32? = nil) {
    self.name = name
    self.uid = uid
  }
}

/// The audit: takes events, keeps every launch's outstanding tasks, and says what is wrong.
///
/// Knows no clock: events carry their times, `advance` brings the daemon's. The same calls with the
/// same values give the same findings.
package final class Auditor: EventSink {
  package let texts: TextTable
  package let stacks: StackTable
  package private(set) var configuration: AuditConfiguration
  package private(set) var sessionCount = 0
  package private(set) var outstandingCount = 0
  package private(set) var leakingCount = 0

  package init(
    configuration: AuditConfiguration = AuditConfiguration(),
    demangle: @escaping SymbolReader.Demangle = { _ in nil }
  ) {
    self.configuration = configuration
    texts = TextTable()
    stacks = StackTable(
      texts: texts,
      symbols: SymbolReader(
        demangle: demangle, systemImages: configuration.systemImages,
        hookSymbols: configuration.hookSymbols))
  }

  /// Takes a new configuration for all that comes; state stays.
  package func reconfigure(_ configuration: AuditConfiguration) {
    self.configuration = configuration
  }

  package func open(_ source: SourceInfo) -> SourceID { SourceID(rawValue: 0) }
  /// `over`: the log has ended (end of file, `bye`) and its sessions are judged; else it was cut, and
  /// their deadlines run on.
  package func close(_ source: SourceID, over: Bool) {}

  /// When what is accepted next arrived. Never called offline.
  package func setArrival(_ arrival: Arrival) {}

  package func accept(_ event: Event) {}
  package func lineSeen(source: SourceID, stamp: Stamp?) {}
  package func unreadable(origin: Origin, place: Place, reason: UnreadableReason) {}

  /// Fires every deadline that has passed at `now`, on the monotonic clock of `Arrival`.
  package func advance(to now: Instant) {}
  /// The monotonic time of the next deadline; nil where none is pending.
  package var nextWake: Instant? { nil }

  /// Findings that became suspected, confirmed, graver or cleared since the last call, in order.
  package func takeChanges() -> [FindingChange] { [] }
  package var hasChanges: Bool { false }

  /// All that is to be said now. `includeCleared` adds the findings that turned out harmless.
  package func report(includeCleared: Bool = false) -> Report { Report() }
  package func outstandingTasks() -> [OutstandingTask] { [] }
  /// The finding with the id, or the only one whose id starts so; with its story as evidence.
  package func story(of findingID: String) -> Finding? { nil }
}
