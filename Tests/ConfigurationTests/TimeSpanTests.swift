import AuditCore
import Testing

@testable import Configuration

/// The examples and units of systemd.time(7).
struct TimeSpanTests {
  @Test(
    arguments: [
      ("5", 5_000_000), ("5s", 5_000_000), ("30min", 1_800_000_000), ("1min 30s", 90_000_000),
      ("1min30s", 90_000_000), ("150ms", 150_000), ("2 h", 7_200_000_000), ("1.5s", 1_500_000),
      ("0", 0), ("0s", 0), ("7us", 7), ("7 µs", 7), ("7usec", 7), ("2msec", 2000),
      ("3sec", 3_000_000), ("1second", 1_000_000), ("2 seconds", 2_000_000), ("2m", 120_000_000),
      ("1minute", 60_000_000), ("2minutes", 120_000_000), ("1hr", 3_600_000_000),
      ("1hour 5", 3_605_000_000), ("2hours", 7_200_000_000), ("1d", 86_400_000_000),
      ("1day", 86_400_000_000), ("2days", 172_800_000_000), ("1w", 604_800_000_000),
      ("2weeks", 1_209_600_000_000), ("1M", 2_630_016_000_000), ("1month", 2_630_016_000_000),
      ("1y", 31_557_600_000_000), ("55s500ms", 55_500_000), ("300ms20s 5day", 432_020_300_000),
    ] as [(String, Microseconds)])
  func reads(text: String, span: Microseconds) {
    #expect(TimeSpan.parse(text) == span)
  }

  @Test(arguments: [
    "", " ", "s", "5x", "5 parsecs", "-5s", "+5", "5s-", "infinity", "1..5s", ".5s", "5.", "1e3",
    "0x10", "5,5s", "nan", "٣s",
  ])
  func refuses(text: String) {
    #expect(TimeSpan.parse(text) == nil)
  }

  @Test func holdsWhatCannotBeCountedAtTheBound() {
    #expect(TimeSpan.parse(String(repeating: "9", count: 300) + "y") == .max)
    #expect(TimeSpan.parse("99999999999y") == .max)
  }
}
