/// What decides whether a report fails a build.
package struct ReportGate: Sendable {
  /// Findings of this severity or graver fail.
  package var failOn = Severity.warning
  /// An audit that lacks events is no success.
  package var requiresWhole = false
  /// The folder that the audit ran in, with which absolute paths below it are made relative, as
  /// services that show a report beside the sources want them; nil for none.
  package var folder: String?
  /// What became of the baseline; nil where there is none.
  package fileprivate(set) var baseline: BaselineOutcome?
  /// What became of each suppression, in their order.
  package var suppressions: [SuppressionOutcome] = []

  package init() {}
}

/// Why a finding fails no build.
package enum Excuse: Hashable, Sendable {
  /// The baseline has it.
  case known
  /// Somebody decided so.
  indirect case suppressed(Suppression)

  /// As reports call it.
  package var name: String {
    switch self {
    case .known: "known"
    case .suppressed: "suppressed"
    }
  }

  /// The suppression that it was; nil for another excuse.
  package var suppression: Suppression? {
    if case .suppressed(let suppression) = self { suppression } else { nil }
  }

  /// A clause for whoever asks why it did not fail.
  package var reason: String {
    switch self {
    case .known: "known: the baseline has it"
    case .suppressed(let suppression): "suppressed by \(suppression.name): \(suppression.reason)"
    }
  }
}

extension Report {
  /// Whether the finding by itself makes the build red.
  package func fails(_ finding: Finding) -> Bool {
    finding.isNews && finding.severity >= gate.failOn
  }

  /// The findings that a report tells one by one: infos only where all are asked for.
  package func told(all: Bool) -> [Finding] {
    all ? findings : findings.filter { $0.severity > .info }
  }

  /// Excuses what the baseline knows, as far as it is not excused already.
  package mutating func apply(_ baseline: Baseline) {
    gate.baseline = baseline.excuse(&self)
  }
}

extension Finding {
  /// Neither cleared nor excused.
  package var isNews: Bool { state != .cleared && excuse == nil }

  /// The event that a reader wants to see first: the end or exit that is wrong, else the begin of the
  /// task; nil where there is no evidence.
  package var primaryEvidence: Evidence? {
    switch rule {
    case .doubleEnd, .invalidEnd, .unknownEnd, .lateEnd, .systemKill, .unrelatedKill:
      return evidence.last { $0.event == "end" || $0.event == "exit" } ?? evidence.last
    default:
      return evidence.first { $0.task == task } ?? evidence.first
    }
  }
}
