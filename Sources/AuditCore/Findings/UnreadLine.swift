/// A line that looks like an event and was not read, or not to its end: the audit lacks what it told.
package struct UnreadLine: Hashable, Sendable {
  /// As evidence names it.
  package var file: String
  package var line: UInt32
  /// Completes "app.log:9: …".
  package var reason: String

  package init(file: String, line: UInt32, reason: String) {
    self.file = file
    self.line = line
    self.reason = reason
  }
}

extension Report {
  /// No event is known to be missing: only then is what was not found not there.
  package var isWhole: Bool {
    summary.unreadableEvents == 0 && unreadFiles.isEmpty
      && !findings.contains { $0.rule == .lostEvents && $0.state != .cleared }
  }

  /// Nothing was audited, and no line was there that might have told of something.
  package var isEmpty: Bool { sessions.isEmpty && findings.isEmpty && unread.isEmpty }

  /// Unread lines that are not in `unread`.
  package var unreadUntold: Int { max(0, summary.unreadableEvents - unread.count) }

  /// The audit must be whole, and is not.
  package var lacksEvents: Bool { gate.requiresWhole && !isWhole }
}
