import Testing

@testable import AuditCore

@Suite struct TaskStatisticsTests {
  @Test(
    arguments: [
      ([], 50, nil), ([5], 50, 5), ([5], 95, 5), ([1, 2], 50, 1), ([1, 2, 3], 50, 2),
      (Array(1...100), 95, 95), (Array(1...100), 50, 50), (Array(1...20), 95, 19),
      (Array(1...21), 95, 20), ([1, 2, 3], 100, 3), ([1, 2, 3], 1, 1),
    ] as [([Microseconds], Int, Microseconds?)])
  func `percentiles are by nearest rank`(
    values: [Microseconds], percent: Int, wanted: Microseconds?
  ) {
    #expect(TaskStatistics.nearestRank(values, percent: percent) == wanted)
  }

  @Test func `the reference bug by call site: the leak first`() throws {
    let history = try HistoryTests.history(HistoryTests.reference)
    let rows = TaskStatistics.rows([history], by: .callSite)
    #expect(rows.map(\.site) == ["-[EMClient run]", "-[HomeController run]"])
    #expect(rows.map(\.image) == ["App", "App"])
    #expect(rows.map(\.begins) == [2, 1])
    #expect(rows.map(\.ends) == [1, 1])
    #expect(rows.map(\.unpaired) == [1, 0])
    #expect(rows.map(\.overwritten) == [1, 0])
    #expect(rows.map(\.open) == [0, 0])
    #expect(rows.map(\.heldMedian) == [174_280_000, 174_265_000])
    #expect(rows.map(\.held95) == [174_280_000, 174_265_000])
  }

  @Test func `by SDK: an SDK's call sites are one row, the app's own another, UIKit's a third`()
    throws
  {
    var configuration = HistoryTests.recording
    var signs = SDKSigns()
    signs.prefixes = ["EM"]
    configuration.catalogue.add(SDKProduct(name: "Easemob"), signs)
    let history = try HistoryTests.history(
      """
      0   foreground
      1   begin 1 by=EMClient
      2   begin 2 by=EMChat
      3   begin 3 by=Home
      4   begin 4 name=com.apple.thing
      5   end 1
      8   end 2
      9   end 3
      10  end 4
      """, configuration)
    let rows = TaskStatistics.rows([history, history], by: .product)
    #expect(rows.map(\.product) == ["Easemob", nil, nil])
    #expect(rows.map(\.image) == [nil, nil, "App"])
    #expect(rows.map(\.isSystem) == [false, true, false])
    #expect(rows.map(\.begins) == [4, 2, 2])
    // 4, 4, 6 and 6 seconds: half of them were ended within 4.
    #expect(rows[0].heldMedian == .seconds(4))
    #expect(rows[0].held95 == .seconds(6))
  }

  @Test func `begins and those unseen are as many as ends, unpaired and open`() throws {
    let history = try HistoryTests.history(
      """
      0   foreground
      1   begin 5 by=A
      2   warning 3
      3   begin 6 by=A
      4   end 6
      """)
    let rows = TaskStatistics.rows([history], by: .callSite)
    let unseen = history.tasks.count(where: \.isBeginUnseen)
    #expect(unseen == 1)
    #expect(
      rows.reduce(unseen) { $0 + $1.begins }
        == rows.reduce(0) { $0 + $1.ends + $1.unpaired + $1.open })
    #expect(rows.reduce(0) { $0 + $1.open } == 2)
  }
}
