import Foundation
import Testing

/// The case table: each log goes through the real program, as a user would call it.
@Suite struct CaseTableTests {
  /// Cases that the audit does not pass yet; the list only ever gets shorter.
  static let pending: Set<String> = [
    "00-reference-1-4-6-ndjson-stacks",
    "02-easemob-stacks-xcode-zh",
    "03-overwrite-quick-fg-bg",
    "04-captured-invalid-in-handler",
    "05-async-end-in-handler",
    "07-nil-handler-ios6-600s",
    "08-double-end-sdwebimage",
    "10-ios13-spurious-cant-end",
    "105-end-0-of-another-holder",
    "106-bare-hex-without-hook-line",
    "11-recursive-begin-in-handler",
    "13-missing-end-empty-queue-early-return",
    "15-shared-ivar-race-two-threads",
    "18-grouped-id-xcode15-multiline",
    "19-private-names-idevicesyslog",
    "20-uikit-internal-tasks-no-blame",
    "21-same-ms-interleaving",
    "25-assertiond-shared-no-names",
    "26-8badf00d-scene-update-not-bgtask",
    "28-metrickit-exit-counters",
    "29-log-show-ndjson",
    "30-log-compact-process-with-spaces",
    "31-log-default-style",
    "33-swift-callstack-array-mangled",
    "37-tslocationmanager-force-kill",
    "38-mxbackgroundtask-missing-stop",
    "45-elapsed-is-uptime-not-wall",
    "46-id-discarded-never-ended",
    "56-seed003-overlapped-renewal",
    "77-reentrant-begin-next-phase",
    "80-stuck-handler-until-kill",
    "84-lost-events-seq-gap",
  ]

  @Test func theTableIsThere() throws {
    let cases = try Case.all()
    #expect(cases.count >= 60)
    for entry in cases {
      #expect(!entry.expectation.why.isEmpty, "\(entry.name): does not say why")
    }
  }

  @Test(arguments: try Case.all().filter { !pending.contains($0.name) })
  func auditFindsWhatItMustAndNothingElse(_ entry: Case) throws {
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
