import AuditCore
import Testing

/// What a stored time of the monotonic clock means later.
struct StateMomentTests {
  private func moment(_ boot: String, monotonic: Int64, wall: Int64) -> StateMoment {
    StateMoment(
      bootID: boot,
      clocks: Arrival(
        wall: Instant(microseconds: wall), monotonic: Instant(microseconds: monotonic)))
  }

  @Test func readsWhatItWrites() {
    let written = moment("5d1e", monotonic: -3, wall: 1_700_000_000_000_000)
    #expect(StateMoment(decoding: written.encoded) == written)
    for junk in ["", "5d1e 1", "5d1e x 3", "5d1e 1 2 3", "\u{0} \u{0}"] {
      #expect(StateMoment(decoding: Array(junk.utf8)) == nil)
    }
  }

  @Test func withinABootNothingShifts() {
    let before = moment("a", monotonic: 100, wall: 1000)
    #expect(before.monotonicShift(to: moment("a", monotonic: 900, wall: 5)) == 0)
  }

  @Test func anotherBootIsBridgedByTheWallClock() {
    // Captured 100 s after boot, read 10 s after the next, a minute of wall clock later: what was due
    // at 130 s is 30 s overdue: at −20 s.
    let before = moment("a", monotonic: .seconds(100), wall: .seconds(5000))
    let shift = before.monotonicShift(
      to: moment("b", monotonic: .seconds(10), wall: .seconds(5060)))
    #expect(Int64.seconds(130) + shift == .seconds(-20))
  }

  @Test func aWallClockThatWasSetBackIsNoTimeAtAll() {
    let before = moment("a", monotonic: .seconds(100), wall: .seconds(5000))
    let shift = before.monotonicShift(
      to: moment("b", monotonic: .seconds(10), wall: .seconds(4000)))
    #expect(Int64.seconds(100) + shift == .seconds(10))
  }
}
