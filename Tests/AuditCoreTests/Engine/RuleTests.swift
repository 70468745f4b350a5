import AuditCore
import Testing

/// One test a rule: what makes it fire, and what must not.
@Suite struct RuleTests {
  @Test func capturedInvalid() throws {
    let report = Timeline.report(
      """
      0 begin 5 name=trim
      26 expire 5
      26.001 end 0
      26.002 still 5
      """)
    let found = try #require(report.only(.capturedInvalid))
    #expect(found.task == 5 && found.severity == .err)
    #expect(report.only(.unpairedTask)?.stage == .expired)
    #expect(report.only(.unpairedTask)?.causes == [.capturedInvalid])
    #expect(report.only(.invalidEnd)?.severity == .notice)
  }

  @Test func zeroInAHandlerWhoseTaskIsEndedIsHarmless() {
    let report = Timeline.report(
      "0 begin 5\n26 expire 5\n26.001 end 0\n26.002 end 5\n26.003 expired 5\n60 sample")
    #expect(report.findings(.capturedInvalid).isEmpty)
    #expect(report.said(.notice) == ["late-end 5"])
  }

  @Test func crossEndNeedsATaskThatStaysOpen() {
    // Each handler is entered before any end: the ends are of tasks whose own handlers ran.
    let both = "0 begin 1\n0 begin 2\n26 expire 1\n26 expire 2\n26.1 end 1\n26.1 end 2"
    #expect(Timeline.report(both).findings(.crossEnd).isEmpty)
    let all = "0 begin 1\n0 begin 2\n26 expire 1\n26.1 end 2\n26.1 end 1\n26.2 expired 1"
    #expect(Timeline.report(all).findings(.crossEnd).isEmpty)
  }

  @Test func recursiveBeginWithinASecondOfAnUnnumberedExpiry() {
    let report = Timeline.report(
      "0 begin 2\n174 expire\n174 end 2\n174.002 begin 3\n174.9 end 3\n176 begin 4\n177 end 4")
    #expect(report.findings(.recursiveBegin).map(\.task) == [3])
  }

  @Test func recursiveBeginByStackAndByNoTimeLeft() {
    #expect(Timeline.report("0 begin 2 inside=1\n1 end 2").only(.recursiveBegin)?.task == 2)
    #expect(Timeline.report("0 begin 2 remaining=0\n1 end 2").only(.recursiveBegin)?.task == 2)
    let refused = Timeline.report("0 begin 0 remaining=0")
    #expect(refused.findings(.recursiveBegin).isEmpty)
    #expect(refused.only(.refusedBegin)?.severity == .warning)
  }

  @Test func aLogWithoutTimesCannotTellOneSecond() {
    let text = "- begin 3\n- expire 3\n- end 3\n- begin 7\n- end 7"
    #expect(Timeline.report(text).findings(.recursiveBegin).isEmpty)
  }

  @Test func betweenExpireAndReturnWhereReturnsAreLogged() {
    let text = "0 begin 1\n9 expire 1\n9 expired 1\n"
    #expect(Timeline.report(text + "9.5 begin 2\n10 end 2").findings(.recursiveBegin).isEmpty)
    let inside = "20 begin 3\n40 expire 3\n42.5 begin 4\n42.6 end 3\n42.7 expired 3"
    #expect(Timeline.report(text + inside).findings(.recursiveBegin).map(\.task) == [4])
  }

  @Test func idleHandler() {
    let idle = Timeline.report("0 background\n0 begin 2\n26 expire 2\n26.1 expired 2\n40 sample")
    #expect(idle.only(.idleHandler)?.severity == .err)
    #expect(idle.only(.unpairedTask)?.causes == [.idleHandler])
    let late = Timeline.report("0 background\n0 begin 2\n26 expire 2\n26.1 expired 2\n27 end 2")
    #expect(late.findings(.idleHandler).isEmpty)
    #expect(late.only(.lateEnd)?.stage == .afterHandler)
    #expect(late.only(.lateEnd)?.severity == .warning)
  }

  @Test func unstoredID() throws {
    let report = Timeline.report(
      "0 begin 3 by=Stack\n0.4 end 0\n600 begin 6 by=Stack\n600.4 end 0")
    let found = try #require(report.only(.unstoredID))
    #expect(found.severity == .err && found.related == [3, 6] && found.task == 3)
    #expect(report.findings(.overwrittenID).isEmpty)
    let stored = Timeline.report(
      "0 begin 3 by=Stack\n0.4 end 0\n600 begin 6 by=Stack\n600.4 end 0\n601 end 6")
    #expect(stored.findings(.unstoredID).isEmpty)
    let unanswered = Timeline.report(
      "0 begin 3 by=S\n1 begin 4 by=S\n1.4 end 0\n9 begin 6 by=S\n9.4 end 0")
    #expect(unanswered.findings(.unstoredID).isEmpty)
  }

  @Test func reentrantBegin() throws {
    let text = "0 background\n0 begin 2 by=Sync\n6 foreground\n11 background\n11 begin 5 by=Sync\n"
    let report = Timeline.report(text + "14 sample")
    let found = try #require(report.only(.reentrantBegin))
    #expect(found.task == 5 && found.severity == .warning && found.related == [2])
    #expect(Timeline.report(text + "11.5 end 2\n14 end 5").findings(.reentrantBegin).isEmpty)
    #expect(Timeline.report(text + "14 end 2\n15 end 5").findings(.reentrantBegin).isEmpty)
    #expect(Timeline.report(text + "14 end 5\n14.1 end 0").findings(.reentrantBegin).isEmpty)
  }

  @Test func doubleEnd() throws {
    let report = Timeline.report("0 begin 6 by=Cache\n4 end 6\n180 end 6\n180.001 cant 6")
    let found = try #require(report.only(.doubleEnd))
    #expect(found.task == 6 && found.severity == .warning && found.blame.holder == "Cache")
    #expect(report.findings(.unknownEnd).isEmpty)
    #expect(Timeline.report("0 begin 6\n4 end 6\n4.002 end 6 wording=other").findings.isEmpty)
  }

  @Test func bareHexIsReadAsDecimalOnlyWhenJustThatWasBegun() {
    let hex = Timeline.report("0 begin 21\n1 end 21\n9 cant 21 decimal=15")
    #expect(hex.only(.doubleEnd)?.task == 21)
    let decimal = Timeline.report("0 begin 15\n1 end 15\n9 cant 21 decimal=15")
    #expect(decimal.only(.doubleEnd)?.task == 15)
  }

  @Test func unknownEnd() throws {
    let report = Timeline.report(
      "0 begin 2\n1 end 2\n2 end 3\n3 begin 5\n4 end 5\n5 end 4\n6 end 6")
    let found = try #require(report.only(.unknownEnd))
    #expect(found.task == 3 && found.related == [3, 4, 6] && found.severity == .warning)
    let late = "0 end 6\n0.3 end 4\n1 begin 9\n1.5 end 8\n2 end 9"
    #expect(Timeline.report(late).findings.isEmpty)
    #expect(Timeline.report("0 end 6\n1 begin 4\n2 end 4").only(.unknownEnd)?.task == 6)
    #expect(Timeline.report("0 end 6").only(.unknownEnd)?.severity == .warning)
    // What only an expiry proved was not seen to begin: 3 may be older than the capture too.
    let proved = "0 end 3\n9 expire 2\n9.1 end 2\n9.2 expired 2\n60 begin 4\n61 end 4"
    #expect(Timeline.report(proved).findings(.unknownEnd).isEmpty)
  }

  @Test func anEndPrintedJustBeforeItsBeginIsItsEnd() {
    let swapped = Timeline.report(
      "0 end 5 pid=7\n0.001 begin 5 pid=7\n9 begin 6 pid=7\n9.2 end 6 pid=7")
    #expect(swapped.findings.isEmpty && swapped.summary.outstanding == 0)
    let later = Timeline.report("0 begin 2\n1 end 2\n2 end 5\n2.01 begin 5\n9 sample")
    #expect(later.findings.isEmpty)
    #expect(
      Timeline.report("0 begin 2\n1 end 2\n2 end 5\n3 begin 5\n3.5 end 5").findings(.unknownEnd)
        .count == 1)
  }

  @Test func aBeginOfAnotherThreadIsNotInsideTheHandler() {
    let text = "0 background\n0 begin 1 thread=1\n25 expire 1 thread=1\n25.3 begin 2 thread=2\n"
    let ends = "25.5 end 1 thread=1\n25.6 expired 1 thread=1\n26 end 2"
    #expect(Timeline.report(text + ends).findings(.recursiveBegin).isEmpty)
  }

  @Test func cantEndAloneIsAFaultOfTheSystem() {
    let report = Timeline.report("0 background\n10 cant 2\n20 cant 4")
    #expect(report.only(.unknownEnd)?.severity == .info)
    #expect(Timeline.report("0 cant 9\n1 begin 2\n2 end 2").only(.unknownEnd)?.severity == .warning)
  }

  @Test func missingHandler() {
    let text = "0 begin 1 handler=0\n"
    #expect(Timeline.report(text + "6 end 1").only(.missingHandler)?.severity == .warning)
    #expect(Timeline.report(text + "4 end 1").findings(.missingHandler).isEmpty)
    let foreground = "0 foreground\n0 begin 1 handler=0\n60 background\n"
    #expect(Timeline.report(foreground + "64 end 1").findings(.missingHandler).isEmpty)
    #expect(Timeline.report(foreground + "66 end 1").findings(.missingHandler).count == 1)
    let system = "0 begin 1 handler=0 name=com.apple.UIKit.CABackingStoreCollect\n60 end 1"
    #expect(Timeline.report(system).findings.isEmpty)
  }

  @Test func lateEnd() {
    let kept = "0 background\n0 begin 1\n"
    let inside = Timeline.report("0 background\n0 begin 1\n26 expire 1\n26.1 end 1")
    #expect(inside.only(.lateEnd)?.stage == .inHandler)
    #expect(inside.only(.lateEnd)?.severity == .notice)
    let measured = Timeline.report(kept + "1 sample remaining=29\n40 end 1")
    #expect(measured.only(.lateEnd)?.stage == .afterHandler)
    #expect(
      Timeline.report(kept + "40 end 1").findings.isEmpty, "a guessed deadline is no late end")
    let stated = Timeline.report("0 hello os=\"iOS 15.4\"\n" + kept + "40 end 1")
    #expect(stated.only(.lateEnd)?.stage == .afterHandler)
    #expect(Timeline.report("0 begin 1\n500 end 1").findings.isEmpty)
  }

  @Test func stuckHandler() {
    let returns = "0 background\n0 begin 1\n26 expire 1\n26.1 end 1\n26.2 expired 1\n"
    let stuck = returns + "60 foreground\n70 background\n70 begin 4\n96 expire 4\n"
    let killed = Timeline.report(stuck + "97 exit killed cause=task")
    #expect(killed.only(.stuckHandler)?.task == 4)
    #expect(killed.findings(.unpairedTask).map(\.causes) == [[.stuckHandler]])
    #expect(Timeline.report(stuck + "102 sample").only(.stuckHandler)?.task == 4)
    #expect(Timeline.report(stuck + "97 end 4").findings(.stuckHandler).isEmpty)
    let unlogged = "0 background\n0 begin 1\n26 expire 1\n27 exit killed cause=task"
    #expect(Timeline.report(unlogged).findings(.stuckHandler).isEmpty)
  }

  @Test func longHeld() {
    let held = Timeline.report("0 foreground\n0 begin 1\n35 warning 1\n120 end 1")
    #expect(held.only(.longHeld)?.severity == .info)
    #expect(held.findings.count == 1)
    #expect(Timeline.report("0 foreground\n0 begin 1\n29 end 1").findings.isEmpty)
    #expect(Timeline.report("0 begin 1\n36 warning 1\n46 end 1").only(.longHeld)?.task == 1)
  }

  @Test func pileup() throws {
    let begins = (1...40).map { "0.\($0 + 10) begin \($0) name=a" }.joined(separator: "\n")
    let ends = (1...40).map { "2 end \($0)" }.joined(separator: "\n")
    let report = Timeline.report("0 foreground\n" + begins + "\n" + ends)
    let found = try #require(report.only(.outstandingPileup))
    #expect(found.severity == .warning && found.blame.holder == "a")
    #expect(found.message.hasPrefix("33 "))
    #expect(report.findings.count == 1)
  }

  @Test func renewalChain() throws {
    let text = """
      0 begin 2 by=P
      120 begin 4 by=P
      120.1 end 2
      240 begin 6 by=P
      240.1 end 4
      360 begin 9 by=P
      360.1 end 6
      """
    let found = try #require(Timeline.report(text + "\n400 end 9").only(.renewalChain))
    #expect(found.severity == .info && found.related == [2, 4, 6, 9])
    #expect(Timeline.report(text + "\n400 end 9").findings.count == 1)
  }

  @Test func kills() {
    let named = Timeline.report("0 background\n0 begin 1\n40 exit killed cause=task")
    #expect(named.only(.systemKill)?.confidence == .certain)
    #expect(named.only(.systemKill)?.related == [1])
    #expect(named.sessions[0].verdict == .killed)
    let other = Timeline.report("0 begin 1 app=background\n8 exit killed cause=other")
    #expect(other.said(.notice) == [])
    #expect(other.only(.unrelatedKill)?.confidence == .certain)
    #expect(other.only(.unpairedTask)?.stage == .open)
    let crash = Timeline.report("0 background\n0 begin 1\n2 exit crash")
    #expect(crash.said(.notice) == [])
  }

  /// A line that says only that it was killed proves no cause; what was overdue makes one possible.
  @Test func aKillThatNothingExplains() throws {
    let harmless = Timeline.report("0 begin 1 app=background\n8 exit killed")
    let other = try #require(harmless.only(.unrelatedKill))
    #expect(other.confidence == .possible)
    #expect(other.message.contains("No line says"))
    let overdue = Timeline.report(
      "0 background\n0 begin 1 remaining=20\n21 expire 1\n40 exit killed")
    let kill = try #require(overdue.only(.systemKill))
    #expect(kill.confidence == .possible)
    #expect(kill.message.contains("was killed with overdue tasks"))
  }

  @Test func severalLinesOfOneKillAreOneKill() {
    let report = Timeline.report(
      "0 begin 1 pid=7\n40 exit killed pid=7\n41 exit killed cause=task pid=7\n42 exit killed pid=7"
    )
    #expect(report.only(.systemKill)?.confidence == .certain)
    #expect(report.sessions.count == 1)
    #expect(report.findings(.unrelatedKill).isEmpty)
  }

  @Test func lostEvents() throws {
    let report = Timeline.report(
      "0 background seq=1\n0 begin 2 seq=2\n1 begin 6 seq=6\n2 end 6 seq=7\n90 sample seq=8")
    let lost = try #require(report.only(.lostEvents))
    #expect(lost.severity == .notice && lost.message.hasPrefix("3 events"))
    #expect(report.only(.unpairedTask)?.tentative == true)
    #expect(Timeline.report("0 begin 2 seq=2\n0 begin 2 seq=2\n1 end 2 seq=3").findings.isEmpty)
  }

  @Test func whatALostEventWouldExplainIsTentative() throws {
    let unknown = "0 begin 2 seq=1\n1 begin 4 seq=3\n2 end 3 seq=4\n3 end 2 seq=5\n4 end 4 seq=6"
    let end = try #require(Timeline.report(unknown).only(.unknownEnd))
    #expect(end.tentative && end.state == .suspected && end.confidence == .possible)
    let text = "0 background seq=1\n0 begin 2 seq=2\n5 lost seq=3\n26 expire 2 seq=4\n"
    let open = Timeline.report(text + "26.1 expired 2 seq=5\n40 sample seq=6")
    #expect(
      open.only(.unpairedTask)?.tentative == false, "the handler ran after the loss: still open")
    let late = Timeline.report(text + "26.1 expired 2 seq=5\n27 lost seq=6\n40 sample seq=7")
    #expect(late.only(.unpairedTask)?.tentative == true)
    #expect(late.findings(.idleHandler).allSatisfy { $0.tentative && $0.severity <= .warning })
  }

  @Test func systemTasksMakeNothingAboveInfo() {
    let report = Timeline.report(
      "0 background\n0 begin 1 name=com.apple.asset_manager.cache_resource_cleanup\n400 sample")
    #expect(report.said(.notice) == [])
    #expect(report.only(.unpairedTask)?.blame == Blame())
  }
}
