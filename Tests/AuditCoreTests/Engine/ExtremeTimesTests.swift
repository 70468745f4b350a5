import Testing

@testable import AuditCore

/// Times at the ends of what a stamp may say, and ages of any length: no arithmetic may overflow.
@Suite struct ExtremeTimesTests {
  /// Audits the lines as one file and makes the whole report.
  private func findings(_ lines: String...) -> [Rule] {
    let auditor = Auditor()
    let source = auditor.open(SourceInfo(name: "a.log"))
    var decoder = StreamDecoder(source: source)
    let text =
      #"{"v":1,"event":"hello","process":"A","pid":1}"# + "\n" + lines.joined(separator: "\n")
    decoder.consume(Array(text.utf8).span, into: auditor)
    decoder.finish(into: auditor)
    auditor.close(source, over: true)
    return auditor.report(includeCleared: true).findings.map(\.rule)
  }

  @Test func holdsATaskForAllTime() {
    let found = findings(
      #"{"event":"begin","id":1,"t":0}"#,
      #"{"event":"warning","id":1,"age":1e308,"t":253402300799}"#,
      #"{"event":"warning","id":7,"age":1e308,"t":253402300799}"#)
    #expect(found.contains(.unpairedTask))
  }

  @Test func comparesBeginsAtBothEnds() {
    let found = findings(
      #"{"event":"begin","id":1,"t":0,"thread":1,"name":"N"}"#,
      #"{"event":"begin","id":2,"t":253402300799,"thread":2,"name":"N"}"#,
      #"{"event":"begin","id":3,"t":253402300799,"thread":2,"name":"N"}"#,
      #"{"event":"end","id":3,"t":253402300799}"#, #"{"event":"end","id":0,"t":253402300799}"#)
    #expect(found.contains(.overwrittenID))
  }

  @Test func addsUpForegroundPhases() {
    let found = findings(
      #"{"event":"state","state":"foreground","t":0}"#,
      #"{"event":"begin","id":1,"t":0}"#,
      #"{"event":"state","state":"background","t":10}"#,
      #"{"event":"state","state":"foreground","t":11}"#,
      #"{"event":"state","state":"background","t":253402300799}"#,
      #"{"event":"end","id":1,"t":253402300799}"#)
    #expect(found.contains(.longHeld))
  }

  /// The wait of a task without a handler leaps with the clock.
  @Test func waitsInTheForegroundForAges() {
    let found = findings(
      #"{"event":"state","state":"foreground","t":0}"#,
      #"{"event":"begin","id":1,"t":0,"handler":false}"#,
      #"{"event":"state","state":"background","t":253402300000}"#,
      #"{"event":"end","id":1,"t":253402300010}"#)
    #expect(found.contains(.missingHandler))
  }

  @Test func readsAStackPrintedAgesAfterItsBegin() {
    let found = findings(
      #"{"event":"begin","id":1,"t":253402300799,"thread":1}"#, "0000-01-01 00:00:00.000 A[1:1] (",
      "\t0   A                                   0x0000000104a3c1f8 -[X y] + 120", ")")
    #expect(found == [.unpairedTask])
  }

  @Test func differencesCanBeNegated() {
    let (first, last) = (Instant(microseconds: .min), Instant(microseconds: .max))
    #expect(abs(first - last) == .max)
    #expect(abs(Instant(microseconds: -1) - last) == .max)
    #expect(abs(Microseconds(fromSeconds: -1e308)) == .max)
  }
}
