extension Auditor {
  /// All that is to be said now. `includeCleared` adds the findings that turned out harmless;
  /// `withHistories` what each session did, and to each finding the whole story that `story(of:)` tells.
  package func report(includeCleared: Bool = false, withHistories: Bool = false) -> Report {
    var report = Report()
    var shown: [(session: Int, record: FindingRecord, finding: Finding)] = []
    report.summary = totals()
    for session in index.sessions {
      report.sessions.append(summary(of: session))
      for record in session.findings.records where includeCleared || record.state != .cleared {
        let finding = withHistories ? story(record, of: session) : show(record, of: session)
        shown.append((session.number, record, finding))
      }
    }
    shown.sort { Self.inOrderOfReport(($0.session, $0.record), ($1.session, $1.record)) }
    report.findings = shown.map(\.finding)
    report.unread = unread
    if withHistories { report.histories = histories() }
    return report
  }

  /// Counts over all sessions, those of findings apart.
  func totals() -> Report.Summary {
    var totals = Report.Summary()
    totals.lines = lines
    totals.events = events
    totals.skippedLines = skippedLines
    totals.unreadableEvents = unreadableEvents
    totals.textsDropped = texts.refused + stacks.refused
    totals.sessions = index.sessions.count
    for session in index.sessions {
      totals.begins += session.begins
      totals.ends += session.ends
      totals.outstanding += session.ledger.count
      totals.findingsDropped += session.findings.dropped
    }
    return totals
  }

  /// With the `idsMax` ids of outstanding tasks that were begun first.
  func summary(of session: Session, idsMax: Int = .max) -> SessionSummary {
    var summary = SessionSummary(identity: session.identity)
    summary.number = session.number
    summary.uid = session.uid
    summary.begins = session.begins
    summary.ends = session.ends
    summary.outstanding = session.ledger.first(idsMax).map { session.ledger[$0].id }.sorted()
    let standing = session.findings.records.filter { $0.state != .cleared }
    if standing.contains(where: { $0.key.rule == .systemKill }) {
      summary.verdict = .killed
    } else if standing.contains(where: { $0.key.rule == .unpairedTask && $0.severity >= .warning })
    {
      summary.verdict = .leaking
    } else if standing.contains(where: { $0.severity >= .warning }) {
      summary.verdict = .suspect
    }
    return summary
  }

  /// Every outstanding task of the sessions that are open, in order of session and begin.
  package func outstandingTasks() -> [OutstandingTask] {
    var tasks: [OutstandingTask] = []
    tasks.reserveCapacity(outstandingCount)
    _ = outstandingTasks(ofSession: nil, skipping: 0) {
      tasks.append($0)
      return true
    }
    return tasks
  }

  /// How many there are, of one session or of all, and those from the position `skip` on, one by one until
  /// `take` wants no more.
  package func outstandingTasks(
    ofSession number: Int?, skipping skip: Int, take: (OutstandingTask) -> Bool
  ) -> Int {
    var total = 0
    var wantsMore = true
    // Many tasks share few stacks.
    var printed: [StackID: [String]] = [:]
    var blames: [BlameSource: Blame] = [:]
    for session in index.sessions
    where session.isOpen && number.map({ $0 == session.number }) ?? true {
      let before = total
      total += session.ledger.count
      if !wantsMore || total <= skip { continue }
      let identity = session.identity
      let now = now.flatMap { now in session.offset.map { now + -$0 } }
      for slot in session.ledger.inOrder().dropFirst(max(0, skip - before)) {
        let record = session.ledger[slot]
        let key = FindingKey(rule: .unpairedTask, task: record.id)
        let finding = record.flags.contains(.found) ? session.findings[key] : nil
        let stage = finding.flatMap { $0.state == .cleared ? nil : $0.stage } ?? .open
        var task = OutstandingTask(session: identity, task: record.id, stage: stage)
        task.name = texts.text(record.name)
        let unseen = record.flags.contains(.beginUnseen)
        task.begun = unseen ? nil : session.stamp(record.stamp)
        if let latest = now.map({ max($0, session.clock.latest ?? $0) }) ?? session.clock.latest {
          task.age = record.begun.map { latest - $0 }
          task.left = session.deadline(of: slot).map { $0.time - latest }
        }
        let source = BlameSource(stack: record.stack, name: record.name)
        task.blame =
          blames[source] ?? session.facts(stack: record.stack, name: record.name).blame
        blames[source] = task.blame
        task.stack =
          record.stack.isNone ? [] : printed[record.stack] ?? stacks.lines(record.stack)
        if !record.stack.isNone { printed[record.stack] = task.stack }
        wantsMore = take(task)
        if !wantsMore { break }
      }
    }
    return total
  }

  /// The finding with the id, or the only one whose id starts so; its evidence is the whole story:
  /// the app's changes of state between the first and the last of its events stand in it too.
  package func story(of findingID: String) -> Finding? {
    if findingID.isEmpty { return nil }
    var found: (Session, FindingRecord)?
    for session in index.sessions {
      for record in session.findings.records {
        let id = identifier(record, of: session)
        if id == findingID { return story(record, of: session) }
        if id.hasPrefix(findingID) {
          if found != nil { return nil }
          found = (session, record)
        }
      }
    }
    return found.map { story($0.1, of: $0.0) }
  }

  func story(_ record: FindingRecord, of session: Session) -> Finding {
    var told = record
    if let task = record.task.flatMap(session.task) {
      told.evidence.append(session.beginItem(of: task))
    }
    let orders = told.evidence.map(\.order)
    guard let first = orders.min(), let last = orders.max() else {
      return show(record, of: session)
    }
    for change in session.phases.changes where change.order >= first && change.order <= last {
      told.evidence.append(
        EvidenceItem(
          word: change.word.name, task: nil, place: change.place, stamp: change.stamp,
          detail: change.isInferred ? "seen from another line" : nil, order: change.order))
    }
    var seen = Set<String>()
    told.evidence = told.evidence.filter { seen.insert("\($0.order) \($0.word)").inserted }
    return show(told, of: session)
  }

  /// Resolves a record to texts.
  func show(_ record: FindingRecord, of session: Session) -> Finding {
    let entry = RuleBook[record.key.rule]
    var finding = Finding(
      id: identifier(record, of: session), rule: record.key.rule, severity: record.severity,
      state: record.state, session: session.identity, fingerprint: fingerprint(record, session),
      message: entry.message(record, session), advice: entry.advice(record, session))
    finding.sessionNumber = session.number
    finding.task = record.task
    finding.name = texts.text(record.blame.name)
    finding.stage = record.stage
    finding.causes = record.causes
    finding.by = record.by
    finding.candidates = record.candidates
    finding.related = record.related
    finding.blame = session.resolve(record.blame)
    name(&finding, isSystem: record.blame.isSystem)
    finding.silence = silence(for: finding, mark: record.mark)
    finding.confidence = record.confidence
    finding.tentative = record.tentative
    finding.stack = record.blame.stack.isNone ? [] : stacks.lines(record.blame.stack)
    let items = record.evidence.sorted { ($0.order, $0.word) < ($1.order, $1.word) }
    finding.evidence = items.map { item in
      var evidence = Evidence(
        file: sourceName(item.place), line: item.place.line,
        sequence: item.place.sequence, event: item.word, task: item.task,
        time: session.stamp(item.stamp), detail: item.detail)
      evidence.order = item.order
      return evidence
    }
    let times = finding.evidence.compactMap(\.time)
    finding.firstTime = times.min { $0.instant < $1.instant }
    finding.lastTime = times.max { $0.instant < $1.instant }
    return finding
  }

  /// Names the SDK, and says what its users can do.
  private func name(_ finding: inout Finding, isSystem: Bool) {
    if isSystem { return }
    let product = configuration.catalogue.product(
      of: finding.blame, taskName: finding.name, process: finding.session.process)
    finding.sdk = product?.about(finding.rule, causes: finding.causes)
    if let advice = finding.sdk?.advice { finding.advice += " " + advice }
  }

  func sourceName(_ place: Place) -> String {
    index.source(place.source)?.info.name ?? "an earlier client"
  }

  private func fingerprint(_ record: FindingRecord, _ session: Session) -> String {
    Fingerprint.text(fingerprintValue(record, session))
  }

  func fingerprintValue(_ record: FindingRecord, _ session: Session) -> UInt64 {
    let facts = session.facts(stack: record.blame.stack, name: record.blame.name)
    // Nobody is to blame: what two apps have done is not the same fault.
    let isUnnamed = facts.blame.image == nil && facts.digest == 0
    return Fingerprint.value(
      rule: record.key.rule, image: facts.blame.image, digest: facts.digest,
      app: isUnnamed ? session.nameOfApp : nil)
  }

  /// 12 hexadecimal digits from the session's name and what the finding is about.
  func identifier(_ record: FindingRecord, of session: Session) -> String {
    let key = record.key
    let text =
      "\(session.label)|\(session.number)|\(key.rule.rawValue)|\(key.task.map(String.init) ?? "-")|\(key.ordinal)"
    var hash = StableHash()
    hash.add(text)
    return String(Fingerprint.text(hash.value).prefix(12))
  }
}

extension Rule {
  /// Its place among all rules, for a stable order of reports.
  var position: Int { Rule.allCases.firstIndex(of: self) ?? 0 }
}

extension AppState {
  /// The word that reports use for a change to this state.
  var name: String {
    switch self {
    case .foreground: "foreground"
    case .inactive: "inactive"
    case .background: "background"
    case .suspended: "suspended"
    case .terminate: "terminate"
    }
  }
}
