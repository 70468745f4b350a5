import Testing

@testable import AuditCore

/// Which findings a suppression excuses, and what is said of it.
@Suite struct SuppressionTests {
  private static let today = CalendarDay("2026-11-30") ?? CalendarDay(of: Instant(microseconds: 0))

  private func finding(_ number: Int = 1) -> Finding {
    var finding = SampleFindings.unpaired
    finding.fingerprint = "fingerprint\(number)"
    finding.name = "upload.\(number)"
    finding.session = SampleFindings.chat
    return finding
  }

  private func suppression(
    _ name: String = "x", until: String? = nil, most: Int? = nil,
    _ match: (inout SuppressionMatch) -> Void
  ) -> Suppression {
    var suppression = Suppression(name: name, file: "s.conf", line: 3)
    suppression.reason = "known to the vendor"
    suppression.until = until.flatMap { CalendarDay($0) }
    suppression.countMax = most
    match(&suppression.match)
    return suppression
  }

  private func report(_ findings: [Finding], _ suppressions: [Suppression]) -> Report {
    var report = Report()
    report.findings = findings
    report.apply(suppressions, on: Self.today)
    return report
  }

  private func holds(_ match: @escaping (inout SuppressionMatch) -> Void) -> Bool {
    report([finding()], [suppression { match(&$0) }]).findings[0].excuse != nil
  }

  @Test func `each property is held against what a finding has`() {
    #expect(holds { $0.rules = [.unpairedTask, .lateEnd] })
    #expect(!holds { $0.rules = [.lateEnd] })
    #expect(holds { $0.fingerprints = ["fingerprint1"] })
    #expect(!holds { $0.fingerprints = ["fingerprint"] })
    #expect(holds { $0.sdks = [TextPattern("Example Chat")] })
    #expect(holds { $0.images = [TextPattern("EMSample")] })
    #expect(holds { $0.symbols = [TextPattern("-[EMClient *")] })
    #expect(!holds { $0.symbols = [TextPattern("-[EMClient ")] })
    #expect(holds { $0.holders = [TextPattern("None"), TextPattern("EM*")] })
    #expect(holds { $0.tasks = [TextPattern("upload.1")] })
    #expect(!holds { $0.tasks = [TextPattern("upload.12*")] })
    #expect(holds { $0.apps = [TextPattern("com.example.*")] })
    #expect(holds { $0.processes = [TextPattern("Chat")] })
  }

  @Test func `all properties that are named must fit`() {
    #expect(
      holds {
        $0.rules = [.unpairedTask]
        $0.holders = [TextPattern("EMClient")]
      })
    #expect(
      !holds {
        $0.rules = [.unpairedTask]
        $0.holders = [TextPattern("Other")]
      })
  }

  @Test func `what a finding does not have fits nothing`() {
    var bare = finding()
    bare.blame = Blame()
    let all = suppression { $0.holders = [TextPattern("E*")] }
    #expect(report([bare], [all]).findings[0].excuse == nil)
  }

  @Test func `it holds through its last day, and not on the next`() {
    func state(_ day: String) -> SuppressionOutcome.State? {
      report([finding()], [suppression(until: day) { $0.rules = [.unpairedTask] }])
        .gate.suppressions.first?.state
    }
    #expect(state("2026-11-30") == .used)
    #expect(state("2026-12-01") == .used)
    #expect(state("2026-11-29") == .expired)
  }

  @Test func `of more than its maximum it excuses none`() {
    let two = suppression(most: 2) { $0.rules = [.unpairedTask] }
    let fitting = report([finding(1), finding(2)], [two])
    #expect(fitting.findings.allSatisfy { $0.excuse == .suppressed(two) })
    let exceeding = report([finding(1), finding(2), finding(3)], [two])
    #expect(exceeding.findings.allSatisfy { $0.excuse == nil })
    #expect(
      exceeding.gate.suppressions == [
        SuppressionOutcome(suppression: two, state: .exceeded, matched: 3)
      ])
  }

  @Test func `the first that holds has it, and one that gets nothing is unused`() {
    let first = suppression("a") { $0.rules = [.unpairedTask] }
    let second = suppression("b") { $0.holders = [TextPattern("EMClient")] }
    let report = report([finding()], [first, second])
    #expect(report.findings[0].excuse?.suppression?.name == "a")
    #expect(report.gate.suppressions.map(\.state) == [.used, .unused])
  }

  @Test func `what is suppressed takes no room in a baseline and stands in none`() {
    var report = report(
      [finding(1), finding(2)], [suppression { $0.fingerprints = ["fingerprint1"] }])
    let baseline = Baseline(of: report)
    #expect(baseline.counts.keys.sorted() == ["fingerprint2"])
    report.apply(baseline)
    #expect(report.findings.map { $0.excuse?.name } == ["suppressed", "known"])
    #expect(FindingTally(report.findings).suppressed == 1)
  }

  @Test func `every format says that it is suppressed, and why`() {
    let report = report([finding()], [suppression("geo") { $0.rules = [.unpairedTask] }])
    func text(_ name: String) -> String {
      let format = ReportFormat.all.first { $0.name == name }
      return String(decoding: format?.render(report, TextStyle()) ?? [], as: UTF8.self)
    }
    #expect(text("text").contains("SUPPRESSED  unpaired-task"))
    #expect(text("text").contains("geo: known to the vendor"))
    #expect(text("json").contains(#""excuse":"suppressed","suppression":"geo""#))
    #expect(
      text("json").contains(
        #"{"name":"geo","state":"used","matched":1,"maximum":null,"until":null,"#
          + #""reason":"known to the vendor","file":"s.conf","line":3}"#))
    #expect(
      text("junit").contains(
        #"<skipped message="suppressed by geo: known to the vendor"/>"#))
    #expect(
      text("sarif").contains(
        #""suppressions":[{"kind":"external","status":"accepted","#
          + #""justification":"known to the vendor"}]"#))
    #expect(!text("github").contains("::error"))
  }

  @Test func `one that does not hold any more is said with its place`() {
    let suppressions = [
      suppression("gone") { $0.rules = [.lateEnd] },
      suppression("old", until: "2026-01-31") { $0.rules = [.unpairedTask] },
      suppression("small", most: 1) { $0.rules = [.unpairedTask] },
    ]
    let report = report([finding(1), finding(2)], suppressions)
    let text = String(
      decoding: TextReport.render(report, style: TextStyle(width: 200)), as: UTF8.self)
    #expect(text.contains("s.conf:3: suppression gone holds for nothing: remove it\n"))
    #expect(text.contains("suppression old held until 2026-01-31 and would hold for 2 findings\n"))
    #expect(
      text.contains(
        "suppression small would hold for 2 findings, more than its maximum of 1: for none\n"))
    let lines = String(
      decoding: GitHubReport.render(report, style: TextStyle()), as: UTF8.self)
    #expect(lines.contains("\nNote: s.conf:3: suppression gone holds for nothing: remove it\n"))
  }

  @Test(arguments: ["2026-02-29", "2026-13-01", "2026-00-10", "26-01-01", "2026-1-1", "+026-01-01"])
  func `a day that no calendar has is none`(text: String) {
    #expect(CalendarDay(text) == nil)
  }

  @Test func `days are told apart at midnight, before 1970 too`() {
    let midnight = Instant(microseconds: .seconds(1_796_083_200))
    #expect(CalendarDay(of: midnight).text == "2026-12-01")
    #expect(CalendarDay(of: midnight + -1).text == "2026-11-30")
    #expect(CalendarDay(of: Instant(microseconds: -1)).text == "1969-12-31")
    #expect(CalendarDay("2028-02-29")?.text == "2028-02-29")
    #expect(CalendarDay(of: Instant(microseconds: .min)) < CalendarDay(of: midnight))
  }
}
