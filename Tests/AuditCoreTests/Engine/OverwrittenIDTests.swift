import AuditCore
import Testing

@Suite struct OverwrittenIDTests {
  @Test func referenceWithoutStacksOrTimes() throws {
    let report = Timeline.report(
      """
      - begin 1
      - begin 4
      - begin 6
      - end 6
      - end 4
      - end 0
      - end 0
      """)
    let unpaired = try #require(report.only(.unpairedTask))
    #expect(unpaired.task == 1)
    #expect(unpaired.severity == .warning)
    #expect(unpaired.stage == .endedSession)
    #expect(unpaired.causes == [.overwrittenID])
    let overwritten = try #require(report.only(.overwrittenID))
    #expect(overwritten.task == 1)
    #expect(overwritten.by == 4)
    #expect(overwritten.confidence == .possible)
    #expect(overwritten.candidates == [6])
    #expect(overwritten.severity == .warning)
    let zeros = report.findings(.invalidEnd)
    #expect(zeros.map(\.severity) == [.notice, .notice])
    #expect(
      overwritten.evidence.filter { $0.event == "end" && $0.task == 0 }.map(\.line) == [6, 7])
    #expect(report.findings.count == 4)
  }

  @Test func knownHoldersMakeItProbableAndLeaveNoCandidate() throws {
    let report = Timeline.report(
      """
      0 begin 1 by=EMClient
      0 begin 4 by=EMClient
      0 begin 6 by=Home
      1 end 6
      1 end 4
      1 end 0
      1 end 0
      """)
    let overwritten = try #require(report.only(.overwrittenID))
    #expect(overwritten.by == 4)
    #expect(overwritten.confidence == .probable)
    #expect(overwritten.candidates == [])
    #expect(overwritten.blame.holder == "EMClient")
  }

  @Test func suspectedAtOnceAndConfirmedAtTheDeadlineOnceEach() throws {
    var timeline = Timeline(live: true)
    timeline.play(
      """
      0 background
      1 begin 1 by=EMClient
      2 begin 4 by=EMClient
      3 begin 6 by=Home
      4 end 6
      5 end 4
      """)
    #expect(timeline.auditor.takeChanges().isEmpty)
    timeline.play("6 end 0")
    let first = timeline.auditor.takeChanges()
    #expect(first.filter { $0.finding.rule == .overwrittenID }.map(\.finding.state) == [.suspected])
    timeline.play("7 end 0")
    #expect(!timeline.auditor.takeChanges().contains { $0.finding.rule == .overwrittenID })
    timeline.advance(to: 35.9)
    #expect(timeline.auditor.takeChanges().isEmpty)
    timeline.advance(to: 36)
    let second = timeline.auditor.takeChanges().map(\.finding)
    #expect(
      second.map(\.rule).sorted { $0.rawValue < $1.rawValue } == [.overwrittenID, .unpairedTask])
    #expect(second.allSatisfy { $0.state == .confirmed || $0.rule == .unpairedTask })
    timeline.advance(to: 500)
    #expect(timeline.auditor.takeChanges().isEmpty)
  }

  @Test func chainOfOneVariable() throws {
    let report = Timeline.report(
      """
      0 begin 2
      120 begin 5
      240 begin 8
      300 end 8
      301 end 0
      302 end 0
      """)
    let found = report.findings(.overwrittenID)
    #expect(found.map(\.task) == [2, 5])
    #expect(found.map(\.by) == [5, 8])
    #expect(found.map(\.confidence) == [.possible, .possible])
  }

  @Test func clearedWhenTheTaskIsEndedAfterAll() {
    let report = Timeline.report(
      """
      0 begin 3
      0.1 begin 5
      4 end 5
      4.1 end 0
      9 end 3
      """, includeCleared: true)
    #expect(report.findings(.overwrittenID).map(\.state) == [.cleared])
    #expect(report.findings(.invalidEnd).map(\.severity) == [.info])
    #expect(report.said(.notice).filter { !$0.hasPrefix("overwritten") }.isEmpty)
  }

  @Test func anotherKnownHolderIsNoSuccessor() {
    let report = Timeline.report(
      """
      0 background
      0 begin 2 by=Exporter
      0 begin 3 by=Stats
      1 end 3
      1 end 0
      6 sample
      """)
    #expect(report.findings(.overwrittenID).isEmpty)
  }

  @Test func slotIsCertain() throws {
    let report = Timeline.report(
      """
      0 background
      0.1 begin 2 slot=a
      0.2 begin 5 slot=a
      3 end 5 slot=a
      26.1 expire 2
      26.2 expired 2
      31 exit killed
      """)
    let found = try #require(report.only(.overwrittenID))
    #expect(found.confidence == .certain && found.by == 5 && found.state == .confirmed)
    #expect(report.only(.unpairedTask)?.stage == .killed)
    #expect(report.only(.systemKill)?.confidence == .possible)
    #expect(report.findings(.idleHandler).isEmpty)
  }

  @Test func secondEndIsAFootprint() throws {
    let report = Timeline.report(
      """
      0 begin 3
      0.1 begin 7
      0.4 end 7
      2.2 end 7
      2.9 sample
      """)
    #expect(report.only(.overwrittenID)?.by == 7)
    #expect(report.only(.doubleEnd)?.task == 7)
    #expect(report.only(.unpairedTask)?.causes == [.overwrittenID])
  }

  @Test func sameKnownHolderAtTheDeadline() throws {
    let report = Timeline.report(
      """
      0 background
      0 begin 11 name=net
      0.006 begin 12 name=net
      2 end 12
      40 sample
      """)
    let found = try #require(report.only(.overwrittenID))
    #expect(found.task == 11 && found.by == 12 && found.confidence == .probable)
    #expect(report.only(.unpairedTask)?.causes == [.overwrittenID])
  }

  @Test func holderThatKeepsSeveralIdsIsNotSuspected() {
    let report = Timeline.report(
      """
      0 background
      0 begin 1 by=Up
      0.01 begin 2 by=Up
      0.02 begin 3 by=Up
      4 end 2
      5 end 3
      60 sample
      """)
    #expect(report.findings(.overwrittenID).isEmpty)
    #expect(report.only(.unpairedTask)?.task == 1)
  }

  @Test func handlerOfTheFirstEndsTheSecond() throws {
    let report = Timeline.report(
      """
      0 begin 1 app=background
      20 foreground
      30 begin 2 app=background
      206 expire 1
      206.001 end 2
      206.001 expired 1
      206.002 expire 2
      206.002 end 0
      206.003 expired 2
      """)
    #expect(report.only(.crossEnd)?.by == 2)
    #expect(report.only(.overwrittenID)?.by == 2)
    #expect(report.only(.unpairedTask)?.causes.contains(.crossEnd) == true)
    #expect(report.findings(.capturedInvalid).isEmpty)
    #expect(report.findings(.reentrantBegin).isEmpty)
  }

  @Test func racedStoresMayLoseTheHigherId() throws {
    let report = Timeline.report(
      """
      0 background
      0 begin 31 by=Store thread=1
      0.003 begin 32 by=Store thread=2
      1 end 31
      1.1 end 0
      60 sample
      """)
    let found = try #require(report.only(.overwrittenID))
    #expect(found.task == 32 && found.by == 31)
  }

  @Test func orderly() {
    for text in [
      "0 begin 1\n0 begin 2\n1 end 1\n1 end 2",
      "0 background\n1 begin 1 by=A\n1.5 begin 2 by=A\n1.6 end 1\n2 begin 3 by=A\n2.1 end 2\n3 end 3",
      "0 begin 1\n1 end 1\n2 foreground\n2 end 0\n3 background\n4 foreground\n4 end 0",
      "0 begin 1 process=A pid=1\n0 begin 1 process=B pid=2\n1 end 1 process=A pid=1\n1 end 1 process=B pid=2",
    ] {
      #expect(Timeline.report(text).said(.notice) == [])
    }
  }
}

@Suite struct OverwriteOrderTests {
  @Test func nothingBegunAfterAFootprintOverwroteAnything() {
    let report = Timeline.report(
      "0 begin 1\n2 begin 2\n4 end 2\n6 end 0\n8 begin 3\n10 begin 4\n12 end 4\n14 end 0")
    #expect(report.findings(.overwrittenID).map(\.by) == [2, 4])
    let mixed = "0 begin 2 by=X\n2 begin 3\n4 end 3\n6 end 0\n8 begin 4 by=X\n10 end 0"
    #expect(Timeline.report(mixed).findings(.overwrittenID).map(\.by) == [3])
  }

  @Test func surerEvidenceRaisesTheConfidence() {
    let report = Timeline.report(
      """
      0 background
      0 begin 1 by=X
      2 begin 2
      4 begin 3 by=X
      6 end 2
      8 end 2
      8.5 end 3
      60 sample
      """)
    #expect(report.only(.overwrittenID)?.confidence == .probable)
  }
}

@Suite struct FootprintHolderTests {
  @Test func theEndsHolderRulesOutOthersTasks() {
    let text = "0 begin 1\n2 begin 3 by=Y\n4 begin 4\n5 end 4\n6 end 3\n8 end 0 by=X"
    let found = Timeline.report(text).only(.overwrittenID)
    #expect(found?.by == 4 && found?.candidates == [])
  }
}

@Suite struct PrintOrderTests {
  /// A launch without a pid whose log says two begins of one id: the second precedes itself nowhere.
  @Test func anIDThatIsBegunTwiceIsNotItsOwnPredecessor() {
    let report = Timeline.report(
      """
      0 begin 3 name=a pid=7
      1 end 3
      2 begin 3 name=a pid=7
      3 begin 2 name=a pid=7
      """)
    #expect(report.sessions.map(\.outstanding) == [[2, 3]])
  }

  /// A begin far out of order costs no walk over all that were begun after it.
  @Test func beginsInFallingOrderCostNoMoreThanOthers() {
    let ids = (1...20_000).reversed()
    let report = Timeline.report(
      ids.map { "\(Double(20_000 - $0) / 1000) begin \($0) by=EMClient" }.joined(separator: "\n"))
    #expect(report.summary.outstanding == 20_000)
  }

  @Test func theHigherIdWasBegunLaterWhateverOrderThreadsPrintIn() {
    let report = Timeline.report(
      """
      0 background
      0 begin 5 by=A
      0.002 begin 4 by=A
      14 end 5
      14.01 end 0
      90 begin 7 by=A
      90.001 begin 6 by=A
      95 end 7
      95.1 end 0
      115 expire 4
      115.1 expired 4
      115.2 expire 6
      115.3 expired 6
      """)
    #expect(report.findings(.overwrittenID).map(\.task) == [4, 6])
    #expect(report.findings(.overwrittenID).map(\.by) == [5, 7])
    #expect(report.findings(.idleHandler).isEmpty)
  }

  @Test func aStackThatFollowsBlamesWhatWasFiledBefore() {
    let report = Timeline.report(
      "0 background\n0 expire\n0.1 begin 4\n0.2 stack by=EMClient\n1 end 4")
    #expect(report.only(.recursiveBegin)?.blame.holder == "EMClient")
    #expect(
      Timeline.report("0 begin 0\n0.1 stack by=Late").only(.refusedBegin)?.blame.holder == "Late")
  }
}

@Suite struct GuessedDeadlineTests {
  /// Without any state in the log the deadline is no more than a guess: nothing is confirmed by it.
  @Test func aGuessConfirmsNothing() {
    var timeline = Timeline(live: true)
    timeline.play("0 begin 1\n1 begin 4\n2 end 4\n3 end 0")
    _ = timeline.auditor.takeChanges()
    timeline.advance(to: 90)
    let states = timeline.auditor.takeChanges().map(\.finding.state)
    #expect(states == [.suspected])
    #expect(timeline.auditor.report().only(.overwrittenID)?.state == .suspected)
  }
}
