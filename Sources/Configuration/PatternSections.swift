import AuditCore

/// Puts the `[Pattern NAME]` sections together and compiles them.
///
/// Sections of one name in several files are one pattern: a drop-in may correct a part of it, or
/// switch it off with an empty `Regex=`.
struct PatternSections {
  static let prefix = "Pattern"
  static let keys = ["Kind", "Regex"]

  private static let kinds: [(name: String, kind: LinePattern.Kind)] = [
    ("begin", .begin), ("end", .end), ("expire", .expire),
  ]

  private struct Draft {
    var opened: INIFile.Section
    var kind: LinePattern.Kind?
    /// nil before the first assignment.
    var regex: Assignment?
  }

  private var drafts: [Draft] = []
  private var places = SectionPlaces()
  private(set) var problems = ProblemList()

  /// The NAME of `Pattern NAME`, nil for another section's name; empty where the name is missing.
  static func patternName(of section: String) -> String? {
    if section == prefix { return "" }
    return section.hasPrefix(prefix + " ") ? String(section.dropFirst(prefix.count)).trimmed : nil
  }

  mutating func open(_ section: INIFile.Section) {
    if let problem = places.enter(section) { return problems.append(problem) }
    if drafts.contains(where: { $0.opened.name == section.name }) { return }
    if drafts.count >= Limits.patternsMax {
      problems.append(
        ConfigurationProblem(
          file: section.file, line: section.line, what: "[\(section.name.escapedStart)]",
          why: "more than \(Limits.patternsMax) patterns"))
      return
    }
    drafts.append(Draft(opened: section))
  }

  mutating func take(_ assignment: Assignment) throws(BadValue) {
    guard let index = drafts.firstIndex(where: { $0.opened.name == assignment.section }) else {
      return
    }
    if assignment.key == "Regex" {
      drafts[index].regex = assignment
    } else if assignment.value.isEmpty {
      drafts[index].kind = nil
    } else {
      guard let kind = Self.kinds.first(where: { $0.name == assignment.value }) else {
        let names = Self.kinds.map(\.name)
        let hint = NearMiss.hint(for: assignment.value, among: names)
        let list = names.joined(separator: ", ")
        throw BadValue("\(assignment.value.quotedStart) is none of \(list)\(hint)")
      }
      drafts[index].kind = kind.kind
    }
  }

  /// The patterns that are complete; the problems of the others are added to `problems`.
  mutating func compile() -> [LinePattern] {
    var patterns: [LinePattern] = []
    for draft in drafts {
      // An empty Regex= switches the pattern off.
      if draft.regex?.value.isEmpty == true { continue }
      guard let regex = draft.regex, let kind = draft.kind else {
        let missing = draft.regex == nil ? "Regex" : "Kind"
        problems.append(
          ConfigurationProblem(
            file: draft.opened.file, line: draft.opened.line,
            what: "[\(draft.opened.name.escapedStart)]", why: "needs \(missing)="))
        continue
      }
      do {
        patterns.append(try Self.pattern(kind, regex.value, of: draft.opened.name))
      } catch {
        let place = error.column.map { "at character \($0): " } ?? ""
        problems.append(
          ConfigurationProblem(
            file: regex.file, line: regex.line, what: "Regex", why: place + error.why.escapedStart))
      }
    }
    return patterns
  }

  private static func pattern(
    _ kind: LinePattern.Kind, _ regex: String, of section: String
  ) throws(Expression.Failure) -> LinePattern {
    let expression = try Expression(regex)
    if kind != .expire, !expression.has(.id) {
      let name = kind == .begin ? "begin" : "end"
      throw Expression.Failure(why: "no group (?<id>…), which Kind=\(name) needs")
    }
    return LinePattern(
      name: patternName(of: section) ?? "", expression: regex, kind: kind,
      literal: RequiredLiteral.of(regex)
    ) { expression.match($0) }
  }
}
