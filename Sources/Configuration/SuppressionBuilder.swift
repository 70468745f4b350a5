import AuditCore

/// Puts the `[Suppress NAME]` sections together. Sections of one name, in whatever file, are one.
struct SuppressionBuilder {
  private var sections: NamedSections<SuppressionKey>
  var problems: ProblemList { sections.problems }

  /// `problems`: those of reading the files.
  init(problems: ProblemList = ProblemList()) {
    sections = NamedSections(
      prefix: "Suppress", kind: "suppressions", countMax: Limits.suppressionsMax,
      problems: problems
    ) { Suppression(name: $0, file: $1.file, line: $1.line) }
  }

  mutating func take(_ file: INIFile) { sections.take(file) }

  /// The suppressions that are complete; the problems of the others are added to `problems`.
  mutating func finish() -> [Suppression] {
    for (section, draft) in sections.drafts {
      if draft.match.isEmpty {
        let keys = SuppressionKey.all.filter(\.isMatch).map { $0.name + "=" }
        sections.report(
          section, "holds for everything; needs one of \(keys.joined(separator: ", "))")
      }
      if draft.reason.isEmpty { sections.report(section, "needs Reason=") }
    }
    return sections.drafts.map(\.draft)
  }
}
