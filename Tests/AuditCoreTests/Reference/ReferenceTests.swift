import AuditCore
import Testing

/// The engine against the reference, on thousands of small logs.
struct ReferenceTests {
  private static let tracesPerKind = 250

  @Test(arguments: Trace.Holders.allCases, Trace.Ending.allCases)
  func agreesWithTheReference(holders: Trace.Holders, ending: Trace.Ending) {
    var random = SeededRandom(seed: 7)
    for _ in 0..<Self.tracesPerKind {
      let trace = Trace.random(holders, ending, &random)
      if Self.agrees(trace) { continue }
      let least = Self.least(trace)
      let expected = Self.text(Self.expected(least))
      Issue.record("\(least)\n  expected \(expected)\n  found    \(Self.text(Self.found(least)))")
      return
    }
  }

  private struct Outcome: Hashable {
    var unpaired: [Loss]
    var overwrites: [OverwriteReference.Overwrite]
    /// The severity of every overwrite.
    var severities: [Severity]
  }

  private struct Loss: Hashable {
    var task: UInt64
    var stage: Stage
    var isOverwritten: Bool
    var severity: Severity
  }

  private static func expected(_ trace: Trace) -> Outcome {
    let reference = OverwriteReference(trace)
    let overwrites = reference.overwrites
    let losses = reference.unpaired.map { id in
      loss(id, trace.ending, isOverwritten: overwrites.contains { $0.task == id })
    }
    let severity: Severity = trace.ending == .overdue ? .err : .warning
    return Outcome(
      unpaired: losses, overwrites: overwrites, severities: overwrites.map { _ in severity })
  }

  /// `audit-model.md` §5, `unpaired-task`.
  private static func loss(
    _ id: UInt64, _ ending: Trace.Ending, isOverwritten: Bool
  ) -> Loss {
    var loss = Loss(task: id, stage: .endedSession, isOverwritten: isOverwritten, severity: .info)
    switch ending {
    case .exited: loss.severity = isOverwritten ? .warning : .info
    case .stopped:
      loss.stage = isOverwritten ? .endedSession : .open
      loss.severity = isOverwritten ? .warning : .info
    case .overdue:
      loss.stage = .pastDeadline
      loss.severity = .err
    case .timeless: loss.severity = .warning
    }
    return loss
  }

  private static func found(_ trace: Trace) -> Outcome {
    let findings = TracePlayer.findings(of: trace)
    let overwrites = findings.filter { $0.rule == .overwrittenID }
      .sorted { $0.task ?? 0 < $1.task ?? 0 }
    let losses = findings.filter { $0.rule == .unpairedTask }
      .sorted { $0.task ?? 0 < $1.task ?? 0 }
    return Outcome(
      unpaired: losses.map { loss($0, trace.ending) },
      overwrites: overwrites.map {
        OverwriteReference.Overwrite(
          task: $0.task ?? 0, by: $0.by ?? 0, candidates: $0.candidates, confidence: $0.confidence)
      }, severities: overwrites.map(\.severity))
  }

  private static func loss(_ finding: Finding, _ ending: Trace.Ending) -> Loss {
    let isOverwritten = finding.causes.contains(.overwrittenID)
    var severity = finding.severity
    // Begins whose ids are never stored explain a loss too, and are no matter of §7.
    if finding.causes == [.unstoredID], ending == .exited { severity = .info }
    return Loss(
      task: finding.task ?? 0, stage: finding.stage ?? .open, isOverwritten: isOverwritten,
      severity: severity)
  }

  private static func agrees(_ trace: Trace) -> Bool { expected(trace) == found(trace) }

  /// Leaves out steps as long as the two still disagree.
  private static func least(_ trace: Trace) -> Trace {
    var trace = trace
    while let shorter = trace.steps.indices.lazy.map({ trace.without($0) }).first(where: {
      !agrees($0)
    }) {
      trace = shorter
    }
    return trace
  }

  private static func text(_ outcome: Outcome) -> String {
    let losses = outcome.unpaired.map {
      "\($0.task) \($0.stage) \($0.severity.name)\($0.isOverwritten ? " overwritten" : "")"
    }
    let overwrites = zip(outcome.overwrites, outcome.severities).map {
      "\($0.task) by \($0.by) or \($0.candidates) \($0.confidence) \($1.name)"
    }
    return "unpaired \(losses), overwritten \(overwrites)"
  }
}
