import Testing

@testable import AuditCore

@Suite struct TimeTextTests {
  /// 2019-02-18T13:40:02.118345Z
  private let micros: Microseconds = 1_550_497_202_118_345

  private func stamp(
    _ zone: Int16?, _ precision: Stamp.Precision = .millisecond,
    _ calendar: Stamp.Calendar = .full
  ) -> Stamp {
    Stamp(
      instant: Instant(microseconds: micros), zoneMinutes: zone, precision: precision,
      calendar: calendar)
  }

  @Test func `the zone of the source is kept`() {
    #expect(StampText.rfc3339(stamp(480)) == "2019-02-18T21:40:02.118+08:00")
    #expect(StampText.rfc3339(stamp(-210)) == "2019-02-18T10:10:02.118-03:30")
    #expect(StampText.rfc3339(stamp(0)) == "2019-02-18T13:40:02.118Z")
    #expect(StampText.rfc3339(stamp(nil)) == "2019-02-18T13:40:02.118")
  }

  @Test func `there are as many digits as the source printed`() {
    #expect(StampText.rfc3339(stamp(0, .second)) == "2019-02-18T13:40:02Z")
    #expect(StampText.rfc3339(stamp(0, .microsecond)) == "2019-02-18T13:40:02.118345Z")
  }

  @Test func `what the source left out stays out`() {
    #expect(StampText.rfc3339(stamp(nil, .second, .withoutYear)) == "--02-18T13:40:02")
    #expect(StampText.rfc3339(stamp(nil, .millisecond, .timeOnly)) == "T13:40:02.118")
    #expect(StampText.full(stamp(nil, .millisecond, .timeOnly)) == "13:40:02.118")
  }

  @Test func `of two clocks no time between is told`() {
    func at(_ seconds: Int64, _ zone: Int16?, _ calendar: Stamp.Calendar) -> Stamp {
      var stamp = stamp(zone, .second, calendar)
      stamp.instant = stamp.instant + .seconds(seconds)
      return stamp
    }
    let first = at(0, nil, .withoutYear)
    #expect(Words.period(first, at(4, nil, .withoutYear)) == "02-18 13:40:02 to 13:40:06 (4 s)")
    #expect(Words.period(first, at(4, nil, .full)) == "02-18 13:40:02 to 2019-02-18 13:40:06")
    #expect(
      Words.period(at(0, nil, .full), at(4, 480, .full))
        == "2019-02-18 13:40:02 to 21:40:06")
  }

  @Test func `a stamp with more of the calendar is kept, whichever is the greater`() {
    let (full, day) = (stamp(0), stamp(nil, .second, .withoutYear))
    #expect(full.precedes(day) && full.follows(day))
    #expect(!day.precedes(full) && !day.follows(full))
    #expect(full.precedes(nil) && day.follows(nil))
    var later = full
    later.instant = later.instant + .seconds(1)
    #expect(full.precedes(later) && later.follows(full) && !full.follows(later))
  }

  @Test func `people read a space`() {
    #expect(StampText.full(stamp(480)) == "2019-02-18 21:40:02.118 +08:00")
    #expect(StampText.full(stamp(0)) == "2019-02-18 13:40:02.118 UTC")
  }

  @Test(arguments: [
    (0, "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"),
    (951_782_400, "2000-02-29T00:00:00Z"), (4_107_542_399, "2100-02-28T23:59:59Z"),
    (4_107_542_400, "2100-03-01T00:00:00Z"), (253_402_300_800, "+10000-01-01T00:00:00Z"),
    (-62_135_596_801, "0000-12-31T23:59:59Z"),
  ])
  func `dates are those of the Gregorian calendar`(seconds: Int64, text: String) {
    let instant = Instant(microseconds: .seconds(seconds))
    #expect(StampText.rfc3339(Stamp(instant: instant, precision: .second)) == text)
  }

  @Test func `the ends of time do not trap`() {
    for micros in [Microseconds.min, .max] {
      for zone in [Int16.min, -1, 0, .max] {
        let stamp = Stamp(instant: Instant(microseconds: micros), zoneMinutes: zone)
        #expect(!StampText.rfc3339(stamp).isEmpty)
        #expect(!StampText.full(stamp).isEmpty)
      }
      #expect(!DurationText.brief(micros).isEmpty)
      #expect(!DurationText.seconds(micros).isEmpty)
    }
  }

  @Test(arguments: [
    (0, "0 µs"), (999, "999 µs"), (22_000, "22 ms"), (4_000_000, "4 s"), (4_390_000, "4.3 s"),
    (59_999_999, "59.9 s"), (60_000_000, "1 min"), (197_000_000, "3 min 17 s"),
    (7_800_000_000, "2 h 10 min"), (90_000_000_000, "1 d 1 h"), (-4_300_000, "-4.3 s"),
  ])
  func `durations are brief`(micros: Microseconds, text: String) {
    #expect(DurationText.brief(micros) == text)
  }

  @Test(arguments: [
    (0, "0"), (250_000, "0.25"), (-3_000_000, "-3"), (1, "0.000001"), (181_500_000, "181.5"),
  ])
  func `seconds are exact`(micros: Microseconds, text: String) {
    #expect(DurationText.seconds(micros) == text)
  }
}
