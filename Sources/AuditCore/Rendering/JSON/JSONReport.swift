/// `bgtaskctl audit --format json`: one object, its keys and their order fixed for scripts.
///
/// Keys may be added, never renamed. Every session and every finding stands on a line of its own.
package enum JSONReport {
  /// The version of the format, the first member of every object.
  package static let version = 1

  /// The whole report as one object, with a line feed at its end.
  package static func render(_ report: Report) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("version", version)
      json.lineBreak()
      json.key("summary")
      summary(report, in: &json)
      json.lineBreak()
      json.key("sessions")
      JSONSession.list(report.sessions, in: &json)
      json.lineBreak()
      json.key("findings")
      JSONFinding.list(report.findings, in: &json)
      json.lineBreak()
      json.key("unread")
      json.array { json in for line in report.unread { unread(line, in: &json) } }
      json.lineBreak()
      json.member("unreadFiles", report.unreadFiles)
      json.lineBreak()
      json.key("gate")
      gate(report, in: &json)
    }
    return json.bytes + [0x0A]
  }

  /// What fails a build, and what came of the baseline.
  private static func gate(_ report: Report, in json: inout JSONWriter) {
    json.object { json in
      json.member("failOn", report.gate.failOn.name)
      json.member("failing", report.findings.count(where: report.fails))
      json.member("requiresWhole", report.gate.requiresWhole)
      json.key("baseline")
      if let baseline = report.gate.baseline {
        json.object { json in
          json.member("known", baseline.known)
          json.member("new", baseline.new)
          json.member("gone", baseline.gone)
        }
      } else {
        json.null()
      }
      json.key("suppressions")
      json.array { json in
        for outcome in report.gate.suppressions { suppression(outcome, in: &json) }
      }
    }
  }

  /// A line that looks like an event and was not read.
  private static func unread(_ line: UnreadLine, in json: inout JSONWriter) {
    json.lineBreak()
    json.object { json in
      json.member("file", line.file)
      json.member("line", line.line)
      json.member("reason", line.reason)
    }
  }

  private static func suppression(_ outcome: SuppressionOutcome, in json: inout JSONWriter) {
    json.lineBreak()
    json.object { json in
      json.member("name", outcome.suppression.name)
      json.member("state", outcome.state.rawValue)
      json.member("matched", outcome.matched)
      json.member("maximum", outcome.suppression.countMax)
      json.member("until", outcome.suppression.until?.text)
      json.member("reason", outcome.suppression.reason)
      json.member("file", outcome.suppression.file)
      json.member("line", outcome.suppression.line)
    }
  }

  private static func summary(_ report: Report, in json: inout JSONWriter) {
    json.object { json in
      json.member("lines", report.summary.lines)
      json.member("events", report.summary.events)
      json.member("skippedLines", report.summary.skippedLines)
      json.member("unreadableEvents", report.summary.unreadableEvents)
      json.member("sessions", report.summary.sessions)
      json.member("begins", report.summary.begins)
      json.member("ends", report.summary.ends)
      json.member("outstanding", report.summary.outstanding)
      json.key("findings")
      let tally = FindingTally(report.findings)
      json.object { json in
        json.member("crit", tally[.crit])
        json.member("err", tally[.err])
        json.member("warning", tally[.warning])
        json.member("notice", tally[.notice])
        json.member("info", tally[.info])
      }
      json.member("cleared", tally.cleared)
      json.member("known", tally.known)
      json.member("suppressed", tally.suppressed)
      json.member("findingsDropped", report.summary.findingsDropped)
      json.member("textsDropped", report.summary.textsDropped)
      json.member("whole", report.isWhole)
    }
  }
}
