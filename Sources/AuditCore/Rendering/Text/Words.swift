extension Severity {
  /// `warning or graver`.
  package var orGraver: String { self == .crit ? name : "\(name) or graver" }
}

/// How findings, sessions and counts are called in text for people.
package enum Words {
  /// `1 task`, `3 tasks`; the plural is given where it is not made with an s.
  package static func count(_ number: Int, _ noun: String, plural: String? = nil) -> String {
    number == 1 ? "1 \(noun)" : "\(number) \(plural ?? noun + "s")"
  }

  /// `1`, `1 and 4`, `1, 4 and 6`; past `most` items "and N more".
  package static func list(_ items: [String], most: Int = 12) -> String {
    if items.count > most {
      return items.prefix(most).joined(separator: ", ") + " and \(items.count - most) more"
    }
    guard let last = items.last, items.count > 1 else { return items.first ?? "" }
    return items.dropLast().joined(separator: ", ") + " and " + last
  }

  /// "1, 4 and 6".
  package static func ids(_ ids: [UInt64]) -> String { list(ids.map { String($0) }) }

  /// `Chat[4312]`, and less where the log says less.
  package static func process(_ session: SessionIdentity) -> String {
    let name = session.process ?? session.app ?? "unnamed process"
    return session.pid.map { "\(name)[\($0)]" } ?? name
  }

  /// Everything known of the launch: `Chat[4312], com.example.chat 3.2, iPhone8,1, iOS 13.5.1, session s1`.
  package static func launch(_ session: SessionIdentity) -> String {
    var parts = [process(session)]
    if let app = session.app, session.process != nil || session.appVersion != nil {
      parts.append([app, session.appVersion].compactMap { $0 }.joined(separator: " "))
    }
    if let device = session.device { parts.append(device) }
    if let os = session.os { parts.append(os) }
    parts.append("session \(session.session)")
    return parts.joined(separator: ", ")
  }

  /// The most telling part of a blame; nil where nobody is known.
  package static func culprit(_ blame: Blame) -> String? {
    blame.holder ?? blame.symbol ?? blame.image
  }

  /// The message of a finding, and how many more there are of its fingerprint.
  package static func message(_ finding: Finding, others: Int) -> String {
    others == 0 ? finding.message : "\(finding.message) (and \(others) more)"
  }

  /// `4 findings, 3 of them warning or graver`: what is new, and how much of it fails.
  package static func outcome(_ report: Report) -> String {
    let news = report.findings.count(where: \.isNews)
    if news == 0 {
      return report.findings.contains { $0.excuse != nil } ? "no new findings" : "no findings"
    }
    let failing = report.findings.count(where: report.fails)
    return "\(count(news, "finding")), \(failing == 0 ? "none" : String(failing)) of them "
      + report.gate.failOn.orGraver
  }

  /// What the audit lacks, as a clause; nil where it is whole.
  package static func missing(_ report: Report) -> String? {
    if report.isWhole { return nil }
    let lines = report.summary.unreadableEvents
    var parts: [String] = []
    if lines > 0 {
      parts.append(
        lines == 1 ? "1 line that looks like an event" : "\(lines) lines that look like events")
    }
    if !report.unreadFiles.isEmpty { parts.append(count(report.unreadFiles.count, "file")) }
    return "not whole: "
      + (parts.isEmpty ? "events are missing" : list(parts) + " could not be read")
  }

  /// `app.log:9: looks like an event, but could not be read: longer than 1048576 bytes`.
  package static func unread(_ line: UnreadLine) -> String {
    "\(line.file):\(line.line): \(whyUnread(line))"
  }

  /// What is to be said of an unread line where it is.
  package static func whyUnread(_ line: UnreadLine) -> String {
    "looks like an event, but could not be read: \(line.reason)"
  }

  /// What is wrong with a suppression, as a clause.
  package static func unfit(_ outcome: SuppressionOutcome) -> String {
    let name = "suppression \(outcome.suppression.name)"
    let findings = count(outcome.matched, "finding")
    switch outcome.state {
    case .used: return "\(name) holds for \(findings)"
    case .unused: return "\(name) holds for nothing: remove it"
    case .expired:
      let day = outcome.suppression.until?.text ?? ""
      return "\(name) held until \(day) and would hold for \(findings)"
    case .exceeded:
      let most = outcome.suppression.countMax ?? 0
      return "\(name) would hold for \(findings), more than its maximum of \(most): for none"
    }
  }

  /// How far a task got, as a clause.
  package static func stage(_ stage: Stage) -> String {
    switch stage {
    case .open: "still open where the log stops"
    case .endedSession: "open when its session ended"
    case .pastDeadline: "past its deadline"
    case .expired: "its time expired and it was not ended"
    case .killed: "open when the system killed the app"
    case .inHandler: "ended by its expiration handler"
    case .afterHandler: "ended after its handler had returned or its deadline had passed"
    }
  }

  /// From first to last, with the date said once, and how long that is where the two can be compared.
  package static func period(_ first: Stamp?, _ last: Stamp?) -> String? {
    guard let first = first ?? last else { return nil }
    guard let last, last != first else { return StampText.full(first) }
    let end =
      StampText.date(first) == StampText.date(last)
      ? StampText.clock(last) : StampText.full(last)
    let range = "\(StampText.full(first)) to \(end)"
    if !first.isComparable(with: last) { return range }
    return "\(range) (\(DurationText.brief(last.instant - first.instant)))"
  }
}
