import AuditCore
import Testing

/// Clients whose connections break, and who say again what was not acknowledged.
@Suite struct ReturnTests {
  private let auditor = Auditor()

  private func connect() -> SourceID { auditor.open(SourceInfo(name: "client", uid: 1000)) }

  private func send(_ lines: [String], over source: SourceID) {
    var decoder = StreamDecoder(source: source)
    auditor.setArrival(
      Arrival(
        wall: Instant(microseconds: .seconds(1_600_000_000)),
        monotonic: Instant(microseconds: .seconds(1000))))
    decoder.consume(Array(lines.map { $0 + "\n" }.joined().utf8).span, into: auditor)
  }

  private static func hello(_ pid: Int) -> String {
    #"{"v":1,"event":"hello","device":"d","process":"Chat","pid":\#(pid),"ack":true}"#
  }

  private static func launch(_ pid: Int) -> [String] {
    [
      hello(pid), #"{"event":"state","seq":\#(pid)1,"t":1600000000,"state":"background"}"#,
      #"{"event":"begin","seq":\#(pid)2,"t":1600000001,"id":1,"handler":true}"#,
    ]
  }

  @Test func aLaunchThatIsOverStaysOverWhenItIsSaidAgain() {
    let first = connect()
    send(Self.launch(1) + [#"{"event":"bye","seq":13}"#], over: first)
    send(Self.launch(2) + [#"{"event":"sample","seq":23,"t":1600009000}"#], over: first)
    let before = auditor.report(includeCleared: true).findings.map(\.message)
    auditor.close(first, over: false)
    let second = connect()
    send([Self.hello(1)], over: second)
    #expect(auditor.sessionCount == 1)
    send(Self.launch(1) + [#"{"event":"bye","seq":13}"#], over: second)
    #expect(auditor.sessionCount == 1)
    #expect(auditor.report(includeCleared: true).findings.map(\.message) == before)
  }

  @Test func aLaunchGoesOnWithTheFirstNews() {
    let first = connect()
    send(Self.launch(1) + [#"{"event":"bye","seq":13}"#], over: first)
    auditor.close(first, over: true)
    #expect(auditor.sessionCount == 0)
    let second = connect()
    send(
      [Self.hello(1), #"{"event":"end","seq":13,"t":1600000002,"id":1}"#], over: second)
    #expect(auditor.sessionCount == 1 && auditor.outstandingCount == 0)
  }

  /// The old connection's end may be seen after all that came over the new one.
  @Test func aByeCountsWhileTheConnectionBeforeIsNotClosedYet() {
    let first = connect()
    send(Self.launch(1), over: first)
    let second = connect()
    send(Self.launch(1) + [#"{"event":"bye","seq":13}"#] + Self.launch(2), over: second)
    auditor.close(first, over: false)
    let findings = auditor.report(includeCleared: true).findings
    #expect(findings.map(\.rule) == [.unpairedTask] && findings.first?.stage == .open)
  }

  /// An app's own client and the log of its device tell of one launch.
  @Test func aByeIsNoEndWhereSomebodyElseGoesOn() {
    let client = connect()
    let cable = connect()
    send(Self.launch(1), over: client)
    send([Self.hello(1), #"{"event":"state","t":1600000002,"state":"background"}"#], over: cable)
    send([#"{"event":"bye"}"#], over: client)
    #expect(auditor.sessionCount == 1)
    auditor.close(client, over: true)
    #expect(auditor.sessionCount == 1)
  }
}
