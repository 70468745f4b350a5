/// A duration in microseconds, the finest unit that any known source prints.
package typealias Microseconds = Int64

extension Microseconds {
  /// Whole seconds; the caller keeps below 292 000 years.
  package static func seconds(_ seconds: Int64) -> Microseconds { seconds * 1_000_000 }
  /// Whole milliseconds; the caller keeps below 292 000 years.
  package static func milliseconds(_ milliseconds: Int64) -> Microseconds { milliseconds * 1000 }

  /// Rounds to the nearest microsecond; what does not fit in ±292,000 years is held at the bound.
  package init(fromSeconds seconds: Double) {
    let micros = (seconds * 1_000_000).rounded()
    self = micros >= 9.2e18 ? .max : micros <= -9.2e18 ? -.max : micros.isNaN ? 0 : Int64(micros)
  }

  package var inSeconds: Double { Double(self) / 1_000_000 }
}

/// A point on one clock: microseconds since that clock's zero.
///
/// Event times count from 1970-01-01T00:00:00Z by the client's clock; arrival times count by the
/// daemon's monotonic clock. The two are only ever compared through a source's offset.
package struct Instant: Hashable, Comparable, Sendable {
  package var microseconds: Microseconds

  package init(microseconds: Microseconds) { self.microseconds = microseconds }

  package static func < (a: Instant, b: Instant) -> Bool { a.microseconds < b.microseconds }

  /// Saturating: a hostile time stamp must not trap.
  package static func + (a: Instant, b: Microseconds) -> Instant {
    let (sum, overflow) = a.microseconds.addingReportingOverflow(b)
    return Instant(microseconds: overflow ? (b < 0 ? .min : .max) : sum)
  }

  /// Saturating, and never `.min`: a difference can always be negated.
  package static func - (a: Instant, b: Instant) -> Microseconds {
    let (difference, overflow) = a.microseconds.subtractingReportingOverflow(b.microseconds)
    return overflow ? (a < b ? -.max : .max) : max(difference, -.max)
  }
}

/// What a line says of its own time.
package struct Stamp: Hashable, Sendable {
  /// The finest digit that the source printed. Rules about milliseconds need at least `.millisecond`.
  package enum Precision: UInt8, Comparable, Sendable {
    case second, millisecond, microsecond
    package static func < (a: Precision, b: Precision) -> Bool { a.rawValue < b.rawValue }
  }

  /// How much of the calendar the source printed. What is missing was filled in from its neighbours.
  package enum Calendar: UInt8, Sendable {
    case full, withoutYear, timeOnly
  }

  package var instant: Instant
  /// Minutes east of UTC; nil where the source does not say (then `instant` reads local time as UTC).
  package var zoneMinutes: Int16?
  package var precision: Precision
  package var calendar: Calendar

  package init(
    instant: Instant, zoneMinutes: Int16? = 0, precision: Precision = .microsecond,
    calendar: Calendar = .full
  ) {
    self.instant = instant
    self.zoneMinutes = zoneMinutes
    self.precision = precision
    self.calendar = calendar
  }
}

extension Stamp {
  /// Whether it may be told as earlier than what was told so far. Stamps that say less of the calendar cannot
  /// be compared with those that say more, and give way to them.
  func precedes(_ other: Stamp?) -> Bool {
    guard let other else { return true }
    if calendar != other.calendar { return calendar.rawValue < other.calendar.rawValue }
    return instant < other.instant
  }

  /// The same of later.
  func follows(_ other: Stamp?) -> Bool {
    guard let other else { return true }
    if calendar != other.calendar { return calendar.rawValue < other.calendar.rawValue }
    return instant > other.instant
  }

  /// The time from one to the other is known: both say as much of the calendar, and of the zone.
  func isComparable(with other: Stamp) -> Bool {
    calendar == other.calendar && (zoneMinutes == nil) == (other.zoneMinutes == nil)
  }
}

/// When the daemon received an event. Offline there is none.
package struct Arrival: Hashable, Sendable {
  /// The wall clock, which stands in for an event time that the source does not print.
  package var wall: Instant
  /// The clock that deadlines run on.
  package var monotonic: Instant

  package init(wall: Instant, monotonic: Instant) {
    self.wall = wall
    self.monotonic = monotonic
  }
}
