import Testing

@testable import AuditCore

/// Which findings of a group the journal is told of.
@Suite struct GroupAlertsTests {
  /// Expectations cannot call what changes a value.
  private final class Told {
    private var alerts = GroupAlerts()
    func admit(_ count: Int, isConfirmed: Bool) -> Bool {
      alerts.admit(count, isConfirmed: isConfirmed)
    }
    func cleared() { alerts.cleared() }
  }

  @Test func `the first, then each time there are twice as many`() {
    let alerts = Told()
    let told = (1...100).filter { alerts.admit($0, isConfirmed: true) }
    #expect(told == [1, 2, 4, 8, 16, 32, 64])
  }

  @Test func `after all were cleared a suspicion is not told, a confirmed one is`() {
    let alerts = Told()
    #expect(alerts.admit(1, isConfirmed: false))
    alerts.cleared()
    #expect(!alerts.admit(1, isConfirmed: false))
    alerts.cleared()
    #expect(!alerts.admit(1, isConfirmed: false))
    #expect(alerts.admit(1, isConfirmed: true))
    #expect(!alerts.admit(1, isConfirmed: true))
    #expect(alerts.admit(2, isConfirmed: false))
  }

  @Test func `what came unseen does not move the next`() {
    let alerts = Told()
    #expect(alerts.admit(57, isConfirmed: true))
    #expect(!alerts.admit(113, isConfirmed: true))
    #expect(alerts.admit(114, isConfirmed: true))
  }

  @Test func `counts that are too large do not trap`() {
    let alerts = Told()
    #expect(alerts.admit(.max, isConfirmed: true))
    #expect(alerts.admit(.max, isConfirmed: true))
  }
}
