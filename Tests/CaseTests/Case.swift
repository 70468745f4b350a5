import Foundation
import Testing

/// One folder of `Tests/Cases`: a log, and what the audit must and must not find in it.
struct Case: Sendable, CustomTestStringConvertible {
  let name: String
  let folder: URL
  let expectation: Expectation

  var testDescription: String { name }

  /// All folders, in order of their names. One that is incomplete makes the whole table fail.
  static func all() throws -> [Case] {
    let table = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Cases")
    return try FileManager.default.contentsOfDirectory(atPath: table.path).sorted().map { name in
      let folder = table.appendingPathComponent(name)
      let text = try Data(contentsOf: folder.appendingPathComponent("expect.json"))
      return Case(
        name: name, folder: folder,
        expectation: try JSONDecoder().decode(Expectation.self, from: text))
    }
  }
}

/// `expect.json`.
struct Expectation: Decodable, Sendable {
  /// What the case is about, for whoever sees it fail.
  var why: String
  /// Each must be matched by a finding, by exactly `count` where that is given.
  var must: [FindingPattern]
  /// None may be matched by any finding.
  var mustNot: [FindingPattern]
  /// Number of sessions; nil for any.
  var sessions: Int?
  /// Exit status of `audit --fail-on warning`.
  var exit: Int32
}
