import AuditCore

/// `bgtaskctl watch`.
enum WatchVerb {
  static let verb = QueryVerb.make(
    .watch, summary: "Print findings as they come, until interrupted")
}
