import AuditCore

/// Time spans in systemd's syntax (systemd.time(7)): `5`, `5s`, `30min`, `1min 30s`, `1.5h`, `150ms`.
/// A number without a unit is in seconds. `infinity` is none: every setting has an upper bound.
enum TimeSpan {
  private static let second: Double = 1_000_000

  /// Microseconds of each unit. A month is 30.44 days and a year 365.25, as systemd counts them.
  private static let units: [(names: [String], microseconds: Double)] = [
    (["us", "µs", "μs", "usec"], 1),
    (["ms", "msec"], 1000),
    (["s", "sec", "second", "seconds"], second),
    (["min", "m", "minute", "minutes"], 60 * second),
    (["h", "hr", "hour", "hours"], 3600 * second),
    (["d", "day", "days"], 86400 * second),
    (["w", "week", "weeks"], 7 * 86400 * second),
    (["M", "month", "months"], 30.44 * 86400 * second),
    (["y", "year", "years"], 365.25 * 86400 * second),
  ]

  /// nil where `text` is no time span. Sums beyond what can be counted are held at the bound.
  static func parse(_ text: String) -> Microseconds? {
    var rest = Substring(text.trimmed)
    if rest.isEmpty { return nil }
    var total = 0.0
    while !rest.isEmpty {
      guard let number = takeNumber(&rest) else { return nil }
      rest = rest.drop { $0 == " " || $0 == "\t" }
      guard let unit = takeUnit(&rest) else { return nil }
      total += number * unit
      rest = rest.drop { $0 == " " || $0 == "\t" }
    }
    return Microseconds(fromSeconds: total / second)
  }

  /// Digits with at most one point among them.
  private static func takeNumber(_ rest: inout Substring) -> Double? {
    let digits = rest.prefix { ("0"..."9").contains($0) || $0 == "." }
    guard let first = digits.first, first != ".", digits.last != ".",
      let number = Double(digits), number.isFinite
    else { return nil }
    rest = rest[digits.endIndex...]
    return number
  }

  private static func takeUnit(_ rest: inout Substring) -> Double? {
    let name = rest.prefix { !("0"..."9").contains($0) && $0 != " " && $0 != "\t" }
    rest = rest[name.endIndex...]
    if name.isEmpty { return second }
    return units.first { $0.names.contains(String(name)) }?.microseconds
  }
}
