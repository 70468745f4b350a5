import AuditCore

/// `bgtaskctl status`.
enum StatusVerb {
  static let verb = QueryVerb.make(.status, summary: "Show what the daemon does and has seen")
}
