import Foundation
import Testing

/// What the READMEs point to is there.
@Suite struct ReadmeTests {
  static let readmes = Repository.files.filter { $0.path.hasSuffix("README.md") }

  @Test func linksLeadSomewhere() {
    for readme in Self.readmes {
      let folder = readme.path.dropLast("README.md".count)
      for target in between("](", ")", in: readme) where !target.hasPrefix("http") {
        #expect(exists(folder + target), "\(readme.path): \(target)")
      }
    }
  }

  @Test func foldersAndFilesOfTheTreeAreNamedRightly() {
    let tops = ["Sources/", "Tests/", "systemd/", "config/"]
    for readme in Self.readmes {
      for name in between("`", "`", in: readme) where tops.contains(where: name.hasPrefix) {
        guard !name.contains(where: { " <>*".contains($0) }), !name.contains("YourLines"),
          !name.contains("NAME")
        else { continue }
        #expect(exists(name), "\(readme.path): \(name)")
      }
    }
  }

  private func exists(_ path: some StringProtocol) -> Bool {
    FileManager.default.fileExists(
      atPath: Repository.root.appendingPathComponent(String(path)).path)
  }

  /// The texts between an opening and a closing mark on one line.
  private func between(_ open: String, _ close: String, in file: Repository.File) -> [String] {
    file.lines.flatMap { line -> [String] in
      var found: [String] = []
      var rest = line[...]
      while let start = rest.range(of: open) {
        guard let end = rest[start.upperBound...].range(of: close) else { break }
        found.append(String(rest[start.upperBound..<end.lowerBound]))
        rest = rest[end.upperBound...]
      }
      return found
    }
  }
}
