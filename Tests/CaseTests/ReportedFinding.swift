/// What `bgtaskctl audit --format json` prints, as far as the table looks at it.
struct PrintedReport: Decodable {
  struct Session: Decodable { var session: String }
  var sessions: [Session]
  var findings: [ReportedFinding]
}

/// One finding of the printed report.
struct ReportedFinding: Decodable, CustomStringConvertible {
  struct Blame: Decodable {
    var image: String?
    var symbol: String?
    var holder: String?
  }

  var rule: String
  var severity: Severity
  var process: String?
  var pid: Int32?
  var task: UInt64?
  var name: String?
  var stage: String?
  var causes: [String]
  var by: UInt64?
  var blame: Blame
  var confidence: String

  var description: String {
    let blamed = blame.symbol ?? blame.holder ?? blame.image
    let parts: [(String, Any?)] = [
      ("task", task), ("by", by), ("stage", stage), ("confidence", confidence),
      ("causes", causes.isEmpty ? nil : causes), ("process", process), ("pid", pid),
      ("name", name), ("blame", blamed),
    ]
    let said = parts.compactMap { key, value in value.map { "\(key)=\($0)" } }
    return (["\(severity.rawValue) \(rule)"] + said).joined(separator: " ")
  }
}

/// journald's levels, in order of gravity.
enum Severity: String, Decodable, Comparable, CaseIterable {
  case info, notice, warning, err, crit

  static func < (a: Severity, b: Severity) -> Bool {
    let order = allCases
    return (order.firstIndex(of: a) ?? 0) < (order.firstIndex(of: b) ?? 0)
  }
}
