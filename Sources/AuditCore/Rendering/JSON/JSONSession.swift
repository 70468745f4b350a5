/// A launch as one JSON object: in the report and in `sessions --json`.
package enum JSONSession {
  /// An array with one session a line.
  package static func list(_ sessions: [SessionSummary], in json: inout JSONWriter) {
    json.array { json in
      for session in sessions {
        json.lineBreak()
        write(session, in: &json)
      }
    }
  }

  /// One object. `total` outstanding tasks where the summary may have fewer: then it says how many there
  /// are, and by which number the session is asked for.
  package static func write(
    _ session: SessionSummary, total: Int? = nil, in json: inout JSONWriter
  ) {
    json.object { json in
      if let total {
        json.member("number", session.number)
        json.member("outstandingCount", total)
      }
      json.member("session", session.identity.session)
      json.member("app", session.identity.app)
      json.member("process", session.identity.process)
      json.member("pid", session.identity.pid)
      json.member("device", session.identity.device)
      json.member("os", session.identity.os)
      json.member("begins", session.begins)
      json.member("ends", session.ends)
      json.member("outstanding", session.outstanding)
      json.member("verdict", session.verdict.rawValue)
      json.member("appVersion", session.identity.appVersion)
      if let uid = session.uid { json.member("uid", uid) }
    }
  }
}
