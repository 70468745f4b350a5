/// Which findings are asked for.
package struct FindingQuery: Hashable, Sendable {
  package var severityMin = Severity.info
  package var rule: Rule?
  /// The number of the session that they are about.
  package var session: Int?
  package var includeCleared = false
  package init() {}
}

// Parts of what `report` tells, for who asks often: no more is made than is shown.
extension Auditor {
  /// How many findings fit, and those from the position `skip` on, in the order of the report, one by one
  /// until `take` wants no more.
  package func findings(
    _ query: FindingQuery, skipping skip: Int, take: (Finding) -> Bool
  ) -> Int {
    var fit: [(session: Session, record: FindingRecord)] = []
    for session in index.sessions where query.session.map({ $0 == session.number }) ?? true {
      for record in session.findings.records {
        if record.severity < query.severityMin { continue }
        if record.state == .cleared && !query.includeCleared { continue }
        if let rule = query.rule, record.key.rule != rule { continue }
        fit.append((session, record))
      }
    }
    fit.sort {
      Self.inOrderOfReport(($0.session.number, $0.record), ($1.session.number, $1.record))
    }
    for (session, record) in fit.dropFirst(skip) {
      if !take(show(record, of: session)) { break }
    }
    return fit.count
  }

  static func inOrderOfReport(
    _ a: (session: Int, record: FindingRecord), _ b: (session: Int, record: FindingRecord)
  ) -> Bool {
    if a.record.severity != b.record.severity { return a.record.severity > b.record.severity }
    if a.session != b.session { return a.session < b.session }
    let (first, second) = (a.record.key, b.record.key)
    if a.record.task != b.record.task { return a.record.task ?? .max < b.record.task ?? .max }
    if first.rule != second.rule { return first.rule.position < second.rule.position }
    return first.ordinal < second.ordinal
  }

  /// Sessions below the number `before`, newest first, one by one until `take` wants no more; each with
  /// `idsMax` ids of outstanding tasks at most and the number of them all.
  package func sessions(
    before: Int?, idsMax: Int, take: (SessionSummary, _ outstanding: Int) -> Bool
  ) {
    for session in index.sessions.reversed() where before.map({ session.number < $0 }) ?? true {
      if !take(summary(of: session, idsMax: idsMax), session.ledger.count) { return }
    }
  }

  /// Sessions that are kept, ended ones included.
  package var keptSessions: Int { index.sessions.count }

  /// One session by its number; nil where it is not kept.
  package func session(
    number: Int, idsMax: Int
  ) -> (summary: SessionSummary, outstanding: Int)? {
    index.sessions.first { $0.number == number }
      .map { (summary(of: $0, idsMax: idsMax), $0.ledger.count) }
  }

  /// The report of the newest sessions only, with their histories: as many as have `tasksMax` tasks
  /// together, and `sessionsMax` at most. The counts of its summary are those of all.
  package func recentReport(sessionsMax: Int, tasksMax: Int) -> Report {
    var report = Report()
    report.summary = totals()
    let chosen = recentSessions(sessionsMax: sessionsMax, tasksMax: tasksMax)
    var shown: [(session: Session, record: FindingRecord)] = []
    for session in chosen {
      report.sessions.append(summary(of: session, idsMax: 0))
      if let history = history(of: session) { report.histories.append(history) }
      for record in session.findings.records where record.state != .cleared {
        shown.append((session, record))
      }
    }
    shown.sort {
      Self.inOrderOfReport(($0.session.number, $0.record), ($1.session.number, $1.record))
    }
    report.findings = shown.prefix(tasksMax).map { story($0.record, of: $0.session) }
    return report
  }

  /// In order of appearance. At least one, if there is any.
  private func recentSessions(sessionsMax: Int, tasksMax: Int) -> [Session] {
    var chosen: [Session] = []
    var tasks = 0
    for session in index.sessions.reversed() {
      tasks += session.ledger.count + (session.recorder?.tasks.count ?? 0)
      if chosen.count >= sessionsMax || (tasks > tasksMax && !chosen.isEmpty) { break }
      chosen.append(session)
    }
    return chosen.reversed()
  }

  /// How long the task has been open that has been so for longest, by the clock of its session; nil where
  /// none is, or none has a clock.
  package var oldestOpenAge: Microseconds? {
    var oldest: Microseconds?
    for session in index.sessions where session.isOpen && session.ledger.count > 0 {
      guard let begun = session.ledger[session.ledger.oldest].begun else { continue }
      let now = now.flatMap { now in session.offset.map { now + -$0 } }
      guard let latest = now ?? session.clock.latest else { continue }
      oldest = max(oldest ?? 0, latest - begun)
    }
    return oldest
  }
}
