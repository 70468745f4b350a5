import AuditCore

/// Puts the `[SDK NAME]` sections together. Sections of one name, in whatever file, are one product.
struct CatalogueBuilder {
  static let prefix = "SDK"

  private var drafts: [(opened: INIFile.Section, draft: CatalogueKey.Draft)] = []
  private(set) var problems: ProblemList

  /// `problems`: those of reading the files.
  init(problems: ProblemList = ProblemList()) { self.problems = problems }

  mutating func take(_ file: INIFile) {
    problems.append(file.problems)
    for section in file.sections { open(section) }
    for assignment in file.assignments { take(assignment) }
  }

  /// The products that are complete; the problems of the others are added to `problems`.
  mutating func finish() -> SDKCatalogue {
    var catalogue = SDKCatalogue()
    for (section, draft) in drafts {
      if draft.signs == SDKSigns() {
        report(section, "needs Prefix=, Class=, Module=, Image= or Task=")
      } else {
        catalogue.add(draft.product, draft.signs)
      }
    }
    return catalogue
  }

  /// The NAME of `SDK NAME`; nil for another section.
  private static func productName(of section: String) -> String? {
    guard section.hasPrefix(prefix + " ") else { return nil }
    return String(section.dropFirst(prefix.count)).trimmed
  }

  private mutating func open(_ section: INIFile.Section) {
    if drafts.contains(where: { $0.opened.name == section.name }) { return }
    guard let name = Self.productName(of: section.name) else {
      return report(section, "unknown section; products stand in sections such as [SDK Example]")
    }
    if drafts.count >= Limits.sdksMax {
      return report(section, "more than \(Limits.sdksMax) products")
    }
    drafts.append((section, CatalogueKey.Draft(product: SDKProduct(name: name))))
  }

  private mutating func take(_ assignment: Assignment) {
    // The section was reported where it was opened.
    guard let index = drafts.firstIndex(where: { $0.opened.name == assignment.section }) else {
      return
    }
    do throws(BadValue) {
      guard let key = CatalogueKey.all.first(where: { $0.name == assignment.key }) else {
        let hint =
          problems.isFull
          ? "" : NearMiss.hint(for: assignment.key, among: CatalogueKey.all.map(\.name))
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
