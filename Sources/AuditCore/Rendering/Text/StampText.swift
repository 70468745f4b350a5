/// Times as text, with no more than the source said: its zone, its digits, its part of the calendar.
package enum StampText {
  /// RFC 3339 where the source says all of it: `2019-02-18T21:40:02.118+08:00`, `Z` for UTC.
  ///
  /// What the source does not say is left out: no suffix without a zone, `--02-18T21:40:02` without a
  /// year, `T21:40:02.118` without a date. Fractions have three or six digits, or none.
  package static func rfc3339(_ stamp: Stamp) -> String {
    let civil = CivilTime(stamp)
    var text = ""
    switch stamp.calendar {
    case .full: text += yearText(civil.year) + "-" + monthDay(civil)
    case .withoutYear: text += "--" + monthDay(civil)
    case .timeOnly: break
    }
    return text + "T" + clock(stamp) + zone(stamp, utc: "Z", space: "")
  }

  /// For people: `2019-02-18 21:40:02.118 +08:00`.
  package static func full(_ stamp: Stamp) -> String {
    let date = date(stamp)
    return (date.isEmpty ? "" : date + " ") + clock(stamp) + zone(stamp, utc: " UTC", space: " ")
  }

  /// For tables: `2019-02-18 21:40:02`, in the source's own zone.
  package static func brief(_ stamp: Stamp) -> String {
    var whole = stamp
    whole.precision = .second
    let date = date(stamp)
    return (date.isEmpty ? "" : date + " ") + clock(whole)
  }

  /// `2019-02-18`, `02-18`, or nothing.
  package static func date(_ stamp: Stamp) -> String {
    let civil = CivilTime(stamp)
    switch stamp.calendar {
    case .full: return yearText(civil.year) + "-" + monthDay(civil)
    case .withoutYear: return monthDay(civil)
    case .timeOnly: return ""
    }
  }

  /// The time of day in the source's own zone: `21:40:02.118`.
  package static func clock(_ stamp: Stamp) -> String {
    let civil = CivilTime(stamp)
    let whole = two(civil.hour) + ":" + two(civil.minute) + ":" + two(civil.second)
    switch stamp.precision {
    case .second: return whole
    case .millisecond: return whole + "." + padded(civil.microsecond / 1000, 3)
    case .microsecond: return whole + "." + padded(civil.microsecond, 6)
    }
  }

  private static func zone(_ stamp: Stamp, utc: String, space: String) -> String {
    guard let minutes = stamp.zoneMinutes else { return "" }
    if minutes == 0 { return utc }
    let size = Int(minutes.magnitude)
    return space + (minutes < 0 ? "-" : "+") + two(size / 60) + ":" + two(size % 60)
  }

  /// Four digits; years beyond them carry a sign, as ISO 8601 has it.
  private static func yearText(_ year: Int) -> String {
    if year < 0 { return "-" + padded(-year, 4) }
    return (year > 9999 ? "+" : "") + padded(year, 4)
  }

  private static func monthDay(_ civil: CivilTime) -> String {
    two(civil.month) + "-" + two(civil.day)
  }

  private static func two(_ value: Int) -> String { padded(value, 2) }

  private static func padded(_ value: Int, _ digits: Int) -> String {
    let text = String(value)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
