/// Reads `backgroundTimeRemaining` in all the ways it is printed.
enum BackgroundSeconds {
  /// Above this a value can only be DBL_MAX, cut or rounded: ten years.
  private static let budgetSecondsMax = 3.2e8

  /// Seconds at `position`, which moves past them; `.infinity` for DBL_MAX, also where `%f` spelt out its
  /// 309 digits; 0 for what is negative. nil where none stands.
  static func read(_ bytes: Span<UInt8>, at position: inout Int) -> Double? {
    for word: StaticString in ["DBL_MAX", "inf", "Inf", "INF", "+inf"]
    where bytes.has(word, at: position) {
      position += word.utf8CodeUnitCount
      return .infinity
    }
    return bytes.double(at: &position).map(normalised)
  }

  static func normalised(_ seconds: Double) -> Double {
    seconds > budgetSecondsMax ? .infinity : max(seconds, 0)
  }
}
