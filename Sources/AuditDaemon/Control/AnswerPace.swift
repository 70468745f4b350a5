import AuditCore

/// Whose question is answered when: answers are made in the loop, in which clients wait that post events.
struct AnswerPace: Equatable {
  /// After an answer the loop has four times as long for others; an answer that took less than the first
  /// time is none worth a rest, and none rests for longer than the second.
  private static let rest: (from: Microseconds, most: Microseconds) = (
    .milliseconds(1), .seconds(5)
  )

  private(set) var restsUntil: Instant?

  mutating func noteAnswer(began: Instant, ended: Instant) {
    let took = ended - began
    restsUntil = took < Self.rest.from ? nil : ended + min(took * 4, Self.rest.most)
  }

  func mayAnswer(at now: Instant) -> Bool { restsUntil.map { now >= $0 } ?? true }
}
