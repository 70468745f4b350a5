import Testing

@testable import AuditCore

@Suite struct KillTextTests {
  @Test(arguments: [
    ("BT[4821] has active assertions beyond permitted time:", Event.KillCause.backgroundTask),
    ("Termination Reason: Namespace ASSERTIOND, Code 0x8badf00d", .backgroundTask),
    ("RUNNINGBOARD 2343432205 finish-task assertion", .backgroundTask),
    ("0xBADA5E47", .tooManyAssertions),
    ("0x8BADF00D explanation:scene-update watchdog transgression: app", .unrelated),
    ("WatchdogEvent: process-launch", .unrelated),
    ("RUNNINGBOARD 0xdead10cc: was task-suspended with locked system file", .unrelated),
    ("jetsam: per-process-limit", .unrelated),
    ("Killed for exceeding the memory limit", .unrelated),
    ("CPU limit exceeded", .unrelated),
    ("has active assertions beyond permitted time: reason: suspend owner", .unrelated),
  ])
  func tellsTheCause(text: String, cause: Event.KillCause) {
    #expect(KillText.cause(of: Array(text.utf8).span) == cause)
  }

  @Test(arguments: [
    "", "SIGKILL", "Namespace SPRINGBOARD, Code 0x8badf00d", "EXC_BAD_ACCESS (SIGSEGV)",
  ])
  func saysNothingWhereNothingIsSaid(text: String) {
    #expect(KillText.cause(of: Array(text.utf8).span) == nil)
  }
}
