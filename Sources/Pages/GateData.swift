import AuditCore

/// What stands beside the findings: lines that were not read, and what came of baseline and suppressions.
enum GateData {
  /// The members `unread` and `gate`.
  static func write(_ report: Report, in json: inout JSONWriter) {
    json.key("unread")
    json.array { json in
      for file in report.unreadFiles { json.string(Escaping.visible(file)) }
      for line in report.unread { json.string(Escaping.visible(Words.unread(line))) }
    }
    json.member("unreadUntold", report.unreadUntold)
    json.key("gate")
    json.object { json in
      if let baseline = report.gate.baseline {
        json.key("baseline")
        json.object { json in
          json.member("known", baseline.known)
          json.member("new", baseline.new)
          json.member("gone", baseline.gone)
        }
      }
      json.key("suppressions")
      json.array { json in for outcome in report.gate.suppressions { write(outcome, in: &json) } }
    }
  }

  private static func write(_ outcome: SuppressionOutcome, in json: inout JSONWriter) {
    let suppression = outcome.suppression
    json.object { json in
      json.text("name", suppression.name)
      json.text("state", outcome.state.rawValue)
      json.text("text", "\(suppression.file):\(suppression.line): \(Words.unfit(outcome))")
      json.text("reason", suppression.reason)
      json.text("until", suppression.until?.text)
    }
  }
}
