import AuditCore

/// Puts the `[SDK NAME]` sections together. Sections of one name, in whatever file, are one product.
struct CatalogueBuilder {
  private var sections: NamedSections<CatalogueKey>
  var problems: ProblemList { sections.problems }

  /// `problems`: those of reading the files.
  init(problems: ProblemList = ProblemList()) {
    sections = NamedSections(
      prefix: "SDK", kind: "products", countMax: Limits.sdksMax, problems: problems
    ) { name, _ in CatalogueKey.Draft(product: SDKProduct(name: name)) }
  }

  mutating func take(_ file: INIFile) { sections.take(file) }

  /// The products that are complete; the problems of the others are added to `problems`.
  mutating func finish() -> SDKCatalogue {
    var catalogue = SDKCatalogue()
    for (section, draft) in sections.drafts {
      if draft.signs == SDKSigns() {
        sections.report(section, "needs Prefix=, Class=, Module=, Image= or Task=")
      } else {
        catalogue.add(draft.product, draft.signs)
      }
    }
    return catalogue
  }
}
