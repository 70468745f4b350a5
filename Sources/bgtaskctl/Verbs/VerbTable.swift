/// Every verb. A new one is a file of its own and a line here; help and parsing follow.
enum VerbTable {
  static let all = [
    AuditVerb.verb, ReportVerb.verb, CompareVerb.verb, BudgetsVerb.verb, PostVerb.verb,
    StatusVerb.verb,
    SessionsVerb.verb, OutstandingVerb.verb, FindingsVerb.verb, GroupsVerb.verb, ShowVerb.verb,
    WatchVerb.verb,
    FormatsVerb.verb, CheckConfigVerb.verb, DatabaseVerb.verb, DoctorVerb.verb,
    CompletionVerb.verb,
  ]
}
