import AuditCore

/// `bgtaskctl outstanding`.
enum OutstandingVerb {
  static let verb = QueryVerb.make(
    .outstanding, summary: "List the tasks that are begun and not ended")
}
