import AuditCore

/// `bgtaskctl show`.
enum ShowVerb {
  static let verb = QueryVerb.make(
    .show, summary: "Tell the story of one finding, with the reasoning", operands: "FINDING",
    details: [
      "FINDING is the id that reports, journal entries (BGTASK_FINDING) and findings show, or its "
        + "first digits."
    ])
}
