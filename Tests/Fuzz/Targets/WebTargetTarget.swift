import AuditCore
import HTTP

@testable import AuditDaemon

/// What a web client asks for: its target and the headers that the guard looks at. A route within its bounds, or a
/// problem that can be shown.
enum WebTargetTarget {
  static let target = FuzzTarget(name: "web-target", run: run) { _ in
    let targets = [
      "/", "/healthz", "/metrics", "/assets/page.css", "/api/v1/openapi.json", "/api/v1/status",
      "/api/v1/sessions?before=3&verdict=leaking&limit=500", "/api/v1/sessions/7", "/api/v1/events",
      "/api/v1/findings?severity=err&rule=late-end&session=1&cleared=true&skip=0&limit=1",
      "/api/v1/findings/0123456789ab", "/api/v1/outstanding?session=1", "/api/v1/page",
      "//api//v1/sessions?limit=1&limit=2", "/%2e%2E/%00?%41=%zz+&=",
    ]
    let hosts = ["localhost", "127.0.0.1:8123", "[::1]:1", "evil.example", "127.0.0.256"]
    return targets.flatMap { target in
      hosts.map { Array("\(target)\n\($0)\nhttp://\($0)".utf8) }
    }
  }

  /// Lines: the target, the host, the origin, the method; those that are not there have none.
  private static func run(_ input: inout FuzzInput) throws(BrokenProperty) {
    let lines = input.rest().split(separator: 0x0A, maxSplits: 3, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    let target = lines.first ?? ""
    var headers: [(name: String, value: String)] = []
    if lines.count > 1 { headers.append(("Host", lines[1])) }
    if lines.count > 2 { headers.append(("Origin", lines[2])) }
    let request = HTTPRequest(
      method: lines.count > 3 ? lines[3] : "GET", target: target, headers: headers)
    if let problem = WebGuard.problem(request, names: ["lab.example"]) {
      try check(problem)
    } else {
      try require(target.utf8.count <= Limits.webTargetBytesMax, "a target that is too long")
    }
    let route: WebRoute
    do throws(WebProblem) {
      route = try WebRoute(WebTarget(target))
    } catch {
      return try check(error)
    }
    try check(route)
    try require((try? WebRoute(WebTarget(target))) == route, "one target, two routes")
  }

  private static func check(_ problem: WebProblem) throws(BrokenProperty) {
    try require((400..<500).contains(problem.status), "a status of \(problem.status)")
    try require(!problem.detail.isEmpty, "a problem without a reason")
    try Output.requireSafe(problem.detail)
  }

  private static func check(_ route: WebRoute) throws(BrokenProperty) {
    switch route {
    case .sessions(_, _, let most), .outstanding(_, _, let most), .findings(_, _, let most):
      try require((1...Limits.webPageElementsMax).contains(most), "a part of \(most) elements")
    case .finding(let id): try require(id.utf8.count == 12, "an id of another length")
    default: break
    }
  }
}
