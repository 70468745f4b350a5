/// Writes the text format of Prometheus. Everything it is given is a number or a name of ours, but for the
/// values of labels, which are escaped.
package struct MetricsWriter {
  /// What Prometheus may do with a number.
  package enum Kind: String, Sendable { case counter, gauge, histogram }

  private var name: StaticString = ""
  package private(set) var bytes: [UInt8] = []

  package init() {}

  /// Begins a metric; its samples follow.
  package mutating func family(_ name: StaticString, _ kind: Kind, _ help: String) {
    self.name = name
    line("# HELP \(name) \(help)")
    line("# TYPE \(name) \(kind.rawValue)")
  }

  /// A metric of one sample.
  package mutating func single(_ name: StaticString, _ kind: Kind, _ help: String, _ value: Int) {
    family(name, kind, help)
    sample(value)
  }

  /// A metric of one sample, in seconds.
  package mutating func single(
    _ name: StaticString, _ kind: Kind, _ help: String, seconds: Microseconds
  ) {
    family(name, kind, help)
    line("\(name) \(DurationText.seconds(seconds))")
  }

  /// One sample of the metric that was begun last.
  package mutating func sample(_ value: Int, labels: [(name: StaticString, value: String)] = []) {
    line("\(name)\(Self.text(labels)) \(value)")
  }

  /// One sample for each rule and severity that has been counted, in the order of both.
  package mutating func samples(of counts: FindingCounts) {
    for rule in Rule.allCases {
      for severity in Severity.allCases {
        let count = counts[rule, severity]
        if count == 0 { continue }
        sample(count, labels: [("rule", rule.rawValue), ("severity", severity.name)])
      }
    }
  }

  /// The samples of a histogram.
  package mutating func histogram(_ counts: DurationCounts) {
    var sum = 0
    for (bound, count) in zip(DurationCounts.bounds, counts.buckets) {
      sum += count
      line("\(name)_bucket{le=\"\(DurationText.seconds(bound))\"} \(sum)")
    }
    line("\(name)_bucket{le=\"+Inf\"} \(counts.count)")
    line("\(name)_sum \(DurationText.seconds(counts.sum))")
    line("\(name)_count \(counts.count)")
  }

  private static func text(_ labels: [(name: StaticString, value: String)]) -> String {
    if labels.isEmpty { return "" }
    let parts = labels.map { "\($0.name)=\"\(escaped($0.value))\"" }
    return "{\(parts.joined(separator: ","))}"
  }

  private static func escaped(_ value: String) -> String {
    var text = ""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\\": text += "\\\\"
      case "\"": text += "\\\""
      case "\n": text += "\\n"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  private mutating func line(_ text: String) {
    bytes += Array(text.utf8)
    bytes.append(0x0A)
  }
}
