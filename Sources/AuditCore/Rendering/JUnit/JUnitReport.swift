/// `bgtaskctl audit --format junit`: the XML that Jenkins, GitLab and others read as test results, by
/// the schema of Jenkins' xUnit plugin.
///
/// A launch is a test suite. Findings of one fingerprint are one test case of it, which fails if one of
/// them fails the build: rule and fingerprint name it, so that its history can be followed from build
/// to build. A launch without findings is one test case that passes.
package enum JUnitReport {
  /// Findings told in full in one test case; more are counted.
  private static let toldMax = 8

  /// The whole document; infos are test cases only with `style.all`.
  package static func render(_ report: Report, style: TextStyle) -> [UInt8] {
    let suites = suites(of: report, all: style.all)
    let totals = suites.map { Counts($0.cases, in: report) }
    var xml = XMLWriter()
    let inputs = InputCases(report)
    let tests = totals.reduce(inputs.count) { $0 + $1.tests }
    let failures = totals.reduce(inputs.failures) { $0 + $1.failures }
    let attributes: [(StaticString, String)] = [
      ("name", "bgtaskctl audit"), ("tests", "\(tests)"), ("failures", "\(failures)"),
      ("errors", "0"),
    ]
    xml.element("testsuites", attributes) { xml in
      for (index, suite) in suites.enumerated() {
        write(suite, number: index, totals[index], of: report, to: &xml)
      }
      inputs.write(number: suites.count, to: &xml)
    }
    return xml.bytes
  }

  private struct Suite {
    var identity: SessionIdentity
    /// Findings of one fingerprint each.
    var cases: [[Finding]] = []
  }

  private static func suites(of report: Report, all: Bool) -> [Suite] {
    var suites = report.sessions.map { Suite(identity: $0.identity) }
    var positions: [SessionIdentity: Int] = [:]
    for (index, suite) in suites.enumerated() where positions[suite.identity] == nil {
      positions[suite.identity] = index
    }
    var cases: [CaseKey: Int] = [:]
    for finding in report.told(all: all) {
      let suite = positions[finding.session] ?? suites.count
      if suite == suites.count {
        suites.append(Suite(identity: finding.session))
        positions[finding.session] = suite
      }
      let key = CaseKey(suite: suite, fingerprint: finding.fingerprint)
      if let position = cases[key] {
        suites[suite].cases[position].append(finding)
      } else {
        cases[key] = suites[suite].cases.count
        suites[suite].cases.append([finding])
      }
    }
    return suites
  }

  private struct CaseKey: Hashable {
    var suite: Int
    var fingerprint: String
  }

  private struct Counts {
    var tests: Int
    var failures: Int
    var skipped: Int

    init(_ cases: [[Finding]], in report: Report) {
      tests = max(1, cases.count)
      failures = cases.count { $0.contains(where: report.fails) }
      skipped = cases.count { !$0.contains(where: report.fails) && excuse(of: $0) != nil }
    }
  }

  /// Why a test case that does not fail is skipped; nil where it passes.
  private static func excuse(of findings: [Finding]) -> String? {
    findings.contains(where: \.isNews) ? nil : findings.lazy.compactMap(\.excuse).first?.reason
  }

  private static func write(
    _ suite: Suite, number: Int, _ counts: Counts, of report: Report,
    to xml: inout XMLWriter
  ) {
    let attributes: [(StaticString, String)] = [
      ("name", "\(Words.process(suite.identity)) session \(suite.identity.session)"),
      ("tests", "\(counts.tests)"), ("failures", "\(counts.failures)"), ("errors", "0"),
      ("skipped", "\(counts.skipped)"), ("id", "\(number)"),
    ]
    xml.element("testsuite", attributes) { xml in
      properties(of: suite.identity, to: &xml)
      for findings in suite.cases { write(findings, of: report, to: &xml) }
      if suite.cases.isEmpty {
        xml.empty("testcase", [("classname", "bgtask"), ("name", "no findings")])
      }
    }
  }

  private static func properties(of identity: SessionIdentity, to xml: inout XMLWriter) {
    let known: [(String, String?)] = [
      ("session", identity.session), ("app", identity.app), ("appVersion", identity.appVersion),
      ("process", identity.process), ("pid", identity.pid.map { "\($0)" }),
      ("device", identity.device), ("os", identity.os),
    ]
    xml.element("properties") { xml in
      for (name, value) in known {
        if let value { xml.empty("property", [("name", name), ("value", value)]) }
      }
    }
  }

  private static func write(_ findings: [Finding], of report: Report, to xml: inout XMLWriter) {
    guard let first = findings.first else { return }
    let culprit = Words.culprit(first.blame) ?? first.name ?? "not known who"
    let attributes: [(StaticString, String)] = [
      ("classname", "bgtask.\(first.rule.rawValue)"),
      ("name", "\(culprit) (\(first.fingerprint))"),
    ]
    xml.element("testcase", attributes) { xml in
      let failing = findings.filter(report.fails)
      if let worst = failing.first {
        let message = Words.message(worst, others: failing.count - 1)
        xml.text(
          "failure", story(of: failing), [("type", worst.rule.rawValue), ("message", message)])
      } else {
        if let excuse = excuse(of: findings) { xml.empty("skipped", [("message", excuse)]) }
        xml.text("system-out", story(of: findings))
      }
    }
  }

  /// What the text report says of them.
  private static func story(of findings: [Finding]) -> String {
    var page = TextPage(style: TextStyle())
    for finding in findings.prefix(toldMax) {
      if !page.bytes.isEmpty { page.blank() }
      FindingBlock.write(finding, to: &page)
    }
    if findings.count > toldMax {
      page.line([Run("and \(findings.count - toldMax) more of the same fingerprint")])
    }
    return String(decoding: page.bytes, as: UTF8.self)
  }
}
