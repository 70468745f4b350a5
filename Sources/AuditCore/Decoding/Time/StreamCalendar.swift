/// Turns the times of one stream's lines into stamps, filling in from earlier lines what each leaves
/// out: the year, the date, the zone.
///
/// A missing year is the one that puts the stamp near the last one, so December is followed by
/// January of the next; a missing date is the last one's, and a step back of more than twelve hours
/// is midnight; a missing zone is the last one printed.
struct StreamCalendar {
  /// Stands for the year where no line has named one; a leap year, so that February 29 exists.
  static let placeholderYear = 1972

  /// The days from the first of year 0 to the last of year 9999.
  private static var days: ClosedRange<Int> { -719_528...2_932_896 }

  /// The local date and time of the last stamp, in its own zone.
  private var lastDay: Int?
  private var lastSecond = 0
  private var zone: Int16?

  /// `time` is valid.
  mutating func stamp(_ time: TimeFields) -> Stamp {
    if let printed = time.zone { zone = printed }
    let second = time.hour * 3600 + time.minute * 60 + time.second
    // Hostile steps from year to year must not lead out of the calendar.
    let day = min(max(day(of: time, second: second), Self.days.lowerBound), Self.days.upperBound)
    return stamp(
      day, second, time.micros, time.precision,
      time.month == nil ? .timeOnly : time.year == nil ? .withoutYear : .full)
  }

  /// The stamp of a time that was printed in full: `second` counts from midnight, and `day` is the
  /// `latestDay` of an earlier one.
  mutating func stamp(
    day: Int, second: Int, micros: Int, _ zone: Int16, _ precision: Stamp.Precision
  ) -> Stamp {
    self.zone = zone
    return stamp(day, second, micros, precision, .full)
  }

  @inline(__always)
  private mutating func stamp(
    _ day: Int, _ second: Int, _ micros: Int, _ precision: Stamp.Precision,
    _ calendar: Stamp.Calendar
  ) -> Stamp {
    lastDay = day
    lastSecond = second
    let utc = Int64(day) * 86400 + Int64(second) - Int64(zone ?? 0) * 60
    return Stamp(
      instant: Instant(microseconds: utc * 1_000_000 + Int64(micros)), zoneMinutes: zone,
      precision: precision, calendar: calendar)
  }

  /// The day of the last stamp, counted from 1970-01-01 in its own zone.
  var latestDay: Int? { lastDay }

  /// The stamp of a time on `latestDay`, printed without a year: `second` counts from midnight.
  mutating func stampToday(second: Int, micros: Int, _ precision: Stamp.Precision) -> Stamp {
    stamp(lastDay ?? 0, second, micros, precision, .withoutYear)
  }

  /// Learns the date from an instant that was not printed as a calendar time.
  mutating func note(_ instant: Instant) {
    let seconds = instant.microseconds / 1_000_000 + Int64(zone ?? 0) * 60
    let day = Int(seconds / 86400)
    guard Self.days.contains(day) else { return }
    lastDay = day
    lastSecond = Int(seconds % 86400)
  }

  private func day(of time: TimeFields, second: Int) -> Int {
    guard let month = time.month, let day = time.day else { return dayOfClock(second) }
    if let year = time.year { return CivilDate.days(year: year, month: month, day: day) }
    guard let lastDay else {
      return CivilDate.days(year: Self.placeholderYear, month: month, day: day)
    }
    let year = CivilDate.year(ofDay: lastDay)
    let sameYear = CivilDate.days(year: year, month: month, day: day)
    if sameYear < lastDay - 183 { return CivilDate.days(year: year + 1, month: month, day: day) }
    // A late line of December among those of January.
    if sameYear > lastDay + 330 { return CivilDate.days(year: year - 1, month: month, day: day) }
    return sameYear
  }

  private func dayOfClock(_ second: Int) -> Int {
    guard let lastDay else {
      return CivilDate.days(year: Self.placeholderYear, month: 1, day: 1)
    }
    if second < lastSecond - 12 * 3600 { return lastDay + 1 }
    // A late line of yesterday just after midnight.
    if second > lastSecond + 23 * 3600 { return lastDay - 1 }
    return lastDay
  }
}

extension StreamCalendar: Archivable {
  static var blank: StreamCalendar { StreamCalendar() }

  mutating func pass(through archive: inout Archive) {
    archive.pass(&lastDay)
    archive.pass(&lastSecond)
    archive.passZone(&zone)
    archive.require(lastDay.map(Self.days.contains) ?? true)
    archive.require((-86_400...86_400).contains(lastSecond))
  }
}
