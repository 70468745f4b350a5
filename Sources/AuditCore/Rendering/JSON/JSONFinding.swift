/// A finding as one JSON object: in the report, in `findings --json`, and a line of `watch --json`.
package enum JSONFinding {
  /// An array with one finding a line.
  package static func list(_ findings: [Finding], in json: inout JSONWriter) {
    json.array { json in
      for finding in findings {
        json.lineBreak()
        write(finding, in: &json)
      }
    }
  }

  /// One object with every key of the format, null where there is no value.
  package static func write(_ finding: Finding, in json: inout JSONWriter) {
    json.object { json in
      head(finding, in: &json)
      blame(finding.blame, in: &json)
      json.member("confidence", finding.confidence.rawValue)
      json.member("tentative", finding.tentative)
      json.member("fingerprint", finding.fingerprint)
      json.member("firstTime", finding.firstTime)
      json.member("lastTime", finding.lastTime)
      json.member("message", finding.message)
      json.member("advice", finding.advice)
      evidence(finding.evidence, in: &json)
      json.member("id", finding.id)
      json.member("app", finding.session.app)
      json.member("appVersion", finding.session.appVersion)
      json.member("device", finding.session.device)
      json.member("os", finding.session.os)
      json.member("stack", finding.stack)
      sdk(finding.sdk, in: &json)
      json.member("excuse", finding.excuse?.name)
      json.member("suppression", finding.excuse?.suppression?.name)
      json.member("silence", finding.silence?.name)
    }
  }

  private static func head(_ finding: Finding, in json: inout JSONWriter) {
    json.member("rule", finding.rule.rawValue)
    json.member("severity", finding.severity.name)
    json.member("state", finding.state.rawValue)
    json.member("session", finding.session.session)
    json.member("process", finding.session.process)
    json.member("pid", finding.session.pid)
    json.member("task", finding.task)
    json.member("name", finding.name)
    json.member("stage", finding.stage?.rawValue)
    json.member("causes", finding.causes.map(\.rawValue))
    json.member("by", finding.by)
    json.member("candidates", finding.candidates)
    json.member("related", finding.related)
  }

  /// The member `blame`: image, symbol and holder.
  package static func blame(_ blame: Blame, in json: inout JSONWriter) {
    json.key("blame")
    json.object { json in
      json.member("image", blame.image)
      json.member("symbol", blame.symbol)
      json.member("holder", blame.holder)
    }
  }

  /// The member `sdk`: the product and what is known of it; null where no SDK is to blame.
  private static func sdk(_ sdk: SDKProduct?, in json: inout JSONWriter) {
    json.key("sdk")
    guard let sdk else { return json.null() }
    json.object { json in
      json.member("product", sdk.name)
      json.member("known", sdk.known)
      json.member("fixedIn", sdk.fixedIn)
      json.member("link", sdk.link)
    }
  }

  private static func evidence(_ evidence: [Evidence], in json: inout JSONWriter) {
    json.key("evidence")
    json.array { json in
      for item in evidence {
        json.object { json in
          json.member("file", item.file)
          json.member("line", item.line)
          json.member("event", item.event)
          json.member("task", item.task)
          json.member("seq", item.sequence)
          json.member("time", item.time)
          json.member("detail", item.detail)
        }
      }
    }
  }
}
