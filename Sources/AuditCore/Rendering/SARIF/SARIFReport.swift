/// `bgtaskctl audit --format sarif`: one run in SARIF 2.1.0 (OASIS), for code scanning services and
/// viewers. Results are the findings, rules the whole catalogue, artifacts the files of the evidence.
package enum SARIFReport {
  static let schema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
  /// The base of relative paths, as code scanning services call the root of the sources.
  static let base = "%SRCROOT%"

  /// The whole log file; infos and cleared findings are results only with `style.all`.
  package static func render(_ report: Report, style: TextStyle) -> [UInt8] {
    let findings = report.told(all: style.all)
    var artifacts = SARIFArtifacts(folder: report.gate.folder)
    for finding in findings {
      for item in finding.evidence { artifacts.add(item.file) }
    }
    let notifications = SARIFNotification.all(of: report)
    for notification in notifications { artifacts.add(notification.file) }
    var json = JSONWriter()
    json.object { json in
      json.member("version", "2.1.0")
      json.member("$schema", schema)
      json.key("runs")
      json.array { json in
        json.object { json in
          SARIFRule.writeTool(in: &json)
          json.member("columnKind", "utf16CodeUnits")
          artifacts.write(in: &json)
          SARIFNotification.write(notifications, of: report, artifacts, in: &json)
          results(findings, of: report, artifacts, in: &json)
        }
      }
    }
    return json.bytes + [0x0A]
  }

  private static func results(
    _ findings: [Finding], of report: Report, _ artifacts: SARIFArtifacts,
    in json: inout JSONWriter
  ) {
    var occurrences: [String: Int] = [:]
    json.key("results")
    json.array { json in
      for finding in findings {
        occurrences[finding.fingerprint, default: 0] += 1
        json.lineBreak()
        SARIFResult(
          finding: finding, occurrence: occurrences[finding.fingerprint, default: 0],
          gate: report.gate, artifacts: artifacts
        ).write(in: &json)
      }
    }
  }
}

/// The files that results point into, each named once.
struct SARIFArtifacts {
  private let folder: String?
  private var uris: [String] = []
  private var positions: [String: Int] = [:]

  init(folder: String?) { self.folder = folder }

  mutating func add(_ file: String) {
    if positions[file] != nil { return }
    positions[file] = uris.count
    uris.append(file == "-" ? "stdin" : ReportPath.uri(file, relativeTo: folder))
  }

  /// The array `artifacts`.
  func write(in json: inout JSONWriter) {
    json.key("artifacts")
    json.array { json in
      for uri in uris {
        json.lineBreak()
        json.object { json in
          json.key("location")
          json.object { json in reference(uri, in: &json) }
          json.member("mimeType", "text/plain")
        }
      }
    }
  }

  /// The member `artifactLocation`, for a file that was added.
  func location(of file: String, in json: inout JSONWriter) {
    guard let position = positions[file] else { return }
    json.key("artifactLocation")
    json.object { json in
      reference(uris[position], in: &json)
      json.member("index", position)
    }
  }

  private func reference(_ uri: String, in json: inout JSONWriter) {
    json.member("uri", uri)
    if !uri.hasPrefix("file:") { json.member("uriBaseId", SARIFReport.base) }
  }
}
