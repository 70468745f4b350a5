/// `bgtaskctl groups --json`: one object, a group or an SDK a line, infos too.
package enum JSONGroups {
  /// `launchesOf` is null where a release is not told apart any more.
  package static func render(_ survey: GroupSurvey, by listing: GroupListing) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("version", JSONReport.version)
      json.member("launches", survey.launches)
      switch listing {
      case .fingerprint:
        json.key("groups")
        json.array { json in
          for row in survey.rows {
            json.lineBreak()
            write(row, in: &json)
          }
        }
      case .sdk:
        json.key("sdks")
        json.array { json in for holder in survey.holders { write(holder, in: &json) } }
      }
    }
    return json.bytes + [0x0A]
  }

  /// One group as an object.
  static func write(_ row: GroupSurvey.Row, in json: inout JSONWriter) {
    let group = row.group
    json.object { json in
      json.member("fingerprint", row.fingerprint)
      json.member("rule", group.rule.rawValue)
      json.member("severity", group.severity.name)
      json.member("name", group.name)
      JSONFinding.blame(group.blame, in: &json)
      json.member("sdk", group.sdk)
      json.member("count", group.count)
      json.member("launches", row.launches)
      json.member("launchesOf", row.launchesOf)
      json.member("firstSeen", group.first)
      json.member("lastSeen", group.last)
      json.key("releases")
      json.array { json in
        for part in row.releases {
          json.object { json in
            json.member("app", part.release?.app)
            json.member("appVersion", part.release?.version)
            json.member("count", part.count)
            json.member("launches", part.launches)
            json.member("launchesOf", part.launchesOf)
          }
        }
      }
      json.key("resolvedIn")
      json.array { json in
        for release in row.resolvedIn {
          json.object { json in
            json.member("app", release.app)
            json.member("appVersion", release.version)
          }
        }
      }
      json.member("silence", row.silence?.name)
    }
  }

  private static func write(_ holder: GroupSurvey.Holder, in json: inout JSONWriter) {
    json.lineBreak()
    json.object { json in
      json.member("name", holder.name)
      json.member("isSDK", holder.isSDK)
      json.member("severity", holder.severity.name)
      json.member("count", holder.count)
      json.member("groups", holder.groups)
      json.member("silenced", holder.silenced)
      json.member("releases", holder.releases.count)
      json.member("rules", holder.rules.map(\.rawValue))
      json.member("firstSeen", holder.first)
      json.member("lastSeen", holder.last)
    }
  }
}
