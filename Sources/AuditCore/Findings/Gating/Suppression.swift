/// Findings that somebody decided to live with for a while: which, why, until when, and how many.
package struct Suppression: Hashable, Sendable {
  /// The name of its section.
  package var name: String
  /// Where it stands, for those who have to change it.
  package var file: String
  package var line: Int
  package var match = SuppressionMatch()
  package var reason = ""
  /// The last day that it holds; nil for ever.
  package var until: CalendarDay?
  /// The most findings that it holds for in one report; with more it holds for none.
  package var countMax: Int?

  package init(name: String, file: String, line: Int) {
    self.name = name
    self.file = file
    self.line = line
  }

  /// Whether it holds on that day.
  package func isInForce(on day: CalendarDay) -> Bool { until.map { day <= $0 } ?? true }
}

/// What a suppression holds for. Of each property that is named, one value must fit.
package struct SuppressionMatch: Hashable, Sendable {
  package var rules: Set<Rule> = []
  package var fingerprints: Set<String> = []
  package var sdks: [TextPattern] = []
  package var images: [TextPattern] = []
  package var symbols: [TextPattern] = []
  package var holders: [TextPattern] = []
  /// Names of tasks.
  package var tasks: [TextPattern] = []
  package var apps: [TextPattern] = []
  package var processes: [TextPattern] = []

  package init() {}

  /// It names nothing, and would hold for everything.
  package var isEmpty: Bool { self == SuppressionMatch() }

  /// Whether the finding is meant. A property that a finding does not have fits no value.
  package func holds(for finding: Finding) -> Bool {
    (rules.isEmpty || rules.contains(finding.rule))
      && (fingerprints.isEmpty || fingerprints.contains(finding.fingerprint))
      && fits(sdks, finding.sdk?.name) && fits(images, finding.blame.image)
      && fits(symbols, finding.blame.symbol) && fits(holders, finding.blame.holder)
      && fits(tasks, finding.name) && fits(apps, finding.session.app)
      && fits(processes, finding.session.process)
  }

  private func fits(_ patterns: [TextPattern], _ text: String?) -> Bool {
    patterns.isEmpty || text.map { text in patterns.contains { $0.matches(text) } } ?? false
  }
}

/// A whole text, or with a `*` at its end the beginning of texts.
package struct TextPattern: Hashable, Sendable {
  private var text: String
  private var isBeginning: Bool

  package init(_ pattern: String) {
    isBeginning = pattern.utf8.last == UInt8(ascii: "*")
    text = isBeginning ? String(pattern.dropLast()) : pattern
  }

  /// Compares bytes, small and capital letters apart.
  package func matches(_ other: String) -> Bool {
    isBeginning ? other.utf8.starts(with: text.utf8) : other == text
  }
}

/// What became of one suppression in one report.
package struct SuppressionOutcome: Hashable, Sendable {
  /// How it went, in the word that reports use.
  package enum State: String, Sendable {
    case used, unused
    /// Its last day is over: what it would hold for is told.
    case expired
    /// It would hold for more findings than its maximum: all of them are told.
    case exceeded
  }

  package var suppression: Suppression
  package var state: State
  /// Findings that it holds for, or would hold for.
  package var matched: Int
}

extension Report {
  /// Excuses the findings that a suppression holds for, in the order of the suppressions, and notes what
  /// became of each. To be done before a baseline is applied: what is suppressed takes no room in it.
  package mutating func apply(_ suppressions: [Suppression], on day: CalendarDay) {
    gate.suppressions = suppressions.map { suppression in
      let matching = findings.indices.filter { index in
        findings[index].isNews && suppression.match.holds(for: findings[index])
      }
      var outcome = SuppressionOutcome(
        suppression: suppression, state: matching.isEmpty ? .unused : .used,
        matched: matching.count)
      if !suppression.isInForce(on: day) {
        outcome.state = .expired
      } else if let most = suppression.countMax, matching.count > most {
        outcome.state = .exceeded
      } else {
        for index in matching { findings[index].excuse = .suppressed(suppression) }
      }
      return outcome
    }
  }
}
