/// Durations as text.
package enum DurationText {
  /// Seconds with up to six decimals and no trailing zeros: `0.25`, `-3`, `181`.
  package static func seconds(_ duration: Microseconds) -> String {
    let size = duration.magnitude
    let whole = (duration < 0 ? "-" : "") + String(size / 1_000_000)
    var fraction = String(size % 1_000_000)
    if fraction == "0" { return whole }
    fraction = String(repeating: "0", count: 6 - fraction.count) + fraction
    while fraction.last == "0" { fraction.removeLast() }
    return whole + "." + fraction
  }

  /// For people, in two units at most: `22 ms`, `4.3 s`, `3 min 5 s`, `2 h 10 min`, `3 d 4 h`.
  package static func brief(_ duration: Microseconds) -> String {
    let sign = duration < 0 ? "-" : ""
    let micros = duration.magnitude
    if micros < 1000 { return sign + "\(micros) µs" }
    if micros < 1_000_000 { return sign + "\(micros / 1000) ms" }
    if micros < 60_000_000 {
      let tenths = micros / 100_000
      return sign + (tenths % 10 == 0 ? "\(tenths / 10) s" : "\(tenths / 10).\(tenths % 10) s")
    }
    let seconds = micros / 1_000_000
    if seconds < 3600 { return sign + pair(seconds / 60, "min", seconds % 60, "s") }
    if seconds < 86400 { return sign + pair(seconds / 3600, "h", seconds / 60 % 60, "min") }
    return sign + pair(seconds / 86400, "d", seconds / 3600 % 24, "h")
  }

  private static func pair(_ a: UInt64, _ unit: String, _ b: UInt64, _ smaller: String) -> String {
    b == 0 ? "\(a) \(unit)" : "\(a) \(unit) \(b) \(smaller)"
  }
}
