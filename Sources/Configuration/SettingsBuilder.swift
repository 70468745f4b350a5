import AuditCore

/// Gives the assignments of the files their meaning, file by file, and gathers what is wrong.
///
/// Later assignments replace earlier ones, or add to a list; an empty one takes back what was assigned
/// before it.
struct SettingsBuilder {
  private static let sections = SettingKey.all.reduce(into: [String]()) { names, key in
    if !names.contains(key.section) { names.append(key.section) }
  }

  private static let silencePrefix = "Silence"

  private var settings = Settings()
  private var patterns = PatternSections()
  private var silences = SuppressionBuilder(prefix: silencePrefix, kind: "silences")
  private var problems: ProblemList

  /// `problems`: those of reading the files.
  init(problems: ProblemList = ProblemList()) { self.problems = problems }

  mutating func take(_ file: INIFile) {
    problems.append(file.problems)
    for section in file.sections { open(section) }
    for assignment in file.assignments { take(assignment) }
  }

  /// The settings of all files taken, or every problem in the order of `files` and of lines.
  mutating func finish(files: [String]) throws(ConfigurationError) -> Settings {
    settings.patterns = patterns.compile()
    settings.audit.silences = silences.finish()
    settings.files = files
    problems.append(patterns.problems)
    problems.append(silences.problems)
    if problems.listed.isEmpty { return settings }
    throw ConfigurationError(problems: problems.ordered(by: files))
  }

  private mutating func open(_ section: INIFile.Section) {
    if let name = PatternSections.patternName(of: section.name) {
      if !name.isEmpty { return patterns.open(section) }
      report(section, "needs a name, such as [Pattern hook]")
    } else if Self.isSilence(section.name) {
      silences.open(section)
    } else if !Self.sections.contains(section.name) {
      report(section, "unknown section" + hint(forSection: section.name))
    }
  }

  private static func isSilence(_ section: String) -> Bool {
    section == silencePrefix || section.hasPrefix(silencePrefix + " ")
  }

  private func hint(forSection name: String) -> String {
    if problems.isFull { return "" }
    if let near = NearMiss.suggestion(for: name, among: Self.sections) {
      return "; did you mean [\(near)]?"
    }
    let prefixes = [PatternSections.prefix, Self.silencePrefix]
    guard let space = name.utf8.firstIndex(of: UInt8(ascii: " ")),
      let prefix = NearMiss.suggestion(for: String(name[..<space]), among: prefixes)
    else { return "" }
    return "; did you mean [\(prefix)\(String(name[space...]).escapedStart)]?"
  }

  private mutating func report(_ section: INIFile.Section, _ why: String) {
    problems.append(
      ConfigurationProblem(
        file: section.file, line: section.line, what: "[\(section.name.escapedStart)]", why: why))
  }

  private mutating func take(_ assignment: Assignment) {
    do {
      if PatternSections.patternName(of: assignment.section) != nil {
        try check(assignment.key, in: assignment.section, known: PatternSections.keys)
        return try patterns.take(assignment)
      }
      if Self.isSilence(assignment.section) { return silences.take(assignment) }
      // The section was reported where it was opened.
      guard Self.sections.contains(assignment.section) else { return }
      let keys = SettingKey.all.filter { $0.section == assignment.section }
      try check(assignment.key, in: assignment.section, known: keys.map(\.name))
      guard let key = keys.first(where: { $0.name == assignment.key }) else { return }
      if assignment.value.isEmpty {
        key.reset(&settings)
      } else {
        try key.take(&settings, assignment.value)
      }
    } catch {
      problems.append(
        ConfigurationProblem(
          file: assignment.file, line: assignment.line, what: assignment.key.escapedStart,
          why: error.why))
    }
  }

  private func check(_ key: String, in section: String, known: [String]) throws(BadValue) {
    if known.contains(key) { return }
    if problems.isFull { throw BadValue("unknown key") }
    var hint = NearMiss.hint(for: key, among: known)
    if hint.isEmpty {
      let homes = SettingKey.all.filter { $0.name == key }.map { "[\($0.section)]" }
      let all = homes.dropLast().joined(separator: ", ") + (homes.count > 1 ? " or " : "")
      if let last = homes.last { hint = "; it belongs in \(all)\(last)" }
    }
    throw BadValue("unknown key in [\(section.escapedStart)]\(hint)")
  }
}
