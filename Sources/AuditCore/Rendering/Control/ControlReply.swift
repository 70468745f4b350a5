/// What the daemon answers on the control socket: a header line, then what `bgtaskctl` prints as it is.
package enum ControlReply {
  /// The whole answer. For `watch` it is the header alone; `change` makes what follows.
  package static func make(
    for request: ControlRequest, auditor: Auditor, status: DaemonStatus
  ) -> [UInt8] {
    do throws(ControlRequest.Problem) {
      let body = try body(for: request, auditor: auditor, status: status)
      return header(bodyBytes: request.verb == .watch ? nil : body.count) + body
    } catch {
      return refusal(error)
    }
  }

  /// What one change of a finding adds to the answer of a `watch`.
  package static func change(_ change: FindingChange, for request: ControlRequest) -> [UInt8] {
    switch request.format {
    case .json: JSONLists.change(change)
    case .text: FindingLine.render(change, style: request.style)
    }
  }

  /// The answer to a request that cannot be met or read.
  package static func refusal(_ problem: ControlRequest.Problem) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("ok", false)
      json.member("error", problem.text)
      json.member("exit", problem.exit)
    }
    return json.bytes + [0x0A]
  }

  /// `bodyBytes` lets the asking program see that an answer was cut off; a watch has no end.
  private static func header(bodyBytes: Int?) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("ok", true)
      if let bodyBytes { json.member("bytes", bodyBytes) }
    }
    return json.bytes + [0x0A]
  }

  private static func body(
    for request: ControlRequest, auditor: Auditor, status: DaemonStatus
  ) throws(ControlRequest.Problem) -> [UInt8] {
    let json = request.format == .json
    let style = request.style
    switch request.verb {
    case .status:
      return json
        ? JSONLists.status(status, auditor: auditor)
        : StatusText.render(status, auditor: auditor, style: style)
    case .sessions:
      let sessions = auditor.report().sessions
      return json
        ? JSONLists.sessions(sessions)
        : SessionsText.render(sessions, open: auditor.sessionCount, style: style)
    case .outstanding:
      let tasks = auditor.outstandingTasks()
      return json ? JSONLists.outstanding(tasks) : OutstandingText.render(tasks, style: style)
    case .findings:
      let findings = auditor.report(includeCleared: style.all).findings
      return json ? JSONLists.findings(findings) : FindingsText.render(findings, style: style)
    case .show:
      let finding = try story(request, auditor: auditor)
      return json ? JSONLists.story(finding) : StoryText.render(finding, style: style)
    case .groups:
      let survey = auditor.groupSurvey()
      return json
        ? JSONGroups.render(survey, by: request.listing)
        : GroupsText.render(survey, by: request.listing, style: style)
    case .watch:
      return []
    }
  }

  private static func story(
    _ request: ControlRequest, auditor: Auditor
  ) throws(ControlRequest.Problem) -> Finding {
    let id = request.findingID ?? ""
    if let finding = auditor.story(of: id) { return finding }
    let like = auditor.report(includeCleared: true).findings.count { $0.id.hasPrefix(id) }
    throw ControlRequest.Problem(
      "show: \(Escaping.visible(id)): "
        + (like == 0 ? "no finding has this id" : "\(like) findings have an id that starts so"),
      exit: 1)
  }
}
