import AuditCore
import HTTP
import Pages

/// Status, headers and body of an answer.
struct WebAnswer {
  var status = 200
  var type: String
  var body: [UInt8]

  static func json(_ body: [UInt8], status: Int = 200) -> WebAnswer {
    WebAnswer(status: status, type: "application/json", body: body)
  }

  static func problem(_ problem: WebProblem) -> WebAnswer {
    WebAnswer(status: problem.status, type: "application/problem+json", body: problem.body)
  }

  var head: HTTPResponseHead { Self.head(status: status, type: type) }

  /// Scripts and styles come from here alone, and nobody else may show, embed or read what is answered.
  static func head(status: Int, type: String) -> HTTPResponseHead {
    var headers = [
      ("Content-Type", type), ("Content-Security-Policy", LivePage.policy),
      ("X-Content-Type-Options", "nosniff"), ("X-Frame-Options", "DENY"),
      ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Resource-Policy", "same-origin"),
      ("Cross-Origin-Opener-Policy", "same-origin"), ("Cache-Control", "no-store"),
    ]
    if status == 405 { headers.append(("Allow", "GET, HEAD")) }
    if status == 503 { headers.append(("Retry-After", "5")) }
    return HTTPResponseHead(status: UInt32(status), headers: headers)
  }
}

/// What an answer is made of.
struct WebSource {
  let auditor: Auditor
  let status: () -> DaemonStatus
  let metrics: () -> Metrics
  /// What is wrong; empty while all is well.
  let troubles: () -> [String]

  func answer(_ route: WebRoute) -> WebAnswer {
    switch route {
    case .page: WebAnswer(type: "text/html; charset=utf-8", body: LivePage.render())
    case .asset(let name): asset(name)
    case .openAPI: .json(PackageResources.openapi_json)
    case .health: health()
    case .metrics:
      WebAnswer(type: "text/plain; version=0.0.4; charset=utf-8", body: metrics().render())
    case .status: .json(JSONLists.status(status(), auditor: auditor))
    case .sessions(let before, let verdict, let most):
      .json(
        JSONParts.sessions(
          of: auditor, before: before, verdict: verdict, most: most, idsMax: Limits.webIDsMax,
          bytesMax: Limits.webAnswerBytesMax))
    case .session(let number): session(number)
    case .outstanding(let session, let skip, let most):
      .json(
        JSONParts.outstanding(
          of: auditor, session: session, skipping: skip, most: most,
          bytesMax: Limits.webAnswerBytesMax))
    case .findings(let query, let skip, let most):
      .json(
        JSONParts.findings(
          of: auditor, query, skipping: skip, most: most, bytesMax: Limits.webAnswerBytesMax))
    case .finding(let id): finding(id)
    case .groups(let skip, let most):
      .json(
        JSONParts.groups(
          of: auditor, skipping: skip, most: most, bytesMax: Limits.webAnswerBytesMax))
    case .pageData: .json(pageData())
    case .events: .problem(WebProblem(503, "events are a stream"))
    }
  }

  private func asset(_ name: String) -> WebAnswer {
    guard let asset = LivePage.assets.first(where: { $0.name == name }) else {
      return .problem(WebProblem(404, "no such asset"))
    }
    let type = name.hasSuffix(".css") ? "text/css" : "text/javascript"
    return WebAnswer(type: "\(type); charset=utf-8", body: asset.bytes)
  }

  private func health() -> WebAnswer {
    let troubles = troubles()
    var json = JSONWriter()
    json.object { json in
      json.member("status", troubles.isEmpty ? "ok" : "failing")
      json.member("reasons", troubles)
    }
    return .json(json.bytes + [0x0A], status: troubles.isEmpty ? 200 : 503)
  }

  private func session(_ number: Int) -> WebAnswer {
    guard let body = JSONParts.session(number, of: auditor, idsMax: Limits.webIDsMax) else {
      return .problem(WebProblem(404, "\(number): no session that is kept has this number"))
    }
    return .json(body)
  }

  private func finding(_ id: String) -> WebAnswer {
    guard let finding = auditor.story(of: id) else {
      return .problem(WebProblem(404, "\(id): no finding has this id"))
    }
    return .json(JSONLists.story(finding))
  }

  /// Stacks may be long: of fewer tasks, then.
  private func pageData() -> [UInt8] {
    var tasks = Limits.webTasksMax
    while true {
      let report = auditor.recentReport(sessionsMax: Limits.webSessionsMax, tasksMax: tasks)
      let body = PageData.render(report, headline: Headline(report))
      if body.count <= 2 * Limits.webAnswerBytesMax || tasks < 32 { return body }
      tasks /= 8
    }
  }
}
