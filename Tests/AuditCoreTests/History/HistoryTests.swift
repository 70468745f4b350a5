import Testing

@testable import AuditCore

/// What a recorded session says of its tasks, phases and marks.
@Suite struct HistoryTests {
  static var recording: AuditConfiguration {
    var configuration = AuditConfiguration()
    configuration.history = HistoryDepth()
    return configuration
  }

  /// The only session of a log that has ended.
  static func history(
    _ text: String, _ configuration: AuditConfiguration = recording
  ) throws -> SessionHistory {
    var timeline = Timeline(configuration)
    timeline.play(text)
    timeline.auditor.close(timeline.source, over: true)
    let histories = timeline.auditor.histories()
    return try #require(histories.count == 1 ? histories[0] : nil)
  }

  private func seconds(_ time: Instant?) -> Double? {
    time.map { Double($0.microseconds - Timeline.zero) / 1_000_000 }
  }

  /// The bug that the product is named for: one variable, two ids, the first never ended.
  static let reference = """
    0        background
    0.012    begin 1 by=EMClient thread=7
    0.034    begin 4 by=EMClient
    0.045    begin 6 by=HomeController
    174.31   end 6 thread=9
    174.314  end 4
    174.315  end 0
    174.32   end 0
    181      exit killed text="beyond permitted time" cause=task
    """

  @Test func `the reference bug: 1 lost to 4 and killed, 4 and 6 ended`() throws {
    let history = try Self.history(Self.reference)
    #expect(history.tasks.map(\.id) == [1, 4, 6])
    #expect(history.tasks.map(\.fate) == [.killed, .ended, .ended])
    #expect(history.tasks.map(\.overwrittenBy) == [4, nil, nil])
    #expect(history.tasks[0].overwriteConfidence == .probable)
    #expect(history.tasks.map { seconds($0.begin.time) } == [0.012, 0.034, 0.045])
    #expect(history.tasks.map { seconds($0.end?.time) } == [nil, 174.314, 174.31])
    #expect(history.tasks.map(\.held) == [nil, 174_280_000, 174_265_000])
    #expect(history.tasks.map(\.blame.holder) == ["EMClient", "EMClient", "HomeController"])
    #expect(history.tasks[0].thread == 7)
    #expect(history.tasks[2].endThread == 9)
    #expect(history.tasks[2].begin.line == 4)
    #expect(history.tasks[2].end?.line == 5)
    #expect(history.summary.verdict == .killed)
  }

  @Test func `the reference bug: marks, exit and period`() throws {
    let history = try Self.history(Self.reference)
    #expect(history.marks.map(\.kind) == [.zeroEnd, .zeroEnd, .exit])
    #expect(history.marks.map { seconds($0.point.time) } == [174.315, 174.32, 181])
    #expect(history.marks.map(\.point.order) == [7, 8, 9])
    let exit = try #require(history.exit)
    #expect(exit.reason == .killed)
    #expect(exit.isForTasks)
    #expect(!exit.isInferred)
    #expect(exit.text == "beyond permitted time")
    #expect(history.closing == .exited)
    #expect(seconds(history.period?.lowerBound) == 0)
    #expect(seconds(history.period?.upperBound) == 181)
    #expect(history.phases.map(\.kind) == [.background])
    #expect(history.dropped.isNone)
  }

  @Test func `findings of a task stand by it, gravest first`() throws {
    var timeline = Timeline(Self.recording)
    timeline.play(Self.reference)
    let report = timeline.auditor.report()
    let lost = try #require(timeline.auditor.histories().first?.tasks.first)
    let rules = lost.findings.compactMap { id in report.findings.first { $0.id == id }?.rule }
    #expect(rules.prefix(2).contains(.unpairedTask))
    #expect(rules.contains(.overwrittenID))
  }

  @Test func `tasks of one stack share it`() throws {
    let history = try Self.history(Self.reference)
    #expect(history.stacks.count == 2)
    #expect(
      history.tasks.map(\.stack) == [0, 0, 1].map { history.tasks[1].stack == 0 ? $0 : 1 - $0 })
    let place = try #require(history.tasks[2].stack)
    #expect(history.stacks[place][0].contains("-[HomeController run]"))
  }

  @Test func `a report with histories tells whole stories too`() throws {
    var timeline = Timeline(Self.recording)
    timeline.play(Self.reference)
    #expect(timeline.auditor.report().histories.isEmpty)
    let report = timeline.auditor.report(withHistories: true)
    #expect(report.histories.map(\.tasks.count) == [3])
    #expect(report.findings.map(\.id) == timeline.auditor.report().findings.map(\.id))
    for finding in report.findings {
      #expect(finding.evidence == timeline.auditor.story(of: finding.id)?.evidence)
    }
  }

  @Test func `nothing is kept where nobody asked for it`() {
    var timeline = Timeline()
    timeline.play(Self.reference)
    #expect(timeline.auditor.histories().isEmpty)
    #expect(timeline.auditor.history(ofSession: 0) == nil)
  }

  @Test func `a log without times is told by the order of its events`() throws {
    let history = try Self.history(
      """
      - begin 1
      - begin 4
      - begin 6
      - end 6
      - end 4
      - end 0
      """)
    #expect(history.period == nil)
    #expect(history.stampFormat == nil)
    #expect(history.events == 6)
    #expect(history.tasks.map(\.begin.order) == [1, 2, 3])
    #expect(history.tasks.map(\.end?.order) == [nil, 5, 4])
    #expect(history.tasks[0].fate == .endedSession)
    #expect(history.tasks[0].overwrittenBy == 4)
  }

  @Test func `phases follow the app, suspended ones too`() throws {
    let history = try Self.history(
      """
      0   foreground
      1   inactive
      2   background
      3   sample remaining=28
      30  suspended
      40  foreground
      41  begin 1 remaining=20
      42  end 1
      50  terminate
      """)
    #expect(
      history.phases.map(\.kind)
        == [.foreground, .background, .suspended, .foreground, .background, .terminated])
    #expect(history.phases.map { seconds($0.start.time) } == [0, 2, 30, 40, 41, 50])
    #expect(history.phases.map(\.isInferred) == [false, false, false, false, true, false])
    #expect(history.samples.map(\.remaining) == [28, 20])
    #expect(history.samples.map(\.isHeartbeat) == [true, false])
  }

  @Test func `fates of ended tasks`() throws {
    let history = try Self.history(
      """
      0    hello os="iOS 13.5"
      0    background
      1    begin 1 by=A
      2    begin 2 by=B
      3    begin 3 by=C
      4    end 1
      26   expire 2
      26.1 end 2
      26.2 expired 2
      27   expire 3
      27.1 expired 3
      29   end 3
      """)
    #expect(history.tasks.map(\.fate) == [.ended, .endedInHandler, .endedLate])
    #expect(history.tasks.map { seconds($0.expired) } == [nil, 26, 27])
    #expect(history.tasks[1].endedInHandlerOf == 2)
    #expect(history.marks.map(\.kind) == [.expire, .expired, .expire, .expired])
    #expect(history.marks.map(\.task) == [2, 2, 3, 3])
    #expect(history.budget == .seconds(30))
    #expect(!history.budgetIsGuess)
  }

  @Test func `a deadline belongs to the background phase that outlasts it`() throws {
    let history = try Self.history(
      """
      0    hello os="iOS 13.5"
      0    foreground
      1    begin 1
      2    begin 2
      5    end 2
      10   background
      20   foreground
      100  background
      110  begin 3
      120  begin 4
      125  end 4
      200  sample
      """)
    #expect(history.tasks.map { seconds($0.deadline) } == [135, nil, 145, 155])
    #expect(history.tasks.map(\.fate) == [.pastDeadline, .ended, .pastDeadline, .ended])
  }

  @Test func `a live session can be asked while its tasks are open`() throws {
    var timeline = Timeline(Self.recording, live: true)
    timeline.play(
      """
      0  background
      1  begin 1 by=A
      2  begin 2 by=B
      3  end 2
      """)
    var history = try #require(timeline.auditor.history(ofSession: 0))
    #expect(history.tasks.map(\.fate) == [.open, .ended])
    #expect(history.closing == nil)
    timeline.advance(to: 20)
    history = try #require(timeline.auditor.history(ofSession: 0))
    #expect(seconds(history.period?.upperBound) == 20)
    timeline.play("21 end 1")
    history = try #require(timeline.auditor.history(ofSession: 0))
    #expect(history.tasks.map(\.fate) == [.ended, .ended])
    #expect(timeline.auditor.history(ofSession: 1) == nil)
  }

  @Test func `a task begun before the capture comes first, its begin unseen`() throws {
    let history = try Self.history(
      """
      10  background
      11  begin 7
      12  warning 3
      13  end 7
      14  end 3
      """)
    #expect(history.tasks.map(\.id) == [3, 7])
    #expect(history.tasks.map(\.isBeginUnseen) == [true, false])
    #expect(history.tasks[0].held == nil)
    #expect(seconds(history.period?.lowerBound) == -22)
  }

  @Test func `the oldest ended tasks give way, outstanding ones never`() throws {
    var configuration = AuditConfiguration()
    configuration.history = HistoryDepth(tasksPerSession: 3)
    var text = "0 foreground\n1 begin 1\n"
    for id in 2...9 { text += "\(id) begin \(id)\n\(id).5 end \(id)\n" }
    let history = try Self.history(text, configuration)
    #expect(history.tasks.map(\.id) == [1, 7, 8, 9])
    #expect(history.dropped.tasks == 5)
    #expect(!history.dropped.isNone)
    #expect(history.summary.begins == 9)
  }

  @Test func `marks of what went wrong, and the same log gives the same history`() throws {
    let text = """
      0  background
      1  begin 5
      2  end 5
      3  end 5
      4  end 9
      5  begin 0
      6  lost count=2
      """
    let history = try Self.history(text)
    #expect(
      history.marks.map(\.kind) == [.doubleEnd, .unknownEnd, .refused, .lost])
    #expect(history.marks.map(\.task) == [5, 9, 0, nil])
    let again = try Self.history(text)
    #expect(again.marks == history.marks)
    #expect(again.tasks.map(\.findings) == history.tasks.map(\.findings))
  }

  /// A number of a name that was swept away may come to stand for another one.
  @Test func `tasks whose names are forgotten are left out, never shown under others`() throws {
    var timeline = Timeline(Self.recording, live: true)
    timeline.play(
      """
      0  foreground
      1  begin 1 name=kept
      2  end 1
      3  begin 2 name=gone
      4  end 2
      5  begin 3
      6  end 3
      """)
    let session = try #require(timeline.auditor.index.sessions.first)
    let names = ArchivedNames(timeline.auditor.tools)
    names.mention(timeline.auditor.texts.intern("kept"))
    _ = names.takeNewTexts()
    session.recorder?.sweep(keeping: names)
    let history = try #require(timeline.auditor.history(ofSession: 0))
    #expect(history.tasks.map(\.name) == ["kept", nil])
    #expect(history.dropped.tasks == 1)
  }
}
