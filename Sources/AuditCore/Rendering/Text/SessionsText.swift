/// `bgtaskctl sessions`: one launch a line.
package enum SessionsText {
  /// A table with one launch a row; one sentence where there is none.
  package static func render(_ sessions: [SessionSummary], style: TextStyle) -> [UInt8] {
    var page = TextPage(style: style)
    if sessions.isEmpty {
      page.line([Run("No sessions.")])
    } else {
      write(sessions, to: &page)
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
          [Run(session.outstanding.isEmpty ? "-" : Words.ids(session.outstanding))],
        ])
    }
    columns.write(to: &page)
  }
}
