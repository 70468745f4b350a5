/// What every rule says of its findings. One file per rule; `RuleBook` lists them.
protocol AuditRule {
  /// One sentence of what happened.
  static func message(_ finding: FindingRecord, _ session: Session) -> String
  /// One sentence of how to mend it.
  static func advice(_ finding: FindingRecord, _ session: Session) -> String
}

/// Every rule by its name. The switch is exhaustive: a new rule does not compile until it stands here.
enum RuleBook {
  static subscript(rule: Rule) -> any AuditRule.Type {
    switch rule {
    case .unpairedTask: UnpairedTask.self
    case .overwrittenID: OverwrittenID.self
    case .crossEnd: CrossEnd.self
    case .capturedInvalid: CapturedInvalid.self
    case .recursiveBegin: RecursiveBegin.self
    case .idleHandler: IdleHandler.self
    case .unstoredID: UnstoredID.self
    case .reentrantBegin: ReentrantBegin.self
    case .doubleEnd: DoubleEnd.self
    case .invalidEnd: InvalidEnd.self
    case .unknownEnd: UnknownEnd.self
    case .refusedBegin: RefusedBegin.self
    case .missingHandler: MissingHandler.self
    case .lateEnd: LateEnd.self
    case .stuckHandler: StuckHandler.self
    case .longHeld: LongHeld.self
    case .outstandingPileup: OutstandingPileup.self
    case .systemKill: SystemKill.self
    case .unrelatedKill: UnrelatedKill.self
    case .renewalChain: RenewalChain.self
    case .lostEvents: LostEvents.self
    }
  }
}

extension FindingRecord {
  /// "task 4", or "a task" where it has none.
  var taskText: String { task.map { "task \($0)" } ?? "a task" }
}

extension Session {
  /// Who holds a task, for a sentence: " by EMClient", or nothing where unknown.
  func holderPhrase(_ finding: FindingRecord) -> String {
    let blame = resolve(finding.blame)
    if let holder = blame.holder { return " by \(holder)" }
    if let symbol = blame.symbol { return " by \(symbol)" }
    if let image = blame.image { return " in \(image)" }
    return ""
  }

  /// The same between the task and its verb: ", begun by EMClient,", or nothing where unknown.
  func begunPhrase(_ finding: FindingRecord) -> String {
    let who = holderPhrase(finding)
    return who.isEmpty ? "" : ", begun\(who),"
  }

  /// The parts of a blame as texts. UIKit's own tasks are nobody's fault.
  func resolve(_ source: BlameSource) -> Blame {
    if source.isSystem { return Blame() }
    return facts(stack: source.stack, name: source.name).blame
  }
}

extension Rule {
  /// Whether an event that is missing from the log could explain the finding away: an end, the return
  /// of a handler, a change of state, or for `unknown-end` a begin.
  var restsOnMissingEvent: Bool {
    switch self {
    case .unpairedTask, .overwrittenID, .crossEnd, .capturedInvalid, .recursiveBegin, .idleHandler,
      .unstoredID, .reentrantBegin, .unknownEnd, .missingHandler, .lateEnd, .stuckHandler,
      .outstandingPileup, .renewalChain:
      true
    case .doubleEnd, .invalidEnd, .refusedBegin, .longHeld, .systemKill, .unrelatedKill,
      .lostEvents:
      false
    }
  }
}
