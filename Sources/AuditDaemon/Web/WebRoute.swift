import AuditCore
import Pages

/// What can be asked for. Equal questions have equal answers, as long as nothing changes.
enum WebRoute: Hashable {
  case page
  case asset(String)
  case openAPI
  case health, metrics, status
  case sessions(before: Int?, verdict: Verdict?, most: Int)
  case session(Int)
  case outstanding(session: Int?, skip: Int, most: Int)
  case findings(FindingQuery, skip: Int, most: Int)
  case finding(String)
  case groups(skip: Int, most: Int)
  /// What the live page shows.
  case pageData
  case events

  init(_ target: WebTarget) throws(WebProblem) {
    let path = target.segments
    if path.isEmpty {
      self = .page
    } else if path == ["healthz"] {
      self = .health
    } else if path == ["metrics"] {
      self = .metrics
    } else if path.count == 2, path[0] == "assets",
      LivePage.assets.contains(where: { $0.name == path[1] })
    {
      self = .asset(path[1])
    } else if path.count == 3, path.starts(with: ["api", "v1"]) {
      self = try Self.collection(path[2], target)
    } else if path.count == 4, path.starts(with: ["api", "v1", "sessions"]) {
      self = .session(try Self.session(path[3]))
    } else if path.count == 4, path.starts(with: ["api", "v1", "findings"]) {
      self = .finding(try Self.finding(path[3]))
    } else {
      throw Self.unknown(target)
    }
    switch self {
    case .sessions, .outstanding, .findings, .groups: break
    default: try target.allow()
    }
  }

  /// It is made once for all.
  var isConstant: Bool {
    switch self {
    case .page, .asset, .openAPI: true
    default: false
    }
  }

  private static func collection(
    _ name: String, _ target: WebTarget
  ) throws(WebProblem) -> WebRoute {
    switch name {
    case "openapi.json": return .openAPI
    case "status": return .status
    case "page": return .pageData
    case "events": return .events
    case "sessions":
      try target.allow("before", "verdict", "limit")
      let verdicts = [Verdict.clean, .suspect, .leaking, .killed]
      return .sessions(
        before: try target.number("before", in: 0...Int.max),
        verdict: try target.word("verdict", verdicts, \.rawValue), most: try limit(target))
    case "outstanding":
      try target.allow("session", "skip", "limit")
      return .outstanding(
        session: try target.number("session", in: 0...Int.max), skip: try skip(target),
        most: try limit(target))
    case "findings":
      try target.allow("severity", "rule", "session", "cleared", "skip", "limit")
      return .findings(try query(target), skip: try skip(target), most: try limit(target))
    case "groups":
      try target.allow("skip", "limit")
      return .groups(skip: try skip(target), most: try limit(target))
    default: throw unknown(target)
    }
  }

  private static func query(_ target: WebTarget) throws(WebProblem) -> FindingQuery {
    var query = FindingQuery()
    query.severityMin = try target.word("severity", Severity.allCases, \.name) ?? .info
    query.rule = try target.word("rule", Rule.allCases, \.rawValue)
    query.session = try target.number("session", in: 0...Int.max)
    query.includeCleared = try target.word("cleared", [false, true], { "\($0)" }) ?? false
    return query
  }

  private static func limit(_ target: WebTarget) throws(WebProblem) -> Int {
    try target.number("limit", in: 1...Limits.webPageElementsMax) ?? Limits.webPageElements
  }

  private static func skip(_ target: WebTarget) throws(WebProblem) -> Int {
    try target.number("skip", in: 0...Int.max) ?? 0
  }

  private static func session(_ text: String) throws(WebProblem) -> Int {
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text) else {
      throw WebProblem(404, "\(Escaping.visible(text)): a session has a number here")
    }
    return number
  }

  private static func finding(_ text: String) throws(WebProblem) -> String {
    let isHexadecimal = text.utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x61...0x66).contains($0)
    }
    guard isHexadecimal, text.utf8.count == 12 else {
      throw WebProblem(
        404, "\(Escaping.visible(text)): the id of a finding has 12 hexadecimal digits")
    }
    return text
  }

  private static func unknown(_ target: WebTarget) -> WebProblem {
    let path = "/" + target.segments.joined(separator: "/")
    return WebProblem(
      404, "\(Escaping.visible(path)): nothing is here; /api/v1/openapi.json lists what is")
  }
}
