/// What SARIF calls a notification of the tool: a log that was not read whole, or a suppression that is good
/// for nothing any more.
struct SARIFNotification {
  var id: StaticString
  var level: StaticString
  var message: String
  var file: String
  var line: Int

  /// Unread lines first, each in the order of the report.
  static func all(of report: Report) -> [SARIFNotification] {
    var all = report.unread.map { line in
      SARIFNotification(
        id: "unread-line", level: report.gate.requiresWhole ? "error" : "warning",
        message: Words.whyUnread(line), file: line.file, line: Int(line.line))
    }
    for outcome in report.gate.suppressions where outcome.state != .used {
      all.append(
        SARIFNotification(
          id: "unfit-suppression", level: "note", message: Words.unfit(outcome),
          file: outcome.suppression.file, line: outcome.suppression.line))
    }
    return all
  }

  /// The member `invocations`, where there is something to notify.
  static func write(
    _ notifications: [SARIFNotification], of report: Report, _ artifacts: SARIFArtifacts,
    in json: inout JSONWriter
  ) {
    if notifications.isEmpty, report.isWhole { return }
    json.key("invocations")
    json.array { json in
      json.object { json in
        json.member("executionSuccessful", !report.lacksEvents)
        json.key("toolExecutionNotifications")
        json.array { json in
          if let missing = Words.missing(report) { partial(missing, of: report, in: &json) }
          for notification in notifications { notification.write(artifacts, in: &json) }
        }
      }
    }
  }

  private static func partial(
    _ missing: String, of report: Report, in json: inout JSONWriter
  ) {
    json.lineBreak()
    json.object { json in
      head("partial-audit", report.lacksEvents ? "error" : "warning", in: &json)
      json.key("message")
      SARIFRule.text("The audit is \(missing).", in: &json)
    }
  }

  private static func head(
    _ id: StaticString, _ level: StaticString, in json: inout JSONWriter
  ) {
    json.key("descriptor")
    json.object { json in json.member("id", "\(id)") }
    json.member("level", "\(level)")
  }

  private func write(_ artifacts: SARIFArtifacts, in json: inout JSONWriter) {
    json.lineBreak()
    json.object { json in
      Self.head(id, level, in: &json)
      json.key("message")
      SARIFRule.text(message, in: &json)
      json.key("locations")
      json.array { json in
        json.object { json in
          json.key("physicalLocation")
          json.object { json in
            artifacts.location(of: file, in: &json)
            json.key("region")
            json.object { json in json.member("startLine", line) }
          }
        }
      }
    }
  }
}
