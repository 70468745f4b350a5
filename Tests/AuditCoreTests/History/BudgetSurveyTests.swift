import Testing

@testable import AuditCore

/// How long apps had in the background, by what their logs say.
@Suite struct BudgetSurveyTests {
  private func row(_ logs: String...) throws -> BudgetSurvey.Row {
    let survey = BudgetSurvey(try logs.map { try HistoryTests.history($0) })
    return try #require(survey.rows.count == 1 ? survey.rows[0] : nil)
  }

  @Test func `the reference bug: killed 181 s after it went to the background`() throws {
    let row = try row(HistoryTests.reference)
    #expect(Array(row.times.keys) == [.kill])
    #expect(row.times[.kill]?.least == .seconds(181))
    #expect(row.times[.kill]?.fromBegin == 0)
    // Task 4 was held until 174.314 s, and nothing happened to it.
    #expect(row.atLeast == 174_280_000)
    #expect(row.assumed == .seconds(30) ... .seconds(30))
    #expect(row.assumedIsGuess)
    #expect(row.absence == nil)
  }

  @Test func `several launches: count, least, median and 95th percentile`() throws {
    let log = { (seconds: Int) in "0 background\n0.1 begin 1\n\(seconds) expire 1\n\(seconds) end 1"
    }
    let times = try #require(try row(log(40), log(26), log(27)).times[.expiry])
    #expect(times.count == 3)
    #expect(times.least == .seconds(26))
    #expect(times.median == .seconds(27))
    #expect(times.most95 == .seconds(40))
  }

  @Test func `handlers are called one after the other: one expiry`() throws {
    let row = try row(
      """
      0     background
      0.01  begin 8
      18    begin 9
      25.9  expire 8
      25.91 end 8
      25.92 expire 9
      25.93 end 9
      """)
    #expect(row.times[.expiry]?.count == 1)
    #expect(row.times[.expiry]?.least == 25_900_000)
  }

  @Test func `time left and time spent, the largest of a stay`() throws {
    let row = try row(
      """
      0   background
      1   begin 1 remaining=28.9
      10  sample remaining=20
      20  sample remaining=9.5
      21  foreground
      50  background
      51  sample remaining=27
      """)
    let times = try #require(row.times[.left])
    #expect(times.count == 2)
    #expect(times.least == .seconds(28))
    #expect(times.most95 == .seconds(30))
  }

  @Test func `a phase of the foreground in between starts the time anew`() throws {
    let row = try row(
      """
      0   background
      1   begin 1
      20  foreground
      25  background
      51  expire 1
      51  end 1
      """)
    #expect(row.times[.expiry]?.least == .seconds(26))
  }

  @Test func `after 10 s without a task something else keeps the app: time counts from the begin`()
    throws
  {
    let log = { (begin: Double, expiry: Int) in
      "0 background\n1 begin 1\n5 end 1\n\(begin) begin 2\n\(expiry) expire 2\n\(expiry) end 2"
    }
    let kept = try #require(try row(log(3600, 3626)).times[.expiry])
    #expect(kept.least == .seconds(26))
    #expect(kept.fromBegin == 1)
    let held = try #require(try row(log(15, 26)).times[.expiry])
    #expect(held.least == .seconds(26))
    #expect(held.fromBegin == 0)
    #expect(try row(log(15.1, 26)).times[.expiry]?.least == 10_900_000)
  }

  @Test func `without any state it counts from the begin`() throws {
    let times = try #require(try row("0.12 begin 1\n176.11 expire 1\n176.111 end 1").times[.expiry])
    #expect(times.least == 175_990_000)
    #expect(times.fromBegin == 1)
  }

  @Test func `what it was ended in unharmed is a lower bound`() throws {
    #expect(try row("0 background\n0.1 begin 3\n150 end 3").atLeast == 149_900_000)
    #expect(try row("0 foreground\n1 begin 3\n10 background\n30 end 3").atLeast == .seconds(20))
    #expect(try row("0 background\n1 begin 3\n26 expire 3\n27 end 3").atLeast == nil)
    #expect(try row("0 foreground\n1 begin 3\n30 end 3").atLeast == nil)
  }

  @Test func `why nothing is measured`() throws {
    #expect(try row("- background\n- begin 1\n- expire 1").absence == .noTimes)
    #expect(try row("0 begin 1\n5 end 1").absence == .noBackground)
    #expect(try row("0 background\n1 begin 1\n5 end 1").absence == .noLimit)
    let late = try row("100 begin 1 remaining=10\n106 expire 1\n106 end 1")
    #expect(late.absence == .noStart)
    #expect(late.unmeasured == 2)
  }

  @Test func `a kill of which no line says why measures nothing`() throws {
    #expect(try row("0 background\n1 begin 1\n90 exit killed").times[.kill] == nil)
  }

  @Test func `by device and OS, with what is assumed for it`() throws {
    let log = { (os: String) in "0 hello os=\"\(os)\"\n0 background\n1 begin 1\n20 expire 1" }
    let survey = BudgetSurvey(
      try ["iOS 15.4", "iOS 12.4", "iOS 12.4"].map { try HistoryTests.history(log($0)) })
    #expect(survey.rows.map(\.os) == ["iOS 12.4", "iOS 15.4"])
    #expect(survey.rows.map(\.launches) == [2, 1])
    #expect(survey.rows.map(\.assumed.upperBound) == [.seconds(180), .seconds(30)])
    #expect(!survey.rows[0].assumedIsGuess)
  }
}
