/// What a user may set of the audit itself. All defaults stand here.
package struct AuditConfiguration: Sendable {
  /// Seconds of background time for the launches that match; nil matches all.
  package struct Budget: Hashable, Sendable {
    package var device: String?
    package var app: String?
    /// A prefix of the OS text, on a boundary of its numbers: "iOS 13" matches "iOS 13.5.1".
    package var os: String?
    package var seconds: Double
    package init(device: String? = nil, app: String? = nil, os: String? = nil, seconds: Double) {
      self.device = device
      self.app = app
      self.os = os
      self.seconds = seconds
    }
  }

  /// Device before app before OS; within one kind the first match counts.
  package var budgets: [Budget] = []
  /// `--budget`: above every configured budget, below what the log states.
  package var budgetOverride: Double?
  /// `--os`, for logs that do not say.
  package var osOverride: String?
  /// Allowed from expiry to end.
  package var grace: Microseconds = .seconds(5)
  /// Held this long in the foreground is worth an information.
  package var foregroundHold: Microseconds = .seconds(30)
  /// Without an expiration handler in the background for longer than this: `missing-handler`.
  package var handlerlessHold: Microseconds = .seconds(5)
  /// More outstanding tasks than this in one session is a pile-up.
  package var pileupLimit = 16
  /// A live session with nothing outstanding and no event for this long is over.
  package var idleTimeout: Microseconds = .seconds(1800)
  /// Sessions kept of one file or connection; past it the oldest ended one gives way, else the one
  /// that was silent for the longest.
  package var sessionsPerClientMax = Limits.sessionsPerClientMax
  package var severities: [Rule: Severity] = [:]
  package var disabledRules: Set<Rule> = []
  /// Images and symbol prefixes added to the built-in lists of the system's and the hooks' frames.
  package var systemImages: [String] = []
  package var hookSymbols: [String] = []
  package var catalogue = SDKCatalogue()
  /// Findings that give no alert for now.
  package var silences: [Suppression] = []
  /// So many launches of a release that ended without a group say that it is over.
  package var resolvedAfter = 10
  /// What every session did is kept, so that it can be shown; nil: only what the rules need. Holds for
  /// sessions that begin from now on.
  package var history: HistoryDepth?

  package init() {}
}
