import AuditCore

/// Puts the `[Suppress NAME]` sections together. Sections of one name, in whatever file, are one.
struct SuppressionBuilder {
  static let prefix = "Suppress"

  private var drafts: [(opened: INIFile.Section, draft: Suppression)] = []
  private(set) var problems: ProblemList

  /// `problems`: those of reading the files.
  init(problems: ProblemList = ProblemList()) { self.problems = problems }

  mutating func take(_ file: INIFile) {
    problems.append(file.problems)
    for section in file.sections { open(section) }
    for assignment in file.assignments { take(assignment) }
  }

  /// The suppressions that are complete; the problems of the others are added to `problems`.
  mutating func finish() -> [Suppression] {
    for (section, draft) in drafts {
      if draft.match.isEmpty {
        let keys = SuppressionKey.all.filter(\.isMatch).map { $0.name + "=" }
        report(section, "holds for everything; needs one of \(keys.joined(separator: ", "))")
      }
      if draft.reason.isEmpty { report(section, "needs Reason=") }
    }
    return drafts.map(\.draft)
  }

  private mutating func open(_ section: INIFile.Section) {
    if drafts.contains(where: { $0.opened.name == section.name }) { return }
    guard section.name.hasPrefix(Self.prefix + " ") else {
      return report(
        section, "unknown section; suppressions stand in sections such as [Suppress Example]")
    }
    if drafts.count >= Limits.suppressionsMax {
      return report(section, "more than \(Limits.suppressionsMax) suppressions")
    }
    let name = String(section.name.dropFirst(Self.prefix.count)).trimmed
    drafts.append(
      (section, Suppression(name: name, file: section.file, line: section.line)))
  }

  private mutating func take(_ assignment: Assignment) {
    // The section was reported where it was opened.
    guard let index = drafts.firstIndex(where: { $0.opened.name == assignment.section }) else {
      return
    }
    do throws(BadValue) {
      guard let key = SuppressionKey.all.first(where: { $0.name == assignment.key }) else {
        let hint =
          problems.isFull
          ? "" : NearMiss.hint(for: assignment.key, among: SuppressionKey.all.map(\.name))
        throw BadValue("unknown key in [\(assignment.section.escapedStart)]\(hint)")
      }
      if assignment.value.isEmpty {
        key.reset(&drafts[index].draft)
      } else {
        try key.take(&drafts[index].draft, assignment.value)
      }
    } catch {
      problems.append(
        ConfigurationProblem(
          file: assignment.file, line: assignment.line, what: assignment.key.escapedStart,
          why: error.why))
    }
  }

  private mutating func report(_ section: INIFile.Section, _ why: String) {
    problems.append(
      ConfigurationProblem(
        file: section.file, line: section.line, what: "[\(section.name.escapedStart)]", why: why))
  }
}
