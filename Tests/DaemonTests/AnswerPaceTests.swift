import AuditCore
import Testing

@testable import AuditDaemon

@Suite struct AnswerPaceTests {
  private func at(_ microseconds: Int64) -> Instant { Instant(microseconds: microseconds) }

  @Test func aShortAnswerNeedsNoRest() {
    var pace = AnswerPace()
    #expect(pace.mayAnswer(at: at(0)))
    pace.noteAnswer(began: at(0), ended: at(999))
    #expect(pace.mayAnswer(at: at(999)))
  }

  @Test func afterALongOneOthersHaveFourTimesAsLong() {
    var pace = AnswerPace()
    pace.noteAnswer(began: at(0), ended: at(50_000))
    #expect(!pace.mayAnswer(at: at(249_999)))
    #expect(pace.mayAnswer(at: at(250_000)))
    pace.noteAnswer(began: at(0), ended: at(10_000_000))
    #expect(pace.restsUntil == at(15_000_000))
  }
}
