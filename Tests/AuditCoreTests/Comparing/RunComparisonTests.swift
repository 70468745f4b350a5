import Testing

@testable import AuditCore

/// What two runs have in common, launch for launch.
@Suite struct RunComparisonTests {
  private func report(_ counts: [(String, Severity, Int)], launches: Int = 1) -> Report {
    var report = Report()
    report.summary.sessions = launches
    for (fingerprint, severity, count) in counts {
      var finding = SampleFindings.unpaired
      finding.fingerprint = fingerprint
      finding.severity = severity
      report.findings += [Finding](repeating: finding, count: count)
    }
    return report
  }

  private func compare(
    _ old: Report, _ new: Report, failOn: Severity = .warning, all: Bool = false
  ) -> RunComparison {
    RunComparison(
      old: AuditedRun(of: old), new: AuditedRun(of: new), failOn: failOn, all: all)
  }

  private func run(_ bytes: [UInt8]) -> AuditedRun? {
    (try? AuditedRun(reading: bytes.span)) ?? nil
  }

  private func kind(
    _ old: (Int, launches: Int), _ new: (Int, launches: Int)
  ) -> RunComparison.Kind? {
    compare(
      report([("a", .err, old.0)], launches: old.launches),
      report([("a", .err, new.0)], launches: new.launches)
    ).changes.first?.kind
  }

  @Test func `new, more, fewer, gone and the same are told apart`() {
    let old = report([("same", .err, 2), ("more", .err, 1), ("fewer", .err, 3), ("gone", .err, 1)])
    let new = report([("same", .err, 2), ("more", .err, 2), ("fewer", .err, 1), ("new", .err, 1)])
    let comparison = compare(old, new)
    #expect(
      comparison.changes.map { "\($0.kind.rawValue) \($0.group.fingerprint) \($0.old) \($0.new)" }
        == ["new new 0 1", "more more 1 2", "fewer fewer 3 1", "gone gone 1 0", "same same 2 2"])
    #expect(comparison.changes.map(\.isWorse) == [true, true, false, false, false])
    #expect(comparison.verdict == .worse)
  }

  @Test func `a longer log is not worse for being longer`() {
    #expect(kind((2, launches: 4), (5, launches: 10)) == .same)
    #expect(kind((2, launches: 4), (6, launches: 10)) == .more)
    #expect(kind((2, launches: 4), (4, launches: 10)) == .fewer)
    // 1 in 3 launches is 1.33 in 4: both neighbours are the same rate as far as one can tell.
    #expect(kind((1, launches: 3), (1, launches: 4)) == .same)
    #expect(kind((1, launches: 3), (2, launches: 4)) == .same)
    #expect(kind((1, launches: 3), (3, launches: 4)) == .more)
    #expect(kind((10, launches: 10), (7, launches: 5)) == .more)
    #expect(kind((10, launches: 10), (5, launches: 5)) == .same)
  }

  @Test func `what fails now and did not is graver, and worse`() {
    let comparison = compare(report([("a", .notice, 1)]), report([("a", .err, 1)]))
    #expect(comparison.changes.map(\.kind) == [.graver])
    #expect(comparison.verdict == .worse)
    #expect(
      compare(report([("a", .notice, 1)]), report([("a", .warning, 1)]), failOn: .err).verdict
        == .same)
  }

  @Test func `only what fails makes it worse, and what got better makes nothing good`() {
    let old = report([("a", .err, 3)])
    #expect(compare(old, report([("a", .err, 3), ("b", .notice, 4)])).verdict == .same)
    #expect(compare(old, report([("b", .warning, 1)])).verdict == .worse)
    #expect(compare(old, report([("b", .warning, 1)]), failOn: .err).verdict == .better)
    #expect(compare(old, old).verdict == .same)
    #expect(compare(Report(), Report()).changes.isEmpty)
  }

  @Test func `what is new and makes nothing worse is said to be harmless`() {
    func verdict(_ old: Report, _ new: Report, failOn: Severity = .warning) -> String {
      let page = ComparisonText.render(
        compare(old, new, failOn: failOn), style: TextStyle())
      return String(decoding: page.prefix { $0 != 0x0A }, as: UTF8.self)
    }
    let old = report([("a", .err, 3)])
    #expect(
      verdict(old, report([("b", .notice, 1)]))
        == "BETTER   1 new (none of them warning or graver), 1 gone; 1 launch before, 1 now")
    #expect(
      verdict(old, report([("a", .err, 3), ("b", .err, 1)]), failOn: .crit)
        == "SAME     1 new (none of them crit), 1 same; 1 launch before, 1 now")
    #expect(
      verdict(old, report([("b", .err, 1)])) == "WORSE    1 new, 1 gone; 1 launch before, 1 now")
  }

  @Test func `infos count where they are asked for`() {
    let new = report([("a", .info, 1)])
    #expect(compare(Report(), new).changes.isEmpty)
    #expect(compare(Report(), new, all: true).changes.map(\.kind) == [.new])
    #expect(compare(Report(), new, failOn: .info).verdict == .worse)
  }

  @Test func `SDKs are added up, and cleared and suppressed findings left out`() {
    var old = report([("a", .err, 2), ("b", .err, 1)])
    old.findings[2].sdk = nil
    var cleared = old.findings[0]
    cleared.state = .cleared
    old.findings.append(cleared)
    let shares = compare(old, report([("c", .err, 4)])).shares
    #expect(
      shares.map { "\($0.name ?? "-") \($0.isSDK) \($0.old) \($0.new)" }
        == ["Example Chat true 2 4", "EMSample false 1 0"])
  }

  @Test func `a printed report is the same side as the report itself`() throws {
    let (a, b) = (String(repeating: "a", count: 16), String(repeating: "b", count: 16))
    let old = report([(a, .err, 2), (a, .info, 1), (b, .notice, 1)], launches: 3)
    for bytes in [JSONReport.render(old), JSONBaseline.render(old)] {
      let read = try #require(run(bytes))
      let comparison = RunComparison(
        old: read, new: AuditedRun(of: old), failOn: .warning, all: true)
      #expect(comparison.changes.allSatisfy { $0.kind == .same })
      #expect(comparison.oldSessions == 3)
      #expect(comparison.shares.allSatisfy { $0.isSDK })
    }
    let log = "{\"v\":1,\"event\":\"begin\",\"id\":1}\n{\"event\":\"end\",\"id\":1}\n"
    #expect(run(Array(log.utf8)) == nil)
  }

  @Test(arguments: [
    (#"{"version":2,"findings":[]}"#, "version 2 is not known, only 1 is"),
    (#"{"version":1,"findings":[{"severity":"err"}]}"#, "a finding has no fingerprint"),
    (
      #"{"version":1,"findings":[{"fingerprint":"aaaaaaaaaaaaaaaa"}]}"#,
      "a finding has no severity"
    ),
  ])
  func `a report that cannot be compared is no log`(text: String, why: String) {
    let bytes = Array(text.utf8)
    #expect {
      try AuditedRun(reading: bytes.span)
    } throws: {
      ($0 as? Baseline.Problem)?.why == why
    }
  }

  @Test func `no count is too large`() throws {
    let text = """
      {"version":1,"summary":{"sessions":0},"findings":[
      {"rule":"unpaired-task","fingerprint":"aaaaaaaaaaaaaaaa","severity":"err","count":2147483647},
      {"rule":"unpaired-task","fingerprint":"aaaaaaaaaaaaaaaa","severity":"crit","count":2147483647}]}
      """
    let huge = try #require(run(Array(text.utf8)))
    let comparison = RunComparison(old: huge, new: huge, failOn: .warning, all: false)
    #expect(comparison.verdict == .same)
    #expect(!JSONComparison.render(comparison).isEmpty)
    #expect(!ComparisonText.render(comparison, style: TextStyle()).isEmpty)
  }
}
