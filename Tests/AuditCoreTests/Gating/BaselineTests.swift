import Testing

@testable import AuditCore

/// Which findings a baseline excuses, and what may be read as one.
@Suite struct BaselineTests {
  private func finding(
    _ fingerprint: String, _ severity: Severity = .err, _ state: FindingState = .confirmed
  ) -> Finding {
    var finding = SampleFindings.unpaired
    finding.fingerprint = fingerprint
    finding.severity = severity
    finding.state = state
    return finding
  }

  private func report(_ findings: [Finding], launches: Int = 1) -> Report {
    var report = Report()
    report.findings = findings
    report.summary.sessions = launches
    return report
  }

  /// How many of the findings that would fail do so with the baseline.
  private func failing(_ report: Report, with baseline: Baseline, from limit: Severity = .warning)
    -> Int
  {
    var report = report
    report.gate.failOn = limit
    report.apply(baseline)
    return report.findings.count(where: report.fails)
  }

  private func problem(_ text: String) -> Baseline.Problem? {
    do throws(Baseline.Problem) {
      _ = try Baseline(reading: Array(text.utf8).span)
      return nil
    } catch {
      return error
    }
  }

  private func read(_ text: String) throws -> Baseline {
    try Baseline(reading: Array(text.utf8).span)
  }

  @Test func `what was there before is known, one more is new`() {
    let before = Baseline(of: report([finding("a"), finding("a"), finding("b")]))
    #expect(failing(report([finding("a"), finding("b")]), with: before) == 0)
    #expect(failing(report([finding("a"), finding("a"), finding("a")]), with: before) == 1)
    #expect(failing(report([finding("c")]), with: before) == 1)
    #expect(failing(report([finding("b"), finding("b"), finding("b")]), with: before) == 2)
  }

  @Test func `an info of the baseline excuses no error, a warning that would have failed does`() {
    let infos = Baseline(of: report([finding("a", .info), finding("a", .info)]))
    #expect(failing(report([finding("a", .err)]), with: infos) == 1)
    #expect(failing(report([finding("a", .err)]), with: infos, from: .info) == 0)
    let warning = Baseline(of: report([finding("a", .warning)]))
    #expect(failing(report([finding("a", .crit)]), with: warning) == 0)
    #expect(failing(report([finding("a", .crit)]), with: warning, from: .err) == 1)
    let error = Baseline(of: report([finding("a", .err)]))
    #expect(failing(report([finding("a", .warning)]), with: error) == 0)
  }

  @Test func `of more launches as many times more are known, of fewer not fewer`() {
    let before = Baseline(of: report([finding("a"), finding("a")], launches: 3))
    func failing(_ count: Int, launches: Int) -> Int {
      self.failing(
        report([Finding](repeating: finding("a"), count: count), launches: launches), with: before)
    }
    #expect(failing(2, launches: 1) == 0)
    #expect(failing(3, launches: 3) == 1)
    // 2 of 3 launches are 8 of 12, and 3 of 4 by the next whole number.
    #expect(failing(8, launches: 12) == 0)
    #expect(failing(9, launches: 12) == 1)
    #expect(failing(3, launches: 4) == 0)
    #expect(failing(4, launches: 4) == 1)
  }

  @Test func `cleared findings are neither in it nor held against it`() {
    let before = Baseline(of: report([finding("a", .err, .cleared)]))
    #expect(before.counts.isEmpty)
    var after = report([finding("a", .err, .cleared), finding("a")])
    after.apply(before)
    #expect(after.findings.map(\.excuse) == [nil, nil])
  }

  @Test func `what came of it is counted`() {
    let before = Baseline(of: report([finding("a"), finding("b"), finding("c")]))
    var after = report([finding("a"), finding("a"), finding("d", .info)])
    after.apply(before)
    #expect(after.gate.baseline == BaselineOutcome(known: 1, new: 2, gone: 2))
    #expect(FindingTally(after.findings).known == 1)
    #expect(FindingTally(after.findings)[.err] == 1)
  }

  @Test func `a report and a written baseline are read as what they say`() throws {
    let (a, b, c) = ("00000000000000aa", "00000000000000bb", "00000000000000cc")
    let old = report(
      [finding(a), finding(a), finding(a, .info), finding(b), finding(c, .err, .cleared)],
      launches: 4)
    let made = Baseline(of: old)
    #expect(try Baseline(reading: JSONReport.render(old).span) == made)
    #expect(try Baseline(reading: JSONBaseline.render(old).span) == made)
    #expect(made.sessions == 4 && made.counts.count == 2)
  }

  @Test func `an editor's byte order mark changes nothing`() throws {
    let text = #"{"version":1,"findings":[{"fingerprint":"aaaaaaaaaaaaaaaa","severity":"err"}]}"#
    #expect(try read("\u{FEFF}\(text)") == read(text))
  }

  @Test func `what is known stays in a baseline that is written anew`() {
    var now = report([finding("a"), finding("b")])
    now.apply(Baseline(of: report([finding("a")])))
    #expect(Baseline(of: now).counts.keys.sorted() == ["a", "b"])
  }

  @Test(arguments: [
    ("", "not a report: JSON at byte 0: another kind of value was expected"),
    ("[]", "not a report: JSON at byte 0: another kind of value was expected"),
    (
      "{\"version\":1}",
      "not a report: neither of --format json nor of --write-baseline"
    ),
    ("{\"version\":2,\"findings\":[]}", "version 2 is not known, only 1 is"),
    ("{\"version\":1,\"findings\":[{\"severity\":\"err\"}]}", "a finding has no fingerprint"),
    (
      "{\"version\":1,\"findings\":[{\"fingerprint\":\"aaaaaaaaaaaaaaaa\"}]}",
      "a finding has no severity"
    ),
    (
      "{\"version\":1,\"findings\":[{\"fingerprint\":\"aaaaaaaaaaaaaaaa\",\"severity\":\"bad\"}]}",
      "not a report: JSON at byte 71: no severity that is known"
    ),
    (
      "{\"version\":1,\"findings\":[]} x",
      "not a report: JSON at byte 28: more follows the value"
    ),
  ])
  func `what is no baseline is said`(text: String, why: String) {
    #expect(problem(text)?.why == why)
  }

  @Test(arguments: ["0", "-3", "1.5", "1e3", "2147483648", "18446744073709551616"])
  func `counts that are none are refused`(count: String) throws {
    let head = #"{"version":1,"findings":[{"fingerprint":"aaaaaaaaaaaaaaaa","count":"#
    #expect(
      problem("\(head)\(count)}]}")?.why
        == "not a report: JSON at byte \(head.utf8.count): "
        + "not a whole number from 1 to 2147483647")
    if count == "0" { return }
    #expect(throws: Baseline.Problem.self) {
      try read(#"{"version":1,"summary":{"sessions":\#(count)},"findings":[]}"#)
    }
  }

  @Test(arguments: [
    "", "a", "0123456789ABCDEF", "0123456789abcdeg", "0123456789abcdef0", "……………",
  ])
  func `what is no fingerprint is refused, with its line`(text: String) {
    let good = #"{"fingerprint":"0123456789abcdef","severity":"err"}"#
    let head = "{\"version\":1,\"findings\":[\n\(good),\n{\"fingerprint\":"
    let found = problem("\(head)\"\(text)\",\"severity\":\"err\"}]}")
    #expect(
      found?.text(of: "b.json")
        == "b.json:3: not a report: JSON at byte \(head.utf8.count + 1): not a fingerprint, which is "
        + "16 hexadecimal digits")
  }

  @Test func `the largest counts do no harm`() throws {
    let huge = try read(
      """
      {"version":1,"summary":{"sessions":1},"findings":[
      {"fingerprint":"aaaaaaaaaaaaaaaa","severity":"err","count":2147483647},
      {"fingerprint":"aaaaaaaaaaaaaaaa","severity":"crit","count":2147483647}]}
      """)
    let known = finding(String(repeating: "a", count: 16))
    #expect(failing(report([known, known], launches: .max), with: huge) == 0)
    #expect(failing(report([finding("b"), finding("b")]), with: huge) == 2)
  }

  @Test func `a file that is cut anywhere is refused`() {
    let whole = JSONBaseline.render(report([finding("a"), finding("b", .info)]))
    for length in 0..<(whole.count - 1) {
      #expect(throws: Baseline.Problem.self) {
        try Baseline(reading: Array(whole[..<length]).span)
      }
    }
  }
}
