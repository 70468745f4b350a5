/// `bgtaskctl sessions`: one launch a line.
package enum SessionsText {
  /// A table with one launch a row; one sentence where there is none. `open` of them have not ended, where
  /// that is to be said.
  package static func render(
    _ sessions: [SessionSummary], open: Int? = nil, style: TextStyle
  ) -> [UInt8] {
    var page = TextPage(style: style)
    if sessions.isEmpty {
      page.line([Run("No sessions.")])
    } else {
      write(sessions, to: &page)
      if let open {
        let counts = "\(open) open, \(sessions.count - open) ended"
        page.line([Run("\(Words.count(sessions.count, "session")): \(counts)", .dim)])
      }
    }
    return page.bytes
  }

  static func write(_ sessions: [SessionSummary], to page: inout TextPage) {
    var columns = Columns()
    // Two users may give sessions the same names.
    let showsUsers = sessions.contains { $0.uid != sessions[0].uid }
    let user = showsUsers ? ["UID"] : []
    columns.header(
      ["VERDICT", "SESSION"] + user
        + ["PROCESS", "DEVICE", "OS", "BEGINS", "ENDS", "OUTSTANDING"])
    for session in sessions {
      let identity = session.identity
      let user = showsUsers ? [[Run(session.uid.map { String($0) } ?? "-")]] : []
      columns.row(
        [[Run(session.verdict.rawValue, Tone(session.verdict))], [Run(identity.session)]] + user + [
          [Run(Words.process(identity))],
          [Run(identity.device ?? "-")],
          [Run(identity.os ?? "-")],
          [Run(String(session.begins))],
          [Run(String(session.ends))],
          [Run(outstanding(session))],
        ])
    }
    columns.write(to: &page)
  }

  /// A count, as the columns beside it have, and which they are.
  private static func outstanding(_ session: SessionSummary) -> String {
    let ids = session.outstanding
    if ids.isEmpty { return "0" }
    return "\(ids.count) (\(ids.count == 1 ? "id" : "ids") \(Words.ids(ids)))"
  }
}
