import AuditCore
import Testing

@Suite struct SessionTests {
  @Test func aNewPidOfTheSameAppIsANewLaunch() {
    let report = Timeline.report(
      """
      0 begin 4 process=P pid=900 name=geo
      210 begin 1 process=P pid=931
      211 end 1 process=P pid=931
      240 begin 4 process=P pid=931
      242 end 4 process=P pid=931
      """)
    #expect(report.sessions.map(\.identity.pid) == [900, 931])
    #expect(report.only(.unpairedTask)?.session.pid == 900)
    #expect(report.said(.warning) == ["unpaired-task 4"])
  }

  @Test func withoutAPidTheIdsTell() {
    let report = Timeline.report(
      "0 begin 1\n1 end 1\n2 begin 4\n90 begin 1\n91 end 1\n92 begin 4\n93 end 4")
    #expect(report.sessions.count == 2)
    #expect(report.said(.warning) == ["unpaired-task 4"])
    #expect(report.only(.unpairedTask)?.session.session == "s1")
  }

  @Test func threadsPrintOutOfOrder() {
    let report = Timeline.report("0 begin 6\n0.4 begin 5\n1 end 5\n1 end 6")
    #expect(report.sessions.count == 1)
    #expect(report.findings.isEmpty)
  }

  @Test func twoLayersPrintOneBegin() {
    let report = Timeline.report(
      "0 begin 9 name=upload\n0.02 begin 9 wording=other\n4 end 9\n4.001 end 9 wording=other")
    #expect(report.summary.begins == 1 && report.summary.ends == 1)
    #expect(report.findings.isEmpty && report.sessions.count == 1)
  }

  @Test func twoDevicesWithOnePid() {
    let report = Timeline.report(
      """
      0 begin 2 device=A process=D pid=5
      1 begin 2 device=B process=D pid=5
      2 end 2 device=A process=D pid=5
      3 end 2 device=B process=D pid=5
      """)
    #expect(report.sessions.count == 2 && report.findings.isEmpty)
  }

  @Test func twoProcessesOfOneNameSideBySide() {
    let report = Timeline.report(
      """
      0 begin 1 process=D pid=5
      1 begin 1 process=D pid=6
      2 end 1 process=D pid=5
      3 end 1 process=D pid=6
      """)
    #expect(report.sessions.count == 2 && report.said(.notice) == [])
  }

  @Test func aLineWithoutPidBelongsToTheSessionThatAgrees() {
    let report = Timeline.report("0 begin 2 process=L\n9 exit killed cause=task process=L pid=88")
    #expect(report.sessions.count == 1)
    #expect(report.only(.systemKill)?.session.pid == 88)
  }

  @Test func theClockMayBeSetBack() {
    let report = Timeline.report(
      "7198 begin 2\n7199 begin 3\n3600 end 2\n3600.5 begin 5\n3602 end 3\n3604 end 5")
    #expect(report.findings.isEmpty && report.sessions.count == 1)
  }

  @Test func theForegroundStartsTheClockAnew() {
    let text = "0 background\n0 begin 2\n20 foreground\n25 background\n50 sample"
    #expect(Timeline.report(text).only(.unpairedTask)?.stage == .open)
    #expect(
      Timeline.report("0 foreground\n0 begin 2\n500 sample").only(.unpairedTask)?.stage == .open)
  }

  @Test func whatTheLogStatesIsTheBudget() {
    let text = "0 background\n0 budget seconds=180\n0 begin 2\n"
    #expect(Timeline.report(text + "184 sample").only(.unpairedTask)?.stage == .open)
    let past = Timeline.report(text + "186 sample").only(.unpairedTask)
    #expect(past?.stage == .pastDeadline && past?.severity == .err && past?.state == .confirmed)
  }

  @Test func aLateSampleNeverLowersTheBudget() {
    // The phase began unseen: 4.5 s left at an unknown moment say nothing about the whole.
    let report = Timeline.report("0 begin 2\n25 sample remaining=4.5\n33 end 2")
    #expect(report.findings.isEmpty)
  }

  @Test func configuredBudgets() {
    var configuration = AuditConfiguration()
    configuration.budgets = [.init(os: "iOS 1", seconds: 900), .init(os: "iOS 13", seconds: 40)]
    let text = "0 hello os=\"iOS 13.5.1\"\n0 background\n0 begin 1\n"
    #expect(
      Timeline.report(text + "44 sample", configuration).only(.unpairedTask)?.stage == .open)
    #expect(
      Timeline.report(text + "46 sample", configuration).only(.unpairedTask)?.severity == .err)
  }

  @Test func rulesMayBeSwitchedOffAndReweighed() {
    var configuration = AuditConfiguration()
    configuration.disabledRules = [.invalidEnd]
    configuration.severities = [.doubleEnd: .err]
    let report = Timeline.report("0 begin 1\n1 end 1\n2 end 0\n9 end 1", configuration)
    #expect(report.findings(.invalidEnd).isEmpty)
    #expect(report.only(.doubleEnd)?.severity == .err)
  }

  @Test func aCutConnectionGoesOn() {
    var timeline = Timeline(live: true)
    timeline.play("0 begin 1 session=a\n1 background session=a")
    timeline.auditor.close(timeline.source, over: false)
    #expect(timeline.auditor.outstandingCount == 1)
    timeline.advance(to: 37)
    #expect(timeline.auditor.takeChanges().map(\.finding.rule) == [.unpairedTask])
    #expect(timeline.auditor.leakingCount == 1)
  }

  @Test func idleSessionsEnd() {
    var timeline = Timeline(live: true)
    timeline.play("0 begin 1\n1 end 1")
    #expect(timeline.auditor.sessionCount == 1)
    timeline.advance(to: 1802)
    #expect(timeline.auditor.sessionCount == 0)
  }

  @Test func byeJudgesAsAtTheEndOfAFile() {
    var timeline = Timeline(live: true)
    timeline.play("0 begin 1\n0.1 begin 4\n1 end 4\n2 end 0\n3 bye")
    let rules = timeline.auditor.takeChanges().map(\.finding.rule)
    #expect(rules.contains(.unpairedTask) && rules.contains(.overwrittenID))
    #expect(timeline.auditor.sessionCount == 0)
  }

  @Test func theSameInputGivesTheSameReport() {
    let text = (1...60).map { "\($0) begin \($0) by=H\($0 % 7)\n\($0).5 end \($0 % 3)" }
      .joined(separator: "\n")
    let first = Timeline.report(text)
    let second = Timeline.report(text)
    #expect(first.findings.map(\.id) == second.findings.map(\.id))
    #expect(first.findings.map(\.message) == second.findings.map(\.message))
  }

  @Test func anExpiryProvesABeginBeforeTheCapture() {
    let report = Timeline.report("0 background\n1 expire 7\n9 sample")
    #expect(report.only(.unpairedTask)?.task == 7)
    #expect(report.only(.unpairedTask)?.stage == .expired)
    #expect(report.only(.unpairedTask)?.evidence.first?.time == nil)
  }
}

@Suite struct TotalsTests {
  @Test func totalsFollowRelaunchesAndEnds() {
    var timeline = Timeline(live: true)
    timeline.play(
      "0 begin 1 process=A pid=1 device=D\n1 begin 2 process=A pid=1 device=D\n2 end 1 process=A pid=1 device=D"
    )
    #expect(timeline.auditor.outstandingCount == 1)
    timeline.play("3 begin 1 process=A pid=9 device=D")
    #expect(timeline.auditor.sessionCount == 1 && timeline.auditor.outstandingCount == 1)
    timeline.play("4 end 1 process=A pid=9 device=D")
    #expect(timeline.auditor.outstandingCount == 0 && timeline.auditor.leakingCount == 0)
  }
}
