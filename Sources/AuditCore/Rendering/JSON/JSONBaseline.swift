/// `bgtaskctl audit --write-baseline`: one object with the keys of the report, a finding a line for each
/// fingerprint and severity, in an order that makes the difference of two such files readable.
package enum JSONBaseline {
  /// What `Baseline(of:)` counts; who is to blame is written for people, and not read.
  package static func render(_ report: Report) -> [UInt8] {
    var entries: [Entry] = []
    var positions: [String: Int] = [:]
    for finding in report.findings where finding.isNews || finding.excuse == .known {
      let key = "\(finding.fingerprint) \(finding.severity.name)"
      if let position = positions[key] {
        entries[position].count += 1
      } else {
        positions[key] = entries.count
        entries.append(Entry(finding: finding))
      }
    }
    entries.sort { a, b in
      (a.finding.rule.rawValue, a.finding.fingerprint, b.finding.severity)
        < (b.finding.rule.rawValue, b.finding.fingerprint, a.finding.severity)
    }
    return write(entries, sessions: report.summary.sessions)
  }

  private struct Entry {
    var finding: Finding
    var count = 1
  }

  private static func write(_ entries: [Entry], sessions: Int) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("version", JSONReport.version)
      json.key("summary")
      json.object { json in json.member("sessions", sessions) }
      json.key("findings")
      json.array { json in
        for entry in entries {
          json.lineBreak()
          json.object { json in
            json.member("rule", entry.finding.rule.rawValue)
            json.member("fingerprint", entry.finding.fingerprint)
            json.member("severity", entry.finding.severity.name)
            json.member("count", entry.count)
            json.member("name", entry.finding.name)
            JSONFinding.blame(entry.finding.blame, in: &json)
            json.key("sdk")
            if let sdk = entry.finding.sdk {
              json.object { json in json.member("product", sdk.name) }
            } else {
              json.null()
            }
          }
        }
      }
    }
    return json.bytes + [0x0A]
  }
}
