import Testing

@testable import AuditDaemon

@Suite struct StatusLineTests {
  @Test func saysTheThreeNumbers() {
    #expect(
      StatusLine.text(sessions: 3, outstanding: 5, leaking: 1)
        == "3 sessions, 5 outstanding, 1 leaking")
    #expect(
      StatusLine.text(sessions: 1, outstanding: 0, leaking: 0)
        == "1 session, 0 outstanding, 0 leaking")
  }

  @Test func isToldWhenItChangesAndOnceASecondAtMost() {
    var line = StatusLine()
    #expect(line.update("a", at: 10) == .tell("a"))
    #expect(line.update("a", at: 20) == .nothing)
    #expect(line.update("b", at: 30) == .wait(until: 1_000_010))
    // Back to what was told: nothing to say.
    #expect(line.update("a", at: 40) == .nothing)
    #expect(line.update("c", at: 1_000_010) == .tell("c"))
  }

  @Test func whatCouldNotBeToldIsTriedAgain() {
    var line = StatusLine()
    #expect(line.update("a", at: 10) == .tell("a"))
    line.noteUntold()
    #expect(line.update("a", at: 20) == .wait(until: 1_000_010))
    #expect(line.update("a", at: 1_000_010) == .tell("a"))
  }
}
