import AuditCore

/// `bgtaskctl sessions`.
enum SessionsVerb {
  static let verb = QueryVerb.make(.sessions, summary: "List the launches that the daemon knows")
}
