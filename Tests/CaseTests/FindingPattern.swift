/// Part of a finding, as a case asks for it: what is not said matches anything.
struct FindingPattern: Decodable, Sendable, CustomStringConvertible {
  var rule: String?
  var task: UInt64?
  var process: String?
  var pid: Int32?
  var by: UInt64?
  var stage: OneOf?
  var confidence: OneOf?
  var atLeast: Severity?
  var atMost: Severity?
  /// Occurs in the image, symbol or holder to blame, or in the task's name.
  var blame: String?
  var causes: [String]?
  /// Number of findings that must match; nil for one or more.
  var count: Int?

  static let knownKeys: Set<String> = [
    "rule", "task", "process", "pid", "by", "stage", "confidence", "atLeast", "atMost", "blame",
    "causes", "count",
  ]

  /// A value, or a list of which one must hold.
  struct OneOf: Decodable, Sendable {
    var values: [String]

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let value = try? container.decode(String.self) {
        values = [value]
      } else {
        values = try container.decode([String].self)
      }
    }
  }

  func matches(_ finding: ReportedFinding) -> Bool {
    let places = [
      finding.blame.image, finding.blame.symbol, finding.blame.holder, finding.name,
    ].compactMap(\.self)
    return holds(rule, finding.rule) && holds(task, finding.task)
      && holds(process, finding.process) && holds(pid, finding.pid) && holds(by, finding.by)
      && (stage?.values.contains(finding.stage ?? "") ?? true)
      && (confidence?.values.contains(finding.confidence) ?? true)
      && (atLeast.map { finding.severity >= $0 } ?? true)
      && (atMost.map { finding.severity <= $0 } ?? true)
      && (blame.map { text in places.contains { $0.contains(text) } } ?? true)
      && (causes ?? []).allSatisfy(finding.causes.contains)
  }

  private func holds<Value: Equatable>(_ wanted: Value?, _ found: Value?) -> Bool {
    wanted == nil || wanted == found
  }

  /// The keys that are said, for the message of a test that fails.
  var description: String {
    let said: [(String, Any?)] = [
      ("rule", rule), ("task", task), ("process", process), ("pid", pid), ("by", by),
      ("stage", stage?.values), ("confidence", confidence?.values), ("atLeast", atLeast?.rawValue),
      ("atMost", atMost?.rawValue), ("blame", blame), ("causes", causes), ("count", count),
    ]
    return said.compactMap { key, value in value.map { "\(key)=\($0)" } }.joined(separator: " ")
  }
}
