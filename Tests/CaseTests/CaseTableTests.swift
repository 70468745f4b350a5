import Foundation
import Testing

/// The case table: each log goes through the real program, as a user would call it.
@Suite struct CaseTableTests {
  @Test func theTableIsThere() throws {
    let cases = try Case.all()
    #expect(cases.count >= 60)
    for entry in cases {
      #expect(!entry.expectation.why.isEmpty, "\(entry.name): does not say why")
    }
  }

  @Test(arguments: try Case.all())
  func auditFindsWhatItMustAndNothingElse(_ entry: Case) throws {
    try check(entry)
  }

  /// A misspelt key would be checked by nobody.
  @Test(arguments: try Case.all())
  func expectationsHaveOnlyKnownKeys(_ entry: Case) throws {
    let file = entry.folder.appendingPathComponent("expect.json")
    let object = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
    let must = object?["must"] as? [[String: Any]] ?? []
    let mustNot = object?["mustNot"] as? [[String: Any]] ?? []
    for pattern in must + mustNot {
      #expect(!pattern.isEmpty)
      #expect(FindingPattern.knownKeys.isSuperset(of: pattern.keys))
    }
    #expect(mustNot.allSatisfy { $0["count"] == nil })
  }

  private func check(_ entry: Case) throws {
    let (exit, output) = try audit(entry)
    #expect(exit == entry.expectation.exit, "exit status")
    let report = try JSONDecoder().decode(PrintedReport.self, from: output)
    let found = report.findings.map(\.description).joined(separator: "\n")

    if let sessions = entry.expectation.sessions { #expect(report.sessions.count == sessions) }
    for wanted in entry.expectation.must {
      let count = report.findings.count(where: wanted.matches)
      if let exact = wanted.count {
        #expect(count == exact, "must: \(wanted)\nfound:\n\(found)")
      } else {
        #expect(count > 0, "must: \(wanted)\nfound:\n\(found)")
      }
    }
    for barred in entry.expectation.mustNot {
      let hit = report.findings.first(where: barred.matches)
      #expect(hit == nil, "must not: \(barred)")
    }
  }

  @Test func theSameLogGivesTheSameBytes() throws {
    let entry = try #require(try Case.all().first { $0.name == "43-device-log-many-processes" })
    #expect(try audit(entry).output == audit(entry).output)
  }

  /// Runs the program that was built together with this test.
  private func audit(_ entry: Case) throws -> (exit: Int32, output: Data) {
    let process = Process()
    process.executableURL = Self.programs.appendingPathComponent("bgtaskctl")
    process.arguments = ["audit", "--format", "json", "--fail-on", "warning", "input.log"]
    process.currentDirectoryURL = entry.folder
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, output)
  }

  /// The test runs out of a bundle beside the programs.
  private static let programs = URL(fileURLWithPath: CommandLine.arguments[0])
    .deletingLastPathComponent()
}
