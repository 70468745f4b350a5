import AuditCore
import LinuxIO
import Systemd

/// Makes the journal entry of a finding that became suspected, confirmed, graver or cleared.
enum FindingEntry {
  /// Findings below this stay out of the journal.
  static let severityMin = Severity.notice

  /// `client` is who posted the finding's last event, where that is still known.
  static func make(_ change: FindingChange, client: PeerCredentials?) -> JournalEntry {
    let finding = change.finding
    let cleared = finding.state == .cleared
    return JournalEntry(
      // That a suspicion came to nothing is no alert, however grave it would have been.
      priority: cleared ? Severity.notice.priority : finding.severity.priority,
      message: Escaping.visible(message(change)),
      fields: fields(of: change, client: client))
  }

  /// Tells alerts apart, also those of different runs: of one finding each state is told once.
  static func hash(_ change: FindingChange) -> UInt64 {
    hash("\(change.finding.id) \(change.finding.state.rawValue)")
  }

  static func hash(_ text: String) -> UInt64 {
    text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// Tells apart the entries that count what was held back, by the hash of the latest of that.
  static func heldBackHash(upTo hash: UInt64) -> UInt64 { ~hash }

  /// What happened, with where in front and what to look for behind: the line stands among those of
  /// other programs.
  private static func message(_ change: FindingChange) -> String {
    let finding = change.finding
    let verdict = finding.state == .cleared ? "no longer holds: " : ""
    var kind = "\(finding.rule.rawValue), \(finding.state.rawValue)"
    // Of the others there may be no entry.
    if let group = change.group, group.count > 1 {
      let launches = Words.count(group.launches, "launch", plural: "launches")
      kind += ", \(group.count) of its kind in \(launches)"
    }
    return "\(Words.process(finding.session)): \(verdict)\(finding.message) [\(kind)]"
  }

  private static func fields(
    of change: FindingChange, client: PeerCredentials?
  ) -> [JournalField] {
    let finding = change.finding
    var fields = FieldList()
    fields.add("MESSAGE_ID", MessageID.of(finding.rule))
    fields.add("BGTASK_RULE", finding.rule.rawValue)
    fields.add("BGTASK_STATE", finding.state.rawValue)
    fields.add("BGTASK_TASK", finding.task.map { String($0) })
    fields.add("BGTASK_NAME", finding.name)
    fields.add("BGTASK_BY", finding.by.map { String($0) })
    fields.add("BGTASK_STAGE", finding.stage?.rawValue)
    fields.add("BGTASK_CAUSES", list(finding.causes.map(\.rawValue)))
    fields.add("BGTASK_RELATED", list(finding.related.map { String($0) }))
    fields.add("BGTASK_CANDIDATES", list(finding.candidates.map { String($0) }))
    add(finding.session, to: &fields)
    fields.add("BGTASK_BLAME_IMAGE", finding.blame.image)
    fields.add("BGTASK_BLAME_SYMBOL", finding.blame.symbol)
    // Always there, because the message catalog names it.
    fields.add("BGTASK_HOLDER", finding.blame.holder ?? "unknown")
    fields.add("BGTASK_SDK", finding.sdk?.name)
    fields.add("BGTASK_CONFIDENCE", finding.confidence.rawValue)
    fields.add("BGTASK_FINGERPRINT", finding.fingerprint)
    if let group = change.group {
      fields.add("BGTASK_GROUP_COUNT", String(group.count))
      fields.add("BGTASK_GROUP_LAUNCHES", String(group.launches))
      fields.add("BGTASK_GROUP_RELEASES", String(group.releases))
      fields.add("BGTASK_GROUP_FIRST", group.first.map(StampText.rfc3339))
    }
    fields.add("BGTASK_FINDING", finding.id)
    fields.add("BGTASK_ADVICE", finding.advice)
    fields.add(lines: "BGTASK_STACK", finding.stack)
    fields.add(client)
    return fields.fields
  }

  private static func add(_ session: SessionIdentity, to fields: inout FieldList) {
    fields.add("BGTASK_SESSION", session.session)
    fields.add("BGTASK_APP", session.app)
    fields.add("BGTASK_APP_VERSION", session.appVersion)
    fields.add("BGTASK_DEVICE", session.device)
    fields.add("BGTASK_OS", session.os)
    fields.add("BGTASK_PROCESS", session.process)
    fields.add("BGTASK_PID", session.pid.map { String($0) })
  }

  private static func list(_ items: [String]) -> String? {
    items.isEmpty ? nil : items.joined(separator: " ")
  }
}
