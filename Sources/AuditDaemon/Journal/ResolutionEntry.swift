import AuditCore
import Systemd

/// That a release went by without a group of findings, as an entry of the journal: good news, and a notice.
enum ResolutionEntry {
  static func make(_ resolution: GroupResolution) -> JournalEntry {
    JournalEntry(
      priority: Severity.notice.priority, message: Escaping.visible(message(resolution)),
      fields: fields(of: resolution))
  }

  /// Tells apart what is said of groups and releases.
  static func hash(_ resolution: GroupResolution) -> UInt64 {
    let release = resolution.release
    return FindingEntry.hash(
      "\(resolution.fingerprint) \(release.app ?? "") \(release.version ?? "") resolved")
  }

  private static func message(_ resolution: GroupResolution) -> String {
    let group = resolution.group
    let whose = (Words.culprit(group.blame) ?? group.name).map { " of \($0)" } ?? ""
    let release = resolution.release.version.map { " of \($0)" } ?? ""
    return
      "\(resolution.release.app ?? "unnamed app"): \(group.rule.rawValue)\(whose) is resolved: "
      + "\(Words.count(resolution.launches, "launch", plural: "launches"))\(release) ended without it"
  }

  private static func fields(of resolution: GroupResolution) -> [JournalField] {
    let group = resolution.group
    var fields = FieldList()
    fields.add("MESSAGE_ID", MessageID.resolved)
    fields.add("BGTASK_RULE", group.rule.rawValue)
    fields.add("BGTASK_STATE", "resolved")
    fields.add("BGTASK_NAME", group.name)
    fields.add("BGTASK_APP", resolution.release.app)
    fields.add("BGTASK_APP_VERSION", resolution.release.version)
    fields.add("BGTASK_BLAME_IMAGE", group.blame.image)
    fields.add("BGTASK_BLAME_SYMBOL", group.blame.symbol)
    fields.add("BGTASK_HOLDER", group.blame.holder ?? "unknown")
    fields.add("BGTASK_SDK", group.sdk)
    fields.add("BGTASK_FINGERPRINT", resolution.fingerprint)
    fields.add("BGTASK_GROUP_COUNT", String(group.count))
    fields.add("BGTASK_GROUP_LAUNCHES", String(resolution.groupLaunches))
    fields.add("BGTASK_GROUP_LAST_RELEASE", resolution.last.version ?? "unknown")
    return fields.fields
  }
}
