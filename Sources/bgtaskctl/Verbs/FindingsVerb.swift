import AuditCore

/// `bgtaskctl findings`.
enum FindingsVerb {
  static let verb = QueryVerb.make(
    .findings, summary: "Show what the daemon has found", options: [QueryVerb.all])
}
