import AuditCore
import AuditStore

/// What `db check` prints. `auditor` is what the rows became; nil where they could not be read.
enum DatabaseReport {
  static func text(_ check: StoreCheck, _ auditor: Auditor?, _ style: TextStyle) -> [UInt8] {
    var page = TextPage(style: style)
    page.line([
      Run(check.path), Run(": "),
      check.isSound ? Run("sound", .good) : Run("damaged", .err),
    ])
    for problem in check.problems { page.line([Run("  " + problem)]) }
    var columns = Columns()
    for (name, value) in facts(check, auditor) { columns.row([[Run(name, .dim)], [Run(value)]]) }
    columns.write(to: &page, indent: 2)
    return page.bytes
  }

  private static func facts(_ check: StoreCheck, _ auditor: Auditor?) -> [(String, String)] {
    var facts: [(String, String)] = []
    if let moment = StateMoment(decoding: check.meta.bytes) {
      facts.append(
        ("captured", StampText.full(Stamp(instant: moment.clocks.wall))))
    }
    facts.append(("commit", "\(check.meta.epoch)"))
    facts.append(("version", "\(check.schemaVersion), rows \(check.meta.rowFormat)"))
    facts.append(("rows", "\(check.meta.rows)"))
    facts.append(("bytes", "\(check.pages * check.pageBytes), log \(check.logBytes)"))
    if let auditor {
      facts.append(("sessions", "\(auditor.sessionCount) open"))
      facts.append(("outstanding", "\(auditor.outstandingCount)"))
      facts.append(("leaking", "\(auditor.leakingCount)"))
    }
    return facts
  }

  static func json(_ check: StoreCheck, _ auditor: Auditor?) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("version", JSONReport.version)
      json.key("database")
      json.object { json in
        json.member("path", check.path)
        json.member("sound", check.isSound)
        json.member("problems", check.problems)
        json.member(
          "captured",
          StateMoment(decoding: check.meta.bytes).map { Stamp(instant: $0.clocks.wall) })
        json.member("commit", check.meta.epoch)
        json.member("schema", Int(check.schemaVersion))
        json.member("rowFormat", Int(check.meta.rowFormat))
        json.member("rows", Int(check.meta.rows))
        json.member("bytes", Int(check.pages * check.pageBytes))
        json.member("logBytes", Int(check.logBytes))
        json.member("sessions", auditor?.sessionCount)
        json.member("outstanding", auditor?.outstandingCount)
        json.member("leaking", auditor?.leakingCount)
      }
    }
    return json.bytes + [0x0A]
  }
}

extension StateDamage {
  /// What stands where, for a message.
  var text: String { "row \(key.owner)/\(key.kind)/\(key.key): \(reason)" }
}
