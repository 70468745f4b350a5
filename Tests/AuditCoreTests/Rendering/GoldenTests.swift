import Foundation
import Testing

@testable import AuditCore

/// Every output of the samples, byte for byte. `BGTASKD_REWRITE_GOLDEN=1` writes the files anew; the
/// difference is then to be read by eye.
@Suite struct GoldenTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Golden")

  struct Output: Sendable, CustomTestStringConvertible {
    var file: String
    var render: @Sendable () -> [UInt8]
    var testDescription: String { file }
  }

  static let outputs: [Output] = [
    Output(file: "report.json") { JSONReport.render(SampleFindings.report) },
    Output(file: "clean.json") { JSONReport.render(SampleFindings.clean) },
    Output(file: "report.txt") { TextReport.render(SampleFindings.report, style: TextStyle()) },
    Output(file: "report-all.txt") {
      TextReport.render(SampleFindings.report, style: TextStyle(all: true))
    },
    Output(file: "report-narrow.txt") {
      TextReport.render(SampleFindings.report, style: TextStyle(width: 60))
    },
    Output(file: "report-colour.txt") {
      TextReport.render(SampleFindings.report, style: TextStyle(colour: true))
    },
    Output(file: "report.junit.xml") {
      JUnitReport.render(SampleFindings.report, style: TextStyle())
    },
    Output(file: "report.sarif") {
      SARIFReport.render(SampleFindings.report, style: TextStyle(all: true))
    },
    Output(file: "report-github.txt") {
      GitHubReport.render(SampleFindings.report, style: TextStyle())
    },
    Output(file: "comparison.txt") {
      ComparisonText.render(SampleFindings.comparison, style: TextStyle(all: true))
    },
    Output(file: "comparison.json") { JSONComparison.render(SampleFindings.comparison) },
    Output(file: "baseline.json") { JSONBaseline.render(SampleFindings.report) },
    Output(file: "clean.txt") { TextReport.render(SampleFindings.clean, style: TextStyle()) },
    Output(file: "nothing.txt") { TextReport.render(Report(), style: TextStyle()) },
    Output(file: "story.txt") {
      StoryText.render(SampleFindings.overwritten, style: TextStyle())
    },
    Output(file: "story-stack.txt") {
      StoryText.render(SampleFindings.unpaired, style: TextStyle())
    },
    Output(file: "story.json") { JSONLists.story(SampleFindings.overwritten) },
    Output(file: "sessions.txt") {
      SessionsText.render(SampleFindings.report.sessions, style: TextStyle())
    },
    Output(file: "sessions.json") { JSONLists.sessions(SampleFindings.report.sessions) },
    Output(file: "outstanding.txt") {
      OutstandingText.render(SampleFindings.outstanding, style: TextStyle())
    },
    Output(file: "outstanding.json") { JSONLists.outstanding(SampleFindings.outstanding) },
    Output(file: "groups.txt") {
      GroupsText.render(SampleFindings.groups, by: .fingerprint, style: TextStyle())
    },
    Output(file: "groups-sdk.txt") {
      GroupsText.render(SampleFindings.groups, by: .sdk, style: TextStyle())
    },
    Output(file: "groups.json") { JSONGroups.render(SampleFindings.groups, by: .fingerprint) },
    Output(file: "groups-sdk.json") { JSONGroups.render(SampleFindings.groups, by: .sdk) },
    Output(file: "budgets.txt") { BudgetText.render(SampleFindings.budgets, style: TextStyle()) },
    Output(file: "budgets.json") { JSONBudgets.render(SampleFindings.budgets) },
    Output(file: "status.txt") {
      StatusText.render(SampleFindings.status, auditor: Auditor(), style: TextStyle())
    },
    Output(file: "status.json") { JSONLists.status(SampleFindings.status, auditor: Auditor()) },
    Output(file: "watch.txt") {
      FindingLine.render(FindingChange(finding: SampleFindings.overwritten), style: TextStyle())
    },
    Output(file: "watch.json") {
      JSONLists.change(FindingChange(finding: SampleFindings.overwritten))
    },
  ]

  @Test(arguments: outputs)
  func `an output is what was read and found right`(output: Output) throws {
    let url = Self.folder.appending(path: output.file)
    let bytes = Data(output.render())
    if ProcessInfo.processInfo.environment["BGTASKD_REWRITE_GOLDEN"] == "1" {
      try bytes.write(to: url)
    }
    let golden = try Data(contentsOf: url)
    #expect(
      String(decoding: bytes, as: UTF8.self) == String(decoding: golden, as: UTF8.self))
    #expect(bytes == golden)
  }
}
