import Testing

@testable import AuditCore

/// What keeping an app alive costs, in all and for each who holds its tasks.
@Suite struct KeepAliveCostTests {
  private func costs(_ log: String) throws -> [KeepAliveCost] {
    var configuration = HistoryTests.recording
    var signs = SDKSigns()
    signs.prefixes = ["EM"]
    configuration.catalogue.add(SDKProduct(name: "Easemob"), signs)
    return BudgetSurvey([try HistoryTests.history(log, configuration)]).costs
  }

  @Test func `the app as a whole, then its holders`() throws {
    let costs = try costs(
      """
      0    foreground
      1    begin 1 by=EMClient
      10   background
      20   sample battery=0.80
      30   begin 2 by=Home
      40   sample battery=0.79
      50   end 1
      60   sample battery=0.90
      65   end 2
      75   suspended
      500  foreground
      510  sample battery=0.10
      """)
    #expect(costs.map(\.holder) == [.all, .sdk("Easemob"), .own])
    #expect(costs.map(\.tasks) == [2, 1, 1])
    #expect(costs.map(\.background) == [.seconds(65), .seconds(40), .seconds(35)])
    #expect(costs.map(\.heartbeats) == [3, 2, 2])
    // A hundredth of the charge in 20 s, before it was charged.
    #expect(costs.map(\.batteryPerHour) == [1_800_000, 1_800_000, nil])
    #expect(costs[0].batteryTime == .seconds(20))
  }

  @Test func `a task that is lost costs until the end`() throws {
    let costs = try costs("0 background\n1 begin 1 by=EMClient\n31 exit killed cause=task")
    #expect(costs.map(\.background) == [.seconds(31), .seconds(30)])
  }

  @Test func `nothing in the foreground`() throws {
    let costs = try costs("0 foreground\n1 begin 1 by=EMClient\n31 end 1\n32 sample battery=0.5")
    #expect(costs.map(\.holder) == [.all])
    #expect(costs[0].background == 0)
    #expect(costs[0].heartbeats == 0)
    #expect(costs[0].batteryPerHour == nil)
  }

  @Test func `no charge that cannot be`() throws {
    let costs = try costs(
      "0 background\n1 sample battery=0.5\n2 sample battery=nan\n3 sample battery=-4\n4 sample battery=0.5"
    )
    #expect(costs[0].batteryPerHour == 0)
    #expect(costs[0].batteryTime == .seconds(3))
  }
}
