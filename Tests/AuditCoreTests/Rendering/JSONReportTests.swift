import Foundation
import Testing

@testable import AuditCore

@Suite struct JSONReportTests {
  /// The keys of the objects of `name`, or of the top level, in the order they stand in the text.
  private func keys(of object: String) -> [String] {
    object.matches(of: /"([A-Za-z]+)":/).map { String($0.1) }
  }

  @Test func `keys stand in the order of the contract`() {
    let text = String(decoding: JSONReport.render(SampleFindings.report), as: UTF8.self)
    let lines = text.split(separator: "\n").map(String.init)
    #expect(
      keys(of: lines[1]).prefix(15) == [
        "summary", "lines", "events", "skippedLines", "unreadableEvents", "sessions", "begins",
        "ends", "outstanding", "findings", "crit", "err", "warning", "notice", "info",
      ])
    #expect(
      keys(of: lines[3]).prefix(10) == [
        "session", "app", "process", "pid", "device", "os", "begins", "ends", "outstanding",
        "verdict",
      ])
    #expect(
      keys(of: lines[7]).prefix(28) == [
        "rule", "severity", "state", "session", "process", "pid", "task", "name", "stage",
        "causes", "by", "candidates", "related", "blame", "image", "symbol", "holder",
        "confidence", "tentative", "fingerprint", "firstTime", "lastTime", "message", "advice",
        "evidence", "file", "line", "event",
      ])
  }

  @Test func `values are those of the report and absent ones are null`() throws {
    let object =
      try JSONSerialization.jsonObject(with: Data(JSONReport.render(SampleFindings.report)))
      as? [String: Any]
    let summary = object?["summary"] as? [String: Any]
    #expect(object?["version"] as? Int == 1)
    #expect(summary?["lines"] as? Int == 14)
    #expect(
      summary?["findings"] as? [String: Int]
        == ["crit": 1, "err": 2, "warning": 0, "notice": 1, "info": 2])
    let session = (object?["sessions"] as? [[String: Any]])?[0]
    #expect(session?["app"] is NSNull)
    #expect(session?["pid"] as? Int == 4312)
    #expect(session?["outstanding"] as? [Int] == [1])
    let finding = (object?["findings"] as? [[String: Any]])?[1]
    #expect(finding?["rule"] as? String == "unpaired-task")
    #expect(finding?["stage"] as? String == "past-deadline")
    #expect(finding?["name"] is NSNull)
    #expect(finding?["by"] is NSNull)
    #expect(finding?["causes"] as? [String] == ["overwritten-id"])
    #expect(finding?["firstTime"] as? String == "2019-02-18T21:40:02.118+08:00")
    #expect(finding?["tentative"] as? Bool == false)
    let evidence = (finding?["evidence"] as? [[String: Any]])?[0]
    #expect(evidence?["line"] as? Int == 1)
    #expect(evidence?["event"] as? String == "begin")
    #expect(evidence?["seq"] is NSNull)
  }

  @Test func `cleared findings are listed but not counted`() {
    var report = SampleFindings.report
    report.findings[0].state = .cleared
    let tally = FindingTally(report.findings)
    #expect(tally[.crit] == 0)
    #expect(tally.cleared == 1)
  }
}
