import AuditCore
import Testing

@testable import AuditDaemon

@Suite struct CommitPaceTests {
  private func at(_ milliseconds: Int64) -> Instant {
    Instant(microseconds: milliseconds * 1000)
  }

  private let interval: Microseconds = .milliseconds(50)

  @Test func nothingIsDueWhileNothingChanges() {
    var pace = CommitPace()
    #expect(pace.due(interval: interval) == nil)
    pace.noteChange(at: at(100))
    pace.noteChange(at: at(140))
    #expect(pace.due(interval: interval) == at(150))
    pace.noteCapture()
    #expect(pace.due(interval: interval) == nil)
  }

  @Test func aDiskRestsForAsLongAsItWorked() {
    var pace = CommitPace()
    pace.noteCommit(took: .milliseconds(300), endedAt: at(1000))
    pace.noteChange(at: at(1010))
    #expect(pace.due(interval: interval) == at(1300))
    pace.noteCapture()
    pace.noteCommit(took: .milliseconds(3), endedAt: at(1310))
    pace.noteChange(at: at(1311))
    #expect(pace.due(interval: interval) == at(1361))
  }

  @Test(arguments: [(20, 80), (50, 200), (100, 250), (250, 250), (251, 251)])
  func underLoadCommitsTakeAFifthOfTheTime(took: Int64, rest: Int64) {
    var pace = CommitPace()
    pace.noteCommit(took: .milliseconds(took), endedAt: at(1000))
    pace.noteChange(at: at(1000))
    #expect(pace.due(interval: interval) == at(1000 + rest))
  }

  @Test func failuresAreTriedAgainEverMoreRarely() {
    var pace = CommitPace()
    let delays = (1...7).map { _ in pace.noteFailure() }
    #expect(delays == [1, 2, 4, 8, 16, 30, 30].map { .seconds($0) })
    pace.noteCommit(took: 1, endedAt: at(0))
    #expect(pace.noteFailure() == .seconds(1))
  }
}

@Suite struct StateConditionTests {
  /// Both clocks stand at `seconds`, the wall clock with a day and 14:02:11 in front.
  private func at(_ seconds: Int64) -> Arrival {
    let wall = Instant(microseconds: .seconds(86400 + 14 * 3600 + 2 * 60 + 11 + seconds))
    return Arrival(wall: wall, monotonic: Instant(microseconds: .seconds(seconds)))
  }

  @Test func saysOnceThatStateIsNotKeptAndOnceThatItIs() {
    var condition = StateCondition()
    #expect(condition.noteCommit(at: at(0).monotonic) == nil)
    #expect(condition.statusText == nil)
    #expect(
      condition.noteTrouble("disk full", details: "x", at: at(0))
        == .notKept(since: at(0).wall, why: "disk full", details: "x"))
    for second in 1...59 {
      #expect(condition.noteTrouble("disk full", details: "x", at: at(Int64(second))) == nil)
    }
    #expect(condition.statusText == "state not kept since 14:02:11 UTC: disk full")
    #expect(condition.noteCommit(at: at(90).monotonic) == .keptAgain(after: .seconds(90)))
    #expect(condition.statusText == nil)
    #expect(condition.noteCommit(at: at(91).monotonic) == nil)
  }

  @Test func saysAgainAfterAMinuteAndWhenTheReasonChanges() {
    var condition = StateCondition()
    _ = condition.noteTrouble("slow disk", details: "x", at: at(0))
    #expect(
      condition.noteTrouble("disk error", details: "y", at: at(5))
        == .notKept(since: at(0).wall, why: "disk error", details: "y"))
    #expect(condition.noteTrouble("disk error", details: "y", at: at(64)) == nil)
    #expect(
      condition.noteTrouble("disk error", details: "z", at: at(65))
        == .notKept(since: at(0).wall, why: "disk error", details: "z"))
    #expect(condition.noteTrouble("disk error", details: "z", at: at(100)) == nil)
  }
}

@Suite struct TokenBucketTests {
  private func at(_ milliseconds: Int64) -> Instant {
    Instant(microseconds: milliseconds * 1000)
  }

  @Test func aBurstIsFreeAndTheRestIsPaidOff() {
    var bucket = TokenBucket(full: 100, at: at(0))
    #expect(bucket.take(100, at: at(0), perSecond: 10, burst: 100) == nil)
    // 15 beyond, at 10 a second.
    #expect(bucket.take(15, at: at(0), perSecond: 10, burst: 100) == at(1500))
    #expect(bucket.take(0, at: at(1500), perSecond: 10, burst: 100) == nil)
    #expect(bucket.take(1, at: at(1500), perSecond: 10, burst: 100) == at(1600))
  }

  @Test func quietTimeFillsItToItsBurstAndNoFurther() {
    var bucket = TokenBucket(full: 5, at: at(0))
    #expect(bucket.take(5, at: at(0), perSecond: 1000, burst: 5) == nil)
    #expect(bucket.take(6, at: at(60_000), perSecond: 1000, burst: 5) == at(60_001))
  }

  @Test func aClockThatStepsBackGivesNothing() {
    var bucket = TokenBucket(full: 1, at: at(1000))
    #expect(bucket.take(2, at: at(0), perSecond: 1, burst: 1) == at(2000))
    #expect(bucket.take(0, at: at(500), perSecond: 1, burst: 1) == at(2000))
  }
}
