/// A day of the Gregorian calendar, in UTC.
package struct CalendarDay: Hashable, Comparable, Sendable {
  private var daysSince1970: Int

  /// The day of an instant that counts from 1970.
  package init(of instant: Instant) {
    let day = Microseconds.seconds(86400)
    let (quotient, rest) = instant.microseconds.quotientAndRemainder(dividingBy: day)
    daysSince1970 = Int(rest < 0 ? quotient - 1 : quotient)
  }

  /// Reads `2027-01-31`; nil for anything else, and for a day that no calendar has.
  package init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2],
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
      (1...12).contains(month), day >= 1, day <= CivilDate.days(inMonth: month, year: year)
    else { return nil }
    daysSince1970 = CivilDate.days(year: year, month: month, day: day)
  }

  /// As it is read: `2027-01-31`.
  package var text: String {
    StampText.date(
      Stamp(instant: Instant(microseconds: .seconds(Int64(daysSince1970) * 86400))))
  }

  package static func < (a: CalendarDay, b: CalendarDay) -> Bool {
    a.daysSince1970 < b.daysSince1970
  }
}
