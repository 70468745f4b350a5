import AuditCore
import Testing

@testable import AuditDaemon

/// From targets to what they ask for.
@Suite struct WebRouteTests {
  private func route(_ target: String) throws(WebProblem) -> WebRoute {
    try WebRoute(try WebTarget(target))
  }

  @Test func knowsItsPaths() throws {
    #expect(try route("/") == .page)
    #expect(try route("/?") == .page)
    #expect(try route("/healthz") == .health)
    #expect(try route("/metrics") == .metrics)
    #expect(try route("/assets/live.js") == .asset("live.js"))
    #expect(try route("/api/v1/openapi.json") == .openAPI)
    #expect(try route("/api/v1/status") == .status)
    #expect(try route("/api/v1/page") == .pageData)
    #expect(try route("/api/v1/events") == .events)
    #expect(try route("/api/v1/sessions/12") == .session(12))
    #expect(try route("/api/v1/findings/0123456789ab") == .finding("0123456789ab"))
  }

  @Test func readsParameters() throws {
    #expect(
      try route("/api/v1/sessions?before=7&verdict=leaking&limit=3")
        == .sessions(before: 7, verdict: .leaking, most: 3))
    #expect(try route("/api/v1/sessions") == .sessions(before: nil, verdict: nil, most: 50))
    #expect(
      try route("/api/v1/outstanding?session=0&skip=100")
        == .outstanding(session: 0, skip: 100, most: 50))
    var query = FindingQuery()
    query.severityMin = .warning
    query.rule = .unpairedTask
    query.includeCleared = true
    #expect(
      try route("/api/v1/findings?rule=unpaired%2Dtask&severity=warning&cleared=true")
        == .findings(query, skip: 0, most: 50))
  }

  @Test(arguments: [
    ("/api/v1/findings?severity=bad", 400, "severity: bad: none of info, notice"),
    ("/api/v1/findings?rule=", 400, "rule: : none of unpaired-task"),
    ("/api/v1/findings?cleared=1", 400, "none of false, true"),
    ("/api/v1/sessions?limit=0", 400, "limit: 0: not a whole number from 1 to 500"),
    ("/api/v1/sessions?limit=501", 400, "from 1 to 500"),
    ("/api/v1/sessions?before=-1", 400, "before: -1: not a whole number from 0 on"),
    ("/api/v1/sessions?before=99999999999999999999", 400, "from 0 on"),
    ("/api/v1/sessions?limit=1&limit=2", 400, "limit: it stands twice"),
    ("/api/v1/sessions?Limit=1", 400, "Limit: no such parameter; there are before, verdict, limit"),
    ("/api/v1/status?x", 400, "x: no such parameter; there are none here"),
    ("/api/v1/findings?rule=%zz", 400, "% without two hexadecimal digits"),
    ("/%", 400, "% without"), ("*", 400, "slash"), ("http://a/", 400, "slash"),
    ("/api/v1/sessions/x", 404, "a session has a number"),
    ("/api/v1/sessions/99999999999999999999", 404, "a session has a number"),
    ("/api/v1/findings/XYZ", 404, "12 hexadecimal digits"),
    ("/api/v1/findings/0123456789abc", 404, "12 hexadecimal digits"),
    ("/assets/../page.html", 404, "nothing is here"), ("/assets/page.html", 404, "nothing is here"),
    ("/api/v2/status", 404, "/api/v2/status: nothing is here"),
    ("/index.html", 404, "openapi.json"),
    ("/%00", 404, "nothing is here"),
  ])
  func saysWhatIsWrong(_ target: String, _ status: Int, _ words: String) {
    let problem = #expect(throws: WebProblem.self) { try route(target) }
    #expect(problem?.status == status)
    #expect(problem?.detail.contains(words) == true, "\(problem?.detail ?? "")")
  }

  @Test func hostileTextIsMadeVisible() {
    let problem = #expect(throws: WebProblem.self) { try route("/%1b%5b2J%0a%e2%80%ae") }
    let body = problem.map { String(decoding: $0.body, as: UTF8.self) } ?? ""
    #expect(!body.dropLast().unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
  }
}
