import Testing

@testable import AuditCore

/// What the formats that tell of every task make of a launch.
@Suite struct TraceFormatsTests {
  private func report(_ text: String) throws -> Report {
    var report = Report()
    report.histories = [try HistoryTests.history(text)]
    return report
  }

  private func lines(_ text: String) throws -> [String] {
    String(decoding: PerfettoTrace.render(try report(text)), as: UTF8.self)
      .split(separator: "\n").map(String.init)
  }

  @Test func `a task is a slice of its holder's track, from its begin to its end`() throws {
    let trace = try lines(HistoryTests.reference)
    #expect(
      trace.contains {
        $0.hasPrefix(
          #"{"ph":"b","name":"EMClient","cat":"bgtask","ts":34000,"pid":1,"tid":1,"id":"1.1","#
            + #""args":{"task":4,"name":null,"fate":"ended","#)
      })
    #expect(
      trace.contains(
        #"{"ph":"e","name":"EMClient","cat":"bgtask","ts":174314000,"pid":1,"tid":1,"id":"1.1"},"#))
  }

  @Test func `a task that was never ended is closed where the launch ends, and says so`() throws {
    let trace = try lines(HistoryTests.reference)
    let begun = try #require(trace.first { $0.contains(#""cat":"bgtask.leaked""#) })
    #expect(begun.contains(#""task":1,"#))
    #expect(begun.contains(#""fate":"killed""#))
    #expect(begun.contains(#""overwrittenBy":4"#))
    #expect(
      trace.contains {
        $0.hasPrefix(#"{"ph":"e","name":"EMClient","cat":"bgtask.leaked","ts":181000000,"#)
      })
  }

  @Test func `phases, marks and counters stand beside the tasks`() throws {
    let trace = try lines(
      HistoryTests.reference.replacing(
        "174.31   end 6", with: "100      sample remaining=79.5\n174.31   end 6"))
    #expect(
      trace.contains(
        #"{"ph":"X","name":"background","cat":"app","ts":0,"dur":181000000,"pid":1,"tid":1},"#))
    #expect(trace.count { $0.hasPrefix(#"{"ph":"i","name":"end(0)","#) } == 2)
    #expect(trace.contains { $0.hasPrefix(#"{"ph":"i","name":"killed for its tasks","#) })
    let open = trace.filter { $0.contains(#""name":"outstanding""#) }
      .compactMap { $0.split(separator: #""tasks":"#).last.map { $0.prefix { $0 != "}" } } }
    #expect(open == ["1", "2", "3", "2", "1"])
    #expect(
      trace.contains {
        $0.contains(#""name":"background time left""#) && $0.contains(#""ts":100000000"#)
          && $0.contains(#""seconds":79.5"#)
      })
  }

  @Test func `without times the order of events stands for them, and the trace says so`() throws {
    var history = SessionHistory(
      number: 4, summary: SessionSummary(identity: SessionIdentity(session: "s5")))
    func point(_ order: UInt64) -> HistoryPoint {
      HistoryPoint(order: order, time: nil, stamp: nil, file: "x.log", line: 1)
    }
    history.tasks = [TaskHistory(id: 1, begin: point(2), fate: .endedSession)]
    history.events = 6
    var report = Report()
    report.histories = [history]
    let text = String(decoding: PerfettoTrace.render(report), as: UTF8.self)
    #expect(text.contains("no times in the log: 1 ms is an event"))
    #expect(text.contains(#""name":"holder not known","cat":"bgtask.leaked","ts":2000,"pid":5"#))
    #expect(text.contains(#""cat":"bgtask.leaked","ts":7000,"pid":5"#))
    #expect(
      String(decoding: FoldedStacks.render(report, weight: .tasks), as: UTF8.self)
        == "unnamed process;[ended-session] 1\n")
    #expect(FoldedStacks.render(report, weight: .milliseconds).isEmpty)
  }

  @Test func `stacks are folded from the outermost frame, without offsets`() throws {
    var history = SessionHistory(
      number: 0, summary: SessionSummary(identity: SampleFindings.sample))
    let start = Instant(microseconds: 0)
    func point(_ time: Int64) -> HistoryPoint {
      HistoryPoint(
        order: 1, time: start + .milliseconds(time), stamp: nil, file: "x.log", line: 1)
    }
    history.period = start...(start + .seconds(10))
    history.stacks = [
      ["App  -[A b;c] + 12", "App  main + 88"], ["App  -[A b;c] + 40", "App  main + 2"],
    ]
    var ended = TaskHistory(id: 1, begin: point(0), fate: .ended)
    ended.end = point(1500)
    ended.stack = 0
    var again = ended
    again.stack = 1
    var lost = TaskHistory(id: 3, begin: point(4000), fate: .expired)
    lost.stack = 0
    history.tasks = [ended, again, lost]
    var report = Report()
    report.histories = [history]
    func text(_ weight: FoldedStacks.Weight) -> String {
      String(decoding: FoldedStacks.render(report, weight: weight), as: UTF8.self)
    }
    #expect(
      text(.tasks) == """
        EMSample;App main;App -[A b:c] 2
        EMSample;App main;App -[A b:c];[expired] 1

        """)
    #expect(
      text(.milliseconds) == """
        EMSample;App main;App -[A b:c] 3000
        EMSample;App main;App -[A b:c];[expired] 6000

        """)
  }

  @Test func `what is known of the holder stands for a stack that is not there`() throws {
    var report = try report(HistoryTests.reference)
    for index in report.histories[0].tasks.indices {
      report.histories[0].tasks[index].stack = nil
      report.histories[0].tasks[index].blame.symbol = nil
    }
    let text = String(decoding: FoldedStacks.render(report, weight: .tasks), as: UTF8.self)
    #expect(text.contains("unnamed process;App;EMClient 1\n"))
    #expect(text.contains("unnamed process;App;EMClient;[killed] 1\n"))
  }
}
