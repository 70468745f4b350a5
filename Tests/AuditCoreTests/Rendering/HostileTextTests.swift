import Foundation
import Testing

@testable import AuditCore

/// Client text with everything that could harm a terminal, a page or a parser, in every field.
@Suite struct HostileTextTests {
  private static let poison =
    "\u{1B}]0;own\u{7}\u{1B}[2J\r\n\0\t\u{7F}\u{9B}31m\u{202E}\u{2066}\u{200F}\u{2028}\u{2029}\u{FEFF}"
    + "</script>\"\\'\u{E0041}"
    + String(decoding: [0xFF, 0xC0, 0x80, 0xED, 0xA0, 0x80] as [UInt8], as: UTF8.self)

  private static var identity: SessionIdentity {
    var identity = SessionIdentity(session: poison)
    identity.app = poison
    identity.appVersion = poison
    identity.process = poison
    identity.pid = .min
    identity.device = poison
    identity.os = poison
    return identity
  }

  private static var finding: Finding {
    var finding = Finding(
      id: poison, rule: .overwrittenID, severity: .crit, state: .suspected, session: identity,
      fingerprint: poison, message: poison, advice: poison)
    finding.task = .max
    finding.name = poison
    finding.by = .max
    finding.candidates = Array(repeating: .max, count: 100)
    finding.related = [0, .max]
    finding.blame = Blame(image: poison, symbol: poison, holder: poison)
    finding.tentative = true
    finding.firstTime = Stamp(instant: Instant(microseconds: .min), zoneMinutes: .min)
    finding.lastTime = Stamp(instant: Instant(microseconds: .max), zoneMinutes: .max)
    finding.evidence = [
      Evidence(
        file: poison, line: .max, sequence: .max, event: poison, task: .max,
        time: finding.firstTime, detail: poison),
      Evidence(file: poison, line: 0, event: poison, time: finding.lastTime),
    ]
    finding.stack = [poison, ""]
    finding.silence = silence
    return finding
  }

  private static var silence: Suppression {
    var silence = Suppression(name: poison, file: poison, line: .max)
    silence.reason = poison
    return silence
  }

  private static var groups: GroupSurvey {
    var book = GroupBook()
    let release = book.number(of: Release(app: poison, version: poison))
    let number = book.number(ofFingerprint: .max, rule: .overwrittenID)
    book.count(
      GroupMark(group: number, release: release, severity: .crit), finding, isFirst: true)
    if var group = book.groups[number] {
      group.resolve(in: release)
      book.change(group)
    }
    return GroupSurvey(book, open: [Release(app: poison, version: nil): .max - 1]) { _ in silence }
  }

  private static var report: Report {
    var report = Report()
    var session = SessionSummary(identity: identity)
    session.outstanding = [.max]
    session.verdict = .killed
    report.sessions = [session]
    report.findings = [finding]
    report.histories = [history]
    report.summary.findingsDropped = .max
    report.summary.textsDropped = .max
    return report
  }

  private static var history: SessionHistory {
    func point(_ time: Instant?) -> HistoryPoint {
      HistoryPoint(order: .max, time: time, stamp: nil, file: poison, line: .max, sequence: .max)
    }
    let (first, last) = (Instant(microseconds: .min), Instant(microseconds: .max))
    var history = SessionHistory(number: 0, summary: SessionSummary(identity: identity))
    history.period = first...last
    history.stacks = [[poison, ""]]
    var task = TaskHistory(id: .max, begin: point(last), fate: .killed)
    task.end = point(first)
    task.name = poison
    task.blame = finding.blame
    task.product = poison
    task.stack = 0
    task.findings = [poison]
    history.tasks = [task, TaskHistory(id: 0, begin: point(nil), fate: .open)]
    history.phases = [PhaseHistory(kind: .background, start: point(last), isInferred: true)]
    history.samples = [
      SampleHistory(
        point: point(first), remaining: .infinity, battery: .nan, isHeartbeat: false)
    ]
    history.marks = [MarkHistory(kind: .exit, point: point(last), task: .max, detail: poison)]
    history.events = .max
    return history
  }

  private static var task: OutstandingTask {
    var task = OutstandingTask(session: identity, task: .max, stage: .expired)
    task.name = poison
    task.begun = Stamp(instant: Instant(microseconds: .max))
    task.age = .max
    task.left = .min
    task.blame = finding.blame
    task.stack = [poison]
    return task
  }

  private static var status: DaemonStatus {
    DaemonStatus(
      version: poison, started: Stamp(instant: Instant(microseconds: .min)), uptime: .min,
      clients: .max, lines: .max, events: .max, skipped: .max, unreadable: .min, journal: false,
      state: poison, configurationPath: poison, statusLine: poison)
  }

  private static func texts(_ style: TextStyle) -> [[UInt8]] {
    [
      TextReport.render(report, style: style), FindingsText.render([finding], style: style),
      StoryText.render(finding, style: style), SessionsText.render(report.sessions, style: style),
      OutstandingText.render([task], style: style),
      StatusText.render(status, auditor: Auditor(), style: style),
      FindingLine.render(FindingChange(finding: finding), style: style),
      ComparisonText.render(comparison, style: style),
      BudgetText.render(BudgetSurvey([history]), style: style),
      GroupsText.render(groups, by: .fingerprint, style: style),
      GroupsText.render(groups, by: .sdk, style: style),
    ]
  }

  private static var comparison: RunComparison {
    RunComparison(
      old: AuditedRun(of: Report()), new: AuditedRun(of: report), failOn: .info, all: true)
  }

  /// Whose lines are as long as they must be.
  private static var reports: [[UInt8]] {
    ReportFormat.all.map { $0.render(report, TextStyle(all: true)) }
  }

  private static var jsons: [[UInt8]] {
    [
      JSONReport.render(report), SARIFReport.render(report, style: TextStyle(all: true)),
      PerfettoTrace.render(report), JSONComparison.render(comparison), JSONBaseline.render(report),
      JSONLists.findings([finding]), JSONLists.story(finding),
      JSONLists.sessions(report.sessions), JSONLists.outstanding([task]),
      JSONLists.status(status, auditor: Auditor()),
      JSONLists.change(FindingChange(finding: finding)),
      JSONBudgets.render(BudgetSurvey([history])),
      JSONGroups.render(groups, by: .fingerprint), JSONGroups.render(groups, by: .sdk),
      ControlReply.refusal(ControlRequest.Problem(poison, exit: .min)),
      ControlRequest(.show, findingID: poison).line,
    ]
  }

  @Test(arguments: [40, 100, 1000], [false, true])
  func `text has no character that a terminal obeys`(width: Int, all: Bool) {
    for bytes in Self.texts(TextStyle(width: width, all: all)) {
      let text = String(decoding: bytes, as: UTF8.self)
      for scalar in text.unicodeScalars where scalar != "\n" {
        #expect(!Escaping.isUnsafe(scalar), "U+\(String(scalar.value, radix: 16))")
      }
      for line in text.split(separator: "\n") { #expect(DisplayWidth.of(String(line)) <= width) }
    }
  }

  @Test func `no format of the report has a character that a terminal obeys`() {
    for bytes in Self.reports {
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(!text.unicodeScalars.contains { $0 != "\n" && Escaping.isUnsafe($0) })
    }
  }

  @Test func `colour is the only escape sequence`() {
    for bytes in Self.texts(TextStyle(colour: true, all: true)) {
      let text = String(decoding: bytes, as: UTF8.self)
      let rest = text.replacing(/\u{1B}\[0(;[0-9]+)*m/, with: "")
      #expect(!rest.unicodeScalars.contains { $0 != "\n" && Escaping.isUnsafe($0) })
    }
  }

  @Test func `JSON is valid, safe to print and to embed, and says the same text`() throws {
    for bytes in Self.jsons {
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(bytes)) }
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(text.hasSuffix("\n"))
      #expect(!text.unicodeScalars.contains { $0 != "\n" && Escaping.isUnsafe($0) })
      #expect(!text.contains("</script"))
    }
    let report =
      try JSONSerialization.jsonObject(with: Data(JSONReport.render(Self.report)))
      as? [String: Any]
    let finding = (report?["findings"] as? [[String: Any]])?.first
    #expect(finding?["name"] as? String == Self.poison)
    #expect((finding?["task"] as? NSNumber)?.uint64Value == .max)
  }

  @Test func `what is sent in one line is one line`() {
    #expect(JSONLists.change(FindingChange(finding: Self.finding)).count { $0 == 0x0A } == 1)
    #expect(ControlRequest(.show, findingID: Self.poison).line.count { $0 == 0x0A } == 1)
  }
}
