/// Why the audit believes a finding, in sentences for people.
package enum Reasoning {
  /// Whole sentences, the strongest reason first; never empty.
  package static func sentences(for finding: Finding) -> [String] {
    var sentences = [confidence(finding)]
    if let by = finding.by {
      sentences.append(successor(by, of: finding))
    }
    if !finding.candidates.isEmpty {
      let noun = finding.candidates.count == 1 ? "task" : "tasks"
      sentences.append("It may instead have been \(noun) \(Words.ids(finding.candidates)).")
    }
    if !finding.causes.isEmpty {
      sentences.append("Explained by \(Words.list(finding.causes.map(\.rawValue))).")
    }
    if let state = state(finding) { sentences.append(state) }
    if finding.tentative {
      sentences.append(
        "Tentative: events of this session are missing from the log, and the end may be among them."
      )
    }
    return sentences
  }

  private static func successor(_ by: UInt64, of finding: Finding) -> String {
    switch finding.rule {
    case .overwrittenID: "Task \(by) took its place."
    case .crossEnd: "The handler ended task \(by) instead."
    default: "The other task is \(by)."
    }
  }

  /// How sure the finding is of what, and why. What the log shows is told apart from what follows from it.
  private static func confidence(_ finding: Finding) -> String {
    let claim = finding.claim
    return switch (finding.rule, finding.confidence) {
    case (.overwrittenID, .certain):
      "Certain \(claim): the client names the variable, and the newer begin stored its id there."
    case (.overwrittenID, .probable):
      "Probable \(claim): one holder began both tasks and ended the newer one, never this one."
    case (.overwrittenID, .possible):
      "Possible \(claim): an end of 0, or a second end of the newer task, is what a lost id leaves "
        + "behind, but who holds the tasks is not known."
    case (.unpairedTask, .certain): "Certain \(claim): the log has no end of it."
    case (.unpairedTask, .probable):
      "Certain \(claim): the log has no end of it. Probable that its time was over."
    case (.unpairedTask, .possible): "Possible \(claim): the log has no end of it."
    case (.reentrantBegin, .probable):
      "Certain \(claim): the log shows it. Probable that it is a fault: the code may keep more than "
        + "one id."
    case (.systemKill, .certain): "Certain \(claim): a line or report of its own says so."
    case (.systemKill, .possible):
      "Possible \(claim): when the process was gone, tasks of it were past their time; no line says why."
    case (.unrelatedKill, .possible):
      "Possible \(claim): no line says why, and no task is known to be past its time."
    case (_, .certain): "Certain \(claim): the log shows it."
    case (_, .probable):
      "Probable \(claim): the events fit, and hardly anything else explains them."
    case (_, .possible): "Possible \(claim): the events fit, but something else could explain them."
    }
  }

  private static func state(_ finding: Finding) -> String? {
    switch (finding.state, finding.rule) {
    case (.confirmed, _): nil
    case (.cleared, _): "Cleared: it did not come true, or another finding tells of it."
    case (.suspected, .unpairedTask):
      "Suspected: its deadline is a guess, because the log states no budget or never the app's state."
    case (.suspected, _):
      "Suspected: confirmed when the task is past a deadline that is no guess, expires, or its "
        + "session ends."
    }
  }
}
