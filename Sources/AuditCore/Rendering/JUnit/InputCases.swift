/// The test suite about what went into the audit: logs that were not read whole, and suppressions that are
/// good for nothing any more. Absent where all is well.
struct InputCases {
  private struct Case {
    var classname: String
    var name: String
    var message: String
    var story: String
    var fails: Bool
  }

  private var cases: [Case] = []

  var count: Int { cases.count }
  var failures: Int { cases.count(where: \.fails) }

  init(_ report: Report) {
    if let missing = Words.missing(report) {
      var lines = report.unreadFiles + report.unread.map(Words.unread)
      if report.unreadUntold > 0 { lines.append("and \(report.unreadUntold) more") }
      cases.append(
        Case(
          classname: "bgtask.input", name: "every event was read",
          message: "The audit is \(missing)", story: lines.joined(separator: "\n"),
          fails: report.lacksEvents))
    }
    for outcome in report.gate.suppressions where outcome.state != .used {
      let suppression = outcome.suppression
      cases.append(
        Case(
          classname: "bgtask.suppression", name: suppression.name,
          message: Words.unfit(outcome), story: "\(suppression.file):\(suppression.line)",
          fails: false))
    }
  }

  /// What fails no build is skipped, so that it is seen.
  func write(number: Int, to xml: inout XMLWriter) {
    if cases.isEmpty { return }
    let attributes: [(StaticString, String)] = [
      ("name", "what was audited"), ("tests", "\(count)"), ("failures", "\(failures)"),
      ("errors", "0"), ("skipped", "\(count - failures)"), ("id", "\(number)"),
    ]
    xml.element("testsuite", attributes) { xml in
      for item in cases {
        xml.element("testcase", [("classname", item.classname), ("name", item.name)]) { xml in
          if item.fails {
            xml.text(
              "failure", item.story, [("type", "partial-audit"), ("message", item.message)])
          } else {
            xml.empty("skipped", [("message", item.message)])
            xml.text("system-out", item.story)
          }
        }
      }
    }
  }
}
