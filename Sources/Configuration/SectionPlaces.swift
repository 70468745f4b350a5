/// Where the named sections of files begin, to tell of a name that stands twice in one file: the later one
/// would silently overrule the earlier. In different files that is how a drop-in corrects another.
struct SectionPlaces {
  private struct Place: Hashable {
    var file: String
    var name: String
  }

  private var lines: [Place: Int] = [:]

  /// The problem of a section whose name its file has already.
  mutating func enter(_ section: INIFile.Section) -> ConfigurationProblem? {
    let place = Place(file: section.file, name: section.name)
    guard let line = lines[place] else {
      lines[place] = section.line
      return nil
    }
    return ConfigurationProblem(
      file: section.file, line: section.line, what: "[\(section.name.escapedStart)]",
      why: "begins in line \(line) already; give it another name, or put both together")
  }
}
