/// An instant as calendar and clock of its own zone, in the proleptic Gregorian calendar.
package struct CivilTime: Hashable, Sendable {
  package var year: Int
  package var month: Int
  package var day: Int
  package var hour: Int
  package var minute: Int
  package var second: Int
  package var microsecond: Int

  package init(_ stamp: Stamp) {
    let shift = Int64(stamp.zoneMinutes ?? 0) * 60_000_000
    let local = (stamp.instant + shift).microseconds
    let (seconds, micros) = Self.floorDivide(local, by: 1_000_000)
    let (days, daySeconds) = Self.floorDivide(seconds, by: 86400)
    microsecond = Int(micros)
    hour = Int(daySeconds / 3600)
    minute = Int(daySeconds / 60 % 60)
    second = Int(daySeconds % 60)
    (year, month, day) = Self.date(daysSince1970: days)
  }

  /// Counts years from March, so that the leap day is the last of its year; eras of 400 years repeat.
  private static func date(daysSince1970: Int64) -> (year: Int, month: Int, day: Int) {
    let (era, dayOfEra) = floorDivide(daysSince1970 + 719_468, by: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (Int(year), Int(month), Int(day))
  }

  private static func floorDivide(_ value: Int64, by divisor: Int64) -> (Int64, Int64) {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
