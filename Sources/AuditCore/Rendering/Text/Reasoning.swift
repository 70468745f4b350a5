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

  private static func confidence(_ finding: Finding) -> String {
    switch (finding.rule, finding.confidence) {
    case (.overwrittenID, .certain):
      "Certain: the client names the variable, and the newer begin stored its id there."
    case (.overwrittenID, .probable):
      "Probable: one holder began both tasks and ended the newer one, never this one."
    case (.overwrittenID, .possible):
      "Possible: an end of 0, or a second end of the newer task, is what a lost id leaves behind, "
        + "but who holds the tasks is not known."
    case (.systemKill, .certain): "Certain: the system's own line or report says so."
    case (.systemKill, .possible):
      "Possible: the process vanished in the background with tasks past their time; no line says why."
    case (_, .certain): "Certain: the log shows it."
    case (_, .probable): "Probable: the events fit, and hardly anything else explains them."
    case (_, .possible): "Possible: the events fit, but something else could explain them."
    }
  }

  private static func state(_ finding: Finding) -> String? {
    switch (finding.state, finding.rule) {
    case (.confirmed, _): nil
    case (.cleared, _): "Cleared: what was feared did not happen."
    case (.suspected, .unpairedTask):
      "Suspected: its deadline is a guess, because the log states no budget or never the app's state."
    case (.suspected, _):
      "Suspected: confirmed when the task is past a deadline that is no guess, expires, or its "
        + "session ends."
    }
  }
}
