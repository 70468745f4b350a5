/// `bgtaskctl compare --json`: one object, a fingerprint a line.
package enum JSONComparison {
  /// All fingerprints, unchanged ones too; rates are findings for each launch.
  package static func render(_ comparison: RunComparison) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("version", JSONReport.version)
      json.member("verdict", comparison.verdict.rawValue)
      json.key("launches")
      json.object { json in
        json.member("old", comparison.oldSessions)
        json.member("new", comparison.newSessions)
      }
      json.key("changes")
      json.array { json in
        for change in comparison.changes { write(change, of: comparison, in: &json) }
      }
      json.lineBreak()
      json.key("sdks")
      json.array { json in
        for share in comparison.shares {
          json.lineBreak()
          json.object { json in
            json.member("name", share.name)
            json.member("isSDK", share.isSDK)
            counts(share.old, share.new, of: comparison, in: &json)
          }
        }
      }
    }
    return json.bytes + [0x0A]
  }

  private static func write(
    _ change: RunComparison.Change, of comparison: RunComparison, in json: inout JSONWriter
  ) {
    json.lineBreak()
    json.object { json in
      json.member("change", change.kind.rawValue)
      json.member("worse", change.isWorse)
      json.member("rule", change.group.rule)
      json.member("severity", change.group.severity.name)
      json.member("fingerprint", change.group.fingerprint)
      json.member("name", change.group.name)
      JSONFinding.blame(change.group.blame, in: &json)
      json.member("sdk", change.group.sdk)
      counts(change.old, change.new, of: comparison, in: &json)
    }
  }

  private static func counts(
    _ old: Int, _ new: Int, of comparison: RunComparison, in json: inout JSONWriter
  ) {
    json.member("old", old)
    json.member("new", new)
    json.member("oldRate", millionths: LaunchRate.millionths(old, of: comparison.oldSessions))
    json.member("newRate", millionths: LaunchRate.millionths(new, of: comparison.newSessions))
  }
}
