import Testing

@testable import AuditDaemon

@Suite struct RateLimitTests {
  @Test func oneASecondAndTheCountOfTheRest() {
    var limit = RateLimit()
    #expect(limit.admit(at: 0, perSecondMax: 1) == 0)
    #expect(limit.admit(at: 1, perSecondMax: 1) == nil)
    #expect(limit.admit(at: 999_999, perSecondMax: 1) == nil)
    limit.holdBack(5)
    #expect(limit.admit(at: 1_000_000, perSecondMax: 1) == 7)
    #expect(limit.admit(at: 1_000_001, perSecondMax: 1) == nil)
    #expect(limit.takeHeldBack() == 1)
    #expect(limit.takeHeldBack() == 0)
  }

  @Test func zeroLetsNothingThrough() {
    var limit = RateLimit()
    #expect(limit.admit(at: 0, perSecondMax: 0) == nil)
    #expect(limit.heldBack == 1)
  }
}
