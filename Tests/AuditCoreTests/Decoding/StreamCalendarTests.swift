import Testing

@testable import AuditCore

@Suite struct StreamCalendarTests {
  /// Seconds since 1970 of lines that only have a time, in one stream; nil where there is no stamp.
  private func seconds(_ times: [String]) -> [Double?] {
    let sink = RecordingSink.decode(times.map { $0 + "\n" }.joined())
    return sink.stamps.map { $0.map { Double($0.instant.microseconds) / 1e6 } }
  }

  @Test func countsDays() {
    #expect(CivilDate.days(year: 1970, month: 1, day: 1) == 0)
    #expect(CivilDate.days(year: 2000, month: 2, day: 29) == 11_016)
    #expect(CivilDate.days(year: 1969, month: 12, day: 31) == -1)
    for day in stride(from: -200_000, to: 200_000, by: 37) {
      let year = CivilDate.year(ofDay: day)
      #expect(CivilDate.days(year: year, month: 1, day: 1) <= day)
      #expect(CivilDate.days(year: year + 1, month: 1, day: 1) > day)
    }
  }

  @Test(arguments: [
    ("2019-11-28 18:12:28.001204+0200 a", 1_574_957_548.001204, Int16(120)),
    ("2017/03/14 06:20:11:104  a", 1_489_472_411.104, nil),
    ("2017-03-14 06:20:11:104 a", 1_489_472_411.104, nil),
    ("2017-03-14T06:20:11Z a", 1_489_472_411, 0),
    ("2017-03-14 06:20:11.5-08:00 a", 1_489_501_211.5, -480),
  ])
  func readsFullStamps(line: String, seconds: Double, zone: Int16?) throws {
    let sink = RecordingSink.decode(line)
    let stamp = try #require(sink.stamps.first ?? nil)
    #expect(Double(stamp.instant.microseconds) / 1e6 == seconds)
    #expect(stamp.zoneMinutes == zone)
    #expect(stamp.calendar == .full)
  }

  @Test(arguments: [
    "2017-13-14 06:20:11.104 a", "2017-00-14 06:20:11 a", "2017-02-29 06:20:11 a",
    "2017-03-32 06:20:11 a", "2017-03-14 24:20:11 a", "2017-03-14 06:60:11 a",
    "2017-03-14 06:20:61 a", "Foo  3 09:12:01 iPhone P[1] <Notice>: a",
    "Feb 30 09:12:01 iPhone P[1] <Notice>: a", "2017-03-14", "2017-03-14 a", "06:20 a",
  ])
  func refusesWhatIsNoTime(line: String) {
    #expect(seconds([line]) == [nil])
  }

  @Test func fillsInTheYear() {
    let lines = [
      "Dec 31 23:59:59 iPhone P[1] <Notice>: a", "Jan  1 00:00:01 iPhone P[1] <Notice>: b",
      "Dec 31 23:59:59 iPhone P[1] <Notice>: late",
    ]
    let placeholder = Double(CivilDate.days(year: 1972, month: 12, day: 31) * 86400 + 86399)
    #expect(seconds(lines) == [placeholder, placeholder + 2, placeholder])
    let full = Double(CivilDate.days(year: 2019, month: 12, day: 31) * 86400)
    #expect(
      seconds(["2019-12-31 00:00:00.000 a"] + lines)
        == [full, full + 86399, full + 86401, full + 86399])
  }

  @Test func staysWithinTheCalendar() {
    let hostile = RecordingSink.decode(
      """
      {"event":"end","id":1,"t":253402300799}
      Dec 31 23:59:59 iPhone P[1] <Notice>: BGT begin id=1
      9999-12-31 23:59:59.000 P[1:a] (
      9999-12-31 23:59:59.000 P[1:a] BGT begin id=2
      00:00:00.000 a
      Jan 01 23:59:59 iPhone P[1] <Notice>: a
      """)
    #expect(hostile.stamps.count == 6)
    #expect(hostile.events.count == 3)
  }

  @Test func fillsInTheDate() {
    let day = Double(CivilDate.days(year: 2019, month: 5, day: 1) * 86400)
    let lines = [
      "2019/05/01 23:59:58:000  a", "23:59:59:500 b", "00:00:01:000 c", "23:59:59:900 late",
      "13:00:00:000 d",
    ]
    #expect(
      seconds(lines) == [day + 86398, day + 86399.5, day + 86401, day + 86399.9, day + 46800])
    #expect(
      seconds(["06:00:00:250 a"]) == [
        Double(CivilDate.days(year: 1972, month: 1, day: 1) * 86400) + 21600.25
      ])
  }

  @Test func fillsInTheZone() {
    let day = Double(CivilDate.days(year: 2019, month: 5, day: 1) * 86400)
    let lines = [
      "2019-05-01 08:00:00.000 a", "2019-05-01 08:00:01.000+0800 b", "2019-05-01 08:00:02.000 c",
    ]
    #expect(seconds(lines) == [day + 28800, day + 1, day + 2])
  }

  @Test func tellsPrecision() {
    let lines = ["06:00:00.1 a", "06:00:00.1234 a", "2019-05-01 08:00:00 a", "06:00:00,123 a"]
    let sink = RecordingSink.decode(lines.joined(separator: "\n"))
    #expect(
      sink.stamps.map { $0?.precision } == [.millisecond, .microsecond, .second, .millisecond])
  }
}
