/// One key of sections of one kind: how a value is taken, and what an empty assignment puts back.
protocol SectionKey: Sendable {
  /// A section as far as it is read.
  associatedtype Draft
  /// Every key there is.
  static var all: [Self] { get }
  var name: String { get }
  var take: @Sendable (inout Draft, String) throws(BadValue) -> Void { get }
  var reset: @Sendable (inout Draft) -> Void { get }
}

/// Puts the sections `[PREFIX NAME]` of any number of files together; those of one name in several files
/// are one, in one file they are a mistake.
struct NamedSections<Key: SectionKey> {
  let prefix: String
  /// What the sections are called in problems: `products`.
  let kind: String
  let countMax: Int
  /// What a section is before its first key. `name` is its own, without the prefix.
  let blank: (_ name: String, INIFile.Section) -> Key.Draft
  private(set) var drafts: [(opened: INIFile.Section, draft: Key.Draft)] = []
  /// Begins with those of reading the files.
  private(set) var problems: ProblemList
  private var places = SectionPlaces()

  init(
    prefix: String, kind: String, countMax: Int, problems: ProblemList,
    blank: @escaping (_ name: String, INIFile.Section) -> Key.Draft
  ) {
    self.prefix = prefix
    self.kind = kind
    self.countMax = countMax
    self.problems = problems
    self.blank = blank
  }

  mutating func take(_ file: INIFile) {
    problems.append(file.problems)
    for section in file.sections { open(section) }
    for assignment in file.assignments { take(assignment) }
  }

  /// The section itself is wrong.
  mutating func report(_ section: INIFile.Section, _ why: String) {
    problems.append(
      ConfigurationProblem(
        file: section.file, line: section.line, what: "[\(section.name.escapedStart)]", why: why))
  }

  mutating func open(_ section: INIFile.Section) {
    guard section.name.hasPrefix(prefix + " ") else {
      return report(
        section, "unknown section; \(kind) stand in sections such as [\(prefix) Example]")
    }
    if let problem = places.enter(section) { return problems.append(problem) }
    if drafts.contains(where: { $0.opened.name == section.name }) { return }
    if drafts.count >= countMax { return report(section, "more than \(countMax) \(kind)") }
    let name = String(section.name.dropFirst(prefix.count)).trimmed
    drafts.append((section, blank(name, section)))
  }

  mutating func take(_ assignment: Assignment) {
    // The section was reported where it was opened.
    guard let index = drafts.firstIndex(where: { $0.opened.name == assignment.section }) else {
      return
    }
    do throws(BadValue) {
      guard let key = Key.all.first(where: { $0.name == assignment.key }) else {
        let hint =
          problems.isFull ? "" : NearMiss.hint(for: assignment.key, among: Key.all.map(\.name))
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
}
