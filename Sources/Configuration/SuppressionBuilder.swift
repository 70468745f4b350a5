import AuditCore

/// Puts the `[Suppress NAME]` sections together. Sections of one name in several files are one.
struct SuppressionBuilder {
  private var sections: NamedSections<SuppressionKey>
  var problems: ProblemList { sections.problems }

  /// `problems`: those of reading the files.
  init(
    prefix: String = "Suppress", kind: String = "suppressions",
    problems: ProblemList = ProblemList()
  ) {
    sections = NamedSections(
      prefix: prefix, kind: kind, countMax: Limits.suppressionsMax,
      problems: problems
    ) { Suppression(name: $0, file: $1.file, line: $1.line) }
  }

  mutating func take(_ file: INIFile) { sections.take(file) }

  mutating func open(_ section: INIFile.Section) { sections.open(section) }

  mutating func take(_ assignment: Assignment) { sections.take(assignment) }

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
