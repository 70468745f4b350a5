import Testing

@testable import AuditCore

@Suite struct KillLinesTests {
  private func decode(_ text: String) -> [String] { RecordingSink.decode(text).lines() }

  @Test func readsSpringBoardsBlock() {
    let events = decode(
      """
      Mar  3 10:00:00 Ipod SpringBoard[49] <Warning>: BT[4821] has active assertions beyond permitted time:
      \t{(
      \t    <SBProcessAssertion: 0x1> identifier: Suspending process: BT[4821] permittedBackgroundDuration: 10.000000 reason: suspend owner pid:49,
      \t    <SBProcessAssertion: 0xcdc7ea0> identifier: UIKitBackgroundCompletionTask process: BT[4821] permittedBackgroundDuration: 600.000000 reason: finishTask owner pid:4821 preventSuspend  preventIdleSleep
      \t)}
      Mar  3 10:00:00 Ipod SpringBoard[49] <Warning>: Forcing crash report of BT[4821]...
      Mar  3 10:00:01 Ipod SpringBoard[49] <Warning>: Finished crash reporting.
      """)
    let who = "process=BT pid=4821 device=Ipod t=68464800.0 by=systemKill"
    #expect(
      events == [
        "budget(600.0) \(who)",
        "exit killed 'BT[4821] has active assertions beyond permitted time' backgroundTask \(who)",
        "exit killed 'Forcing crash report of BT[4821]...' \(who)",
      ])
  }

  @Test func namesTheTaskThatTheBlockNames() {
    let events = decode(
      """
      Mar  3 10:00:00 I backboardd[2] <Warning>: abiosapp[1101] has active assertions beyond permitted time:
      \t<BKProcessAssertion: 0x1> identifier: Called by abiosapp, from -[Mixpanel applicationDidEnterBackground:] process: abiosapp[1101] permittedBackgroundDuration: 180.000000 reason: finishTask owner pid:1101
      """)
    #expect(events.count == 2)
    #expect(
      events.last?.contains(
        "name=Called by abiosapp, from -[Mixpanel applicationDidEnterBackground:] process=abiosapp pid=1101"
      )
        == true)
  }

  @Test func tellsOtherAssertionsFromTasks() {
    let events = decode(
      """
      Mar  3 10:00:00 I backboardd[2] <Warning>: App[11] has active assertions beyond permitted time:
      \t<BKProcessAssertion: 0x1> identifier: Suspending process: App[11] permittedBackgroundDuration: 10.000000 reason: suspend owner pid:2
      """)
    #expect(events.count == 1)
    #expect(events.first?.contains("' unrelated process=App pid=11") == true)
  }

  @Test func deliversATornBlock() {
    let line =
      "Oct  7 14:40:41 iPhone assertiond(assertiond)[66] <Error>: [App:12636] Forcing crash report with description: App:12636 has active assertions beyond permitted time:"
    #expect(
      decode(line) == [
        "exit killed 'App:12636 has active assertions beyond permitted time' backgroundTask process=App pid=12636 device=iPhone t=87316841.0 by=systemKill"
      ])
  }

  @Test func readsTheHighWaterMark() {
    #expect(
      decode(
        "Oct  7 14:40:41 iPhone assertiond[66] <Notice>: HWM increased to 2844 because of <BKProcessAssertion: 0x1; \"RNBackgroundTimer\" (finishTask:180s); id:…58F36F42>"
      ) == ["highWater(2844) name=RNBackgroundTimer device=iPhone t=87316841.0 by=systemKill"])
  }

  @Test func believesUnexplainedEndsOnlyOfProcessesWithEvents() {
    let exits = """
      2026-04-01 22:51:29.700000+0300 0x1cc2000  Default     0x0                  1      0    launchd: [com.example.Other [99]:] exited due to SIGKILL | sent by runningboardd[120]
      2026-04-01 22:51:29.800000+0300 0x1cc2000  Default     0x0                  1      0    launchd: [com.example.App [88]:] exited due to SIGKILL | sent by runningboardd[120]
      Oct  7 14:40:41 iPhone SpringBoard[49] <Warning>: Application 'Other' exited abnormally with signal 9: Killed: 9
      Oct  7 14:40:41 iPhone SpringBoard[49] <Warning>: Forcing crash report of Other[99]...
      """
    #expect(decode(exits) == [])
    let events = decode("2026-04-01 22:51:28.700000+0300 App[88:1] BGT begin id=1\n" + exits)
    #expect(events.count == 2)
    #expect(events[1].hasPrefix("exit killed '[com.example.App [88]:] exited due to SIGKILL"))
    #expect(events[1].contains("process=App pid=88"))
  }

  @Test func readsTerminationContexts() {
    let events = decode(
      """
      Oct  7 14:40:41.000001 runningboardd(RunningBoard)[33] <Notice>: [app<com.x(U-U)>:5560] Terminating with context: <RBSTerminateContext| domain:15 code:0x8BADF00D explanation:RUNNINGBOARD finish-task assertion timed out reportType:CrashLog>
      Oct  7 14:40:42.000001 runningboardd(RunningBoard)[33] <Notice>: [app<com.y(U-U)>:5561] Terminating with context: <RBSTerminateContext| domain:10 code:0x8BADF00D explanation:scene-update watchdog transgression reportType:CrashLog>
      """)
    #expect(events.count == 1)
    #expect(events.first?.contains(" backgroundTask pid=5560") == true)
  }

  @Test func readsCrashReports() {
    let report = """
      Incident Identifier: 8C2B
      Process:             BT [4821]
      Identifier:          com.x.bt
      Date/Time:           2019-04-16 18:26:14.087 +0800
      OS Version:          iPhone OS 12.4 (16G77)

      Exception Type:  EXC_CRASH (SIGKILL)
      Exception Codes: 0x0000000000000000, 0x0000000000000000
      Exception Note:  EXC_CORPSE_NOTIFY
      Termination Reason: Namespace RUNNINGBOARD, Code 0xdead10cc
      Triggered by Thread:  0

      Thread 0 name:  Dispatch queue: com.apple.main-thread
      Thread 0:
      0   libsystem_kernel.dylib        \t0x00000001a1d2d198 mach_msg_trap + 8
      """
    #expect(
      decode(report) == [
        "exit killed 'Namespace RUNNINGBOARD, Code 0xdead10cc' unrelated process=BT pid=4821 t=1555410374.087 zone=480 frames=1 by=crashReport"
      ])
    #expect(
      decode(report.replacing("0xdead10cc", with: "0x8badf00d")).first?.contains(" backgroundTask ")
        == true)
    #expect(
      decode(
        report.replacing("(SIGKILL)", with: "(SIGSEGV)").replacing(
          "Code 0xdead10cc", with: "Code 11"))
        == [
          "exit crash 'Namespace RUNNINGBOARD, Code 11' process=BT pid=4821 t=1555410374.087 zone=480 frames=1 by=crashReport"
        ])
  }

  @Test func readsTheAssertionsOfOldCrashReports() {
    let events = decode(
      """
      Process:             App [560]
      Exception Type:  00000020
      Exception Codes: 0x000000008badf00d
      Application Specific Information:
      <BKNewProcess: 0x15a; com.app; pid: 560; hostpid: -1> has active assertions beyond permitted time:
      {(
          <BKProcessAssertion: 0x15> id: 560-AA name: Called by App, from -[Foo bar] process: <BKNewProcess: 0x15a; com.app; pid: 560; hostpid: -1> permittedBackgroundDuration: 180.000000 reason: finishTask owner pid:560 preventSuspend  preventIdleSleep  preventSuspendOnSleep
      )}
      """)
    #expect(
      events == [
        "budget(180.0) process=App pid=560 by=systemKill",
        "exit killed '00000020' backgroundTask name=Called by App, from -[Foo bar] process=App pid=560 by=crashReport",
      ])
  }

  @Test func doesNotTakeCrashedThreadsForTasks() {
    let events = decode(
      """
      Exception Type:  EXC_CRASH (SIGABRT)
      Thread 0 Crashed:
      0   App   \t0x0000000100000000 -[UIApplication(GCS) gcs_endBackgroundTask:] + 8
      enter endBackgroundTask:3
      """)
    #expect(events.map { $0.prefix(8) } == ["exit cra", "end id=3"])
  }
}
