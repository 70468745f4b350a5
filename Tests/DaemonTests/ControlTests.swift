import AuditCore
import Configuration
import LinuxIO
import Systemd
import Testing

@testable import AuditDaemon

/// Questions on the control socket, over real sockets.
@Suite struct ControlTests {
  private func leak(_ ids: ClosedRange<Int>, session: String = "a") -> String {
    var text = #"{"v":1,"event":"hello","process":"Chat","pid":1,"session":"\#(session)"}"# + "\n"
    for id in ids { text += #"{"event":"begin","t":\#(1_595_421_000 + id),"id":\#(id)}"# + "\n" }
    return text
  }

  @Test func answersStatus() throws {
    let fixture = try DaemonFixture()
    try fixture.send(leak(1...3), from: try fixture.ingestClient())
    let answer = try fixture.ask(ControlRequest(.status, format: .json))
    #expect(answer.hasPrefix("{\"ok\":true,\"bytes\":"))
    #expect(answer.contains("1 session, 3 outstanding"))
  }

  @Test func aQuestionMayComeInPiecesAndLargeAnswersToo() throws {
    let fixture = try DaemonFixture()
    try fixture.send(leak(1...8000), from: try fixture.ingestClient())
    let client = try fixture.controlClient()
    for byte in ControlRequest(.outstanding, format: .json).line {
      try fixture.run(until: "a byte is sent") { try client.write([byte]) == 1 }
      try fixture.settle()
    }
    // More than the socket's buffer: the rest waits for the reader, and nobody else does.
    try fixture.send(leak(1...1, session: "b"), from: try fixture.ingestClient())
    #expect(fixture.daemon.auditor.outstandingCount == 8001)
    try fixture.run(until: "the whole answer") {
      try client.read()
      return client.isClosed
    }
    #expect(client.received.utf8.count > 500_000)
    #expect(client.received.hasSuffix("\n"))
    #expect(client.received.contains("\"task\":8000"))
  }

  @Test(arguments: [
    ("{\"request\":\"dance\"}\n", "dance is no request"), ("\n", "control request"),
    ("{\"request\":\"show\",\"id\":\"ffff\"}\n", "show"),
    (String(repeating: "x", count: 70_000), "longer than 65536 bytes"),
  ])
  func refusesWhatItCannotAnswer(_ request: String, _ reason: String) throws {
    let fixture = try DaemonFixture()
    let client = try fixture.controlClient()
    try fixture.send(request, from: client)
    try fixture.run(until: "the refusal") {
      try client.read()
      return client.isClosed
    }
    #expect(client.received.hasPrefix("{\"ok\":false"))
    #expect(client.received.contains(reason))
  }

  @Test func aWatcherSeesChangesUntilItGoes() throws {
    let fixture = try DaemonFixture()
    let watcher = try fixture.controlClient()
    let request = ControlRequest(.watch, format: .json).line
    try fixture.send(String(decoding: request, as: UTF8.self), from: watcher)
    let client = try fixture.ingestClient()
    try fixture.send(leak(1...1) + #"{"event":"end","t":1595421002,"id":9}"# + "\n", from: client)
    try fixture.run(until: "a change") {
      try watcher.read()
      return watcher.lines.count >= 2
    }
    #expect(watcher.lines[0] == "{\"ok\":true}")
    #expect(watcher.lines[1].contains("\"unknown-end\""))
    #expect(!watcher.isClosed)
    watcher.close()
    try fixture.settle()
    try fixture.send(#"{"event":"end","t":1595421003,"id":1}"# + "\n", from: client)
    #expect(fixture.daemon.auditor.outstandingCount == 0)
  }

  @Test func aWatcherThatDoesNotReadIsCut() throws {
    let fixture = try DaemonFixture { $0.unreadReplyBytesMax = 1000 }
    let watcher = try fixture.controlClient()
    let request = ControlRequest(.watch, format: .json).line
    try fixture.send(String(decoding: request, as: UTF8.self), from: watcher)
    let client = try fixture.ingestClient()
    var session = 0
    try fixture.run(until: "the watcher is cut") {
      session += 1
      try fixture.send(
        leak(1...1, session: "s\(session)") + #"{"event":"end","t":1595421002,"id":9}"# + "\n",
        from: client)
      return try watcher.write([0x0A]) == 0 && watcher.isClosed
    }
    #expect(!client.isClosed)
  }

  @Test func questionsWaitWhileAnswersAreNotRead() throws {
    let fixture = try DaemonFixture()
    fixture.daemon.control.unreadBytesMax = 100_000
    try fixture.send(leak(1...8000), from: try fixture.ingestClient())
    let question = ControlRequest(.outstanding, format: .json).line
    let first = try fixture.controlClient()
    try fixture.send(String(decoding: question, as: UTF8.self), from: first)
    let second = try fixture.controlClient()
    try fixture.send(String(decoding: question, as: UTF8.self), from: second)
    try second.read()
    #expect(second.received.isEmpty)
    try fixture.run(until: "the first answer is read") {
      try first.read()
      return first.isClosed
    }
    try fixture.run(until: "the second is read") {
      try second.read()
      return second.isClosed
    }
    #expect(second.received.contains("\"task\":8000"))
  }

  @Test func whoLeavesWithoutReadingKeepsNobodyWaiting() throws {
    let fixture = try DaemonFixture()
    fixture.daemon.control.unreadBytesMax = 100_000
    fixture.daemon.control.readerPatience = .seconds(3600)
    try fixture.send(leak(1...8000), from: try fixture.ingestClient())
    let question = ControlRequest(.outstanding, format: .json).line
    let first = try fixture.controlClient()
    let began = Clock.boottime.now()
    try fixture.send(String(decoding: question, as: UTF8.self), from: first)
    let rested = Clock.boottime.now() + (Clock.boottime.now() - began) * 5
    let second = try fixture.controlClient()
    try fixture.send(String(decoding: question, as: UTF8.self), from: second)
    // From now on it waits for room alone.
    try fixture.run(until: "the first answer is rested from") { Clock.boottime.now() > rested }
    try second.read()
    #expect(second.received.isEmpty)
    first.close()
    try fixture.run(until: "the second is read") {
      try second.read()
      return second.isClosed
    }
    #expect(second.received.contains("\"task\":8000"))
  }

  @Test func oneTooManyIsToldSo() throws {
    let fixture = try DaemonFixture { $0.controlClientsMax = 1 }
    let first = try fixture.controlClient()
    try fixture.settle()
    let refused = try fixture.controlClient()
    try fixture.run(until: "the refusal") {
      try refused.read()
      return refused.isClosed
    }
    #expect(refused.received.contains("\"exit\":69"))
    #expect(!first.isClosed)
  }
}
