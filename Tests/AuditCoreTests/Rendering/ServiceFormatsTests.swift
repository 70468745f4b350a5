import Testing

@testable import AuditCore

/// What the formats for CI do beyond the samples of `GoldenTests`: names, bounds, paths.
@Suite struct ServiceFormatsTests {
  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private func finding(_ number: Int, _ severity: Severity = .err) -> Finding {
    var finding = SampleFindings.unpaired
    finding.fingerprint = "fingerprint\(number)"
    finding.severity = severity
    return finding
  }

  private func report(_ findings: [Finding]) -> Report {
    var report = SampleFindings.report
    report.findings = findings
    report.summary.unreadableEvents = 0
    report.unread = []
    return report
  }

  @Test func `a command is escaped as the runner undoes it`() {
    let command = GitHubCommand(
      level: .error, file: "a,b:c%.log", line: 3, title: "t:,%\r\n",
      message: ["50 % of it: a, b", "::stop\r\n"])
    #expect(
      text(command.bytes)
        == "::error file=a%2Cb%3Ac%25.log,line=3,title=t%3A%2C%25\\r\\n"
        + "::50 %25 of it: a, b%0A::stop\\r\\n\n")
  }

  @Test func `no more annotations than GitHub shows, and the last says how many are left out`() {
    let ten = text(GitHubReport.render(report((1...10).map { finding($0) }), style: TextStyle()))
    #expect(ten.split(separator: "\n").count { $0.hasPrefix("::error") } == 10)
    #expect(!ten.contains("more finding"))
    let many = (1...30).map { finding($0) } + (1...3).map { finding($0 + 40, .warning) }
    let lines = text(GitHubReport.render(report(many), style: TextStyle())).split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("::error") } == 10)
    #expect(lines.count { $0.hasPrefix("::warning") } == 3)
    #expect(
      lines.contains(
        "::error title=21 more findings::Not annotated one by one: unpaired-task."))
  }

  /// https://github.com/actions/toolkit/blob/main/packages/core/src/command.ts: `escapeProperty`.
  @Test func `the runner finds a file whatever its name is`() {
    let command = GitHubCommand(
      level: .notice, file: "\r\na:b,\n\n%c\u{1B}.log", line: 3, title: "t", message: ["m"])
    #expect(
      text(command.bytes)
        == "::notice file=%0D%0Aa%3Ab%2C%0A%0A%25c\\u{1B}.log,line=3,title=t::m\n")
  }

  @Test func `findings of one fingerprint are one annotation and one test case`() {
    let report = report([finding(1), finding(1), finding(1)])
    let annotations = text(GitHubReport.render(report, style: TextStyle()))
    #expect(annotations.contains("background time ran out. (and 2 more)"))
    #expect(annotations.split(separator: "\n").count { $0.hasPrefix("::") } == 1)
    let suites = text(JUnitReport.render(report, style: TextStyle()))
    #expect(suites.hasPrefix(xml: #"<testsuites name="bgtaskctl audit" tests="2" failures="1""#))
  }

  @Test func `a test case fails from the limit on`() {
    var report = report([finding(1, .warning)])
    #expect(text(JUnitReport.render(report, style: TextStyle())).contains("<failure"))
    report.gate.failOn = .err
    #expect(!text(JUnitReport.render(report, style: TextStyle())).contains("<failure"))
  }

  @Test func `a launch without findings passes, and no launch is no suite`() {
    let suites = text(JUnitReport.render(SampleFindings.clean, style: TextStyle()))
    #expect(suites.contains(#"<testcase classname="bgtask" name="no findings"/>"#))
    #expect(
      text(JUnitReport.render(Report(), style: TextStyle())).hasPrefix(
        xml: #"<testsuites name="bgtaskctl audit" tests="0" failures="0" errors="0">"#))
  }

  @Test func `XML has no character that it bars`() {
    var xml = XMLWriter()
    xml.text("a", "\u{1}\u{FFFE}\n]]>&\"'<", [("b", "\n\t\"<&'")])
    #expect(
      text(xml.bytes).hasPrefix(
        xml: "<a b=\"\\n\\t&quot;&lt;&amp;'\">\\u{1}\u{FFFD}\n]]&gt;&amp;&quot;'&lt;</a>"))
  }

  @Test(arguments: [
    ("logs/a.log", "logs/a.log"), ("./a.log", "a.log"), ("././a b.log", "a%20b.log"),
    ("/src/app/logs/a.log", "logs/a.log"), ("/src/apple/a.log", "file:///src/apple/a.log"),
    ("../a:b%.log", "../a%3Ab%25.log"), ("日", "%E6%97%A5"), ("\u{1}", "%01"),
  ])
  func `a path is a URI, relative where it can be`(path: String, uri: String) {
    #expect(ReportPath.uri(path, relativeTo: "/src/app") == uri)
  }

  @Test func `every rule has a description of its own`() {
    let titles = Set(Rule.allCases.map(\.description.title))
    #expect(titles.count == Rule.allCases.count)
    for rule in Rule.allCases {
      #expect(rule.description.title.last != ".")
      #expect(rule.description.why.hasSuffix(".") && rule.description.mend.hasSuffix("."))
    }
  }

  @Test func `the event to be seen first is the one that is wrong`() {
    #expect(SampleFindings.unpaired.primaryEvidence?.line == 1)
    #expect(SampleFindings.overwritten.primaryEvidence?.line == 1)
    #expect(SampleFindings.kill.primaryEvidence?.line == 9)
    #expect(finding(1).primaryEvidence?.event == "begin")
  }
}

extension String {
  fileprivate func hasPrefix(xml: String) -> Bool {
    hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + xml)
  }
}
