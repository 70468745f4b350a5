import AuditCore
import Foundation
import Testing

/// The case table is complete: each folder has a log and an expectation that names only known rules.
@Suite struct CaseFolderTests {
  private struct Expectation: Decodable {
    struct Entry: Decodable { var rule: String? }
    var why: String
    var must: [Entry]
    var mustNot: [Entry]
    var exit: Int
  }

  private static let cases = Repository.root.appendingPathComponent("Tests/Cases")

  @Test func everyCaseHasALogAndAnExpectation() throws {
    let folders = try FileManager.default.contentsOfDirectory(
      at: Self.cases, includingPropertiesForKeys: [.isDirectoryKey]
    ).filter { try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true }
    #expect(folders.count >= 60)
    let rules = Set(Rule.allCases.map(\.rawValue))
    for folder in folders {
      let name = folder.lastPathComponent
      let log = try Data(contentsOf: folder.appendingPathComponent("input.log"))
      #expect(!log.isEmpty, "\(name): empty log")
      let text = try Data(contentsOf: folder.appendingPathComponent("expect.json"))
      let expectation = try JSONDecoder().decode(Expectation.self, from: text)
      #expect(!expectation.why.isEmpty, "\(name): no reason given")
      #expect(expectation.exit == 0 || expectation.exit == 1, "\(name): exit")
      for rule in (expectation.must + expectation.mustNot).compactMap(\.rule) {
        #expect(rules.contains(rule), "\(name): no such rule: \(rule)")
      }
    }
  }
}
