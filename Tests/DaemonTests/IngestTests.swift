import AuditCore
import Configuration
import Glibc
import LinuxIO
import Systemd
import Testing

@testable import AuditDaemon

/// Clients of the ingest socket, over real sockets.
@Suite struct IngestTests {
  private let hello = #"{"v":1,"event":"hello","process":"Chat","pid":1,"session":"a","ack":true}"#

  private func begin(_ id: Int, seq: Int) -> String {
    #"{"event":"begin","seq":\#(seq),"t":\#(1_595_421_000 + seq),"id":\#(id)}"#
  }

  private func end(_ id: Int, seq: Int) -> String {
    #"{"event":"end","seq":\#(seq),"t":\#(1_595_421_000 + seq),"id":\#(id)}"#
  }

  @Test func acknowledgesWhatItHasTaken() throws {
    let fixture = try DaemonFixture()
    let client = try fixture.ingestClient()
    try fixture.send("\(hello)\n\(begin(1, seq: 1))\n\(end(1, seq: 2))\n", from: client)
    try fixture.run(until: "the acknowledgement") {
      try client.read()
      return client.lines == [#"{"ack":2}"#]
    }
    #expect(fixture.daemon.auditor.outstandingCount == 0)
  }

  @Test func linesMayComeByteByByte() throws {
    let fixture = try DaemonFixture()
    let client = try fixture.ingestClient()
    for byte in "\(hello)\n\(begin(7, seq: 1))\n".utf8 {
      try fixture.run(until: "a byte is sent") { try client.write([byte]) == 1 }
      try fixture.settle()
    }
    #expect(fixture.daemon.auditor.outstandingCount == 1)
    try client.read()
    #expect(client.lines.last == #"{"ack":1}"#)
  }

  @Test func manyLinesMayComeAtOnce() throws {
    let fixture = try DaemonFixture()
    let client = try fixture.ingestClient()
    var text = hello + "\n"
    for id in 1...20_000 {
      text += begin(id, seq: 2 * id - 1) + "\n" + end(id, seq: 2 * id) + "\n"
    }
    try fixture.send(text, from: client)
    try fixture.run(until: "the last acknowledgement") {
      try client.read()
      return client.lines.last == #"{"ack":40000}"#
    }
    #expect(fixture.daemon.auditor.outstandingCount == 0)
    #expect(fixture.daemon.auditor.events == 40_001)
  }

  @Test func aClientThatHangsInALineDisturbsNobody() throws {
    let fixture = try DaemonFixture()
    let hanging = try fixture.ingestClient()
    try fixture.send("enter beginBackgroundTaskWithExpirationHan", from: hanging)
    let other = try fixture.ingestClient()
    try fixture.send("\(hello)\n\(begin(1, seq: 1))\n", from: other)
    try other.read()
    #expect(other.lines == [#"{"ack":1}"#])
    #expect(fixture.daemon.auditor.outstandingCount == 1)
    // Its close is the end of its last line.
    try fixture.send("dler:1", from: hanging)
    #expect(fixture.daemon.auditor.outstandingCount == 1)
    hanging.close()
    try fixture.settle()
    #expect(fixture.daemon.auditor.outstandingCount == 2)
  }

  @Test func aHalfClosedClientGetsItsLastReplies() throws {
    let fixture = try DaemonFixture()
    let client = try fixture.ingestClient()
    try fixture.send("\(hello)\n\(begin(1, seq: 9))", from: client)
    client.shutdownWriting()
    try fixture.run(until: "the daemon closes") {
      try client.read()
      return client.isClosed
    }
    #expect(client.lines.last == #"{"ack":9}"#)
  }

  @Test func aCutConnectionLeavesItsTasksAndByeJudgesThem() throws {
    let fixture = try DaemonFixture()
    let cut = try fixture.ingestClient()
    try fixture.send("\(hello)\n\(begin(1, seq: 1))\n", from: cut)
    cut.close()
    try fixture.settle()
    #expect(fixture.daemon.auditor.outstandingCount == 1)
    let over = try fixture.ingestClient()
    try fixture.send("\(hello)\n{\"event\":\"bye\",\"seq\":2}\n", from: over)
    #expect(fixture.daemon.auditor.outstandingCount == 0)
    try over.read()
    #expect(over.lines.last == #"{"ack":2}"#)
  }

  @Test func jsonClientsAreToldWhatIsWrong() throws {
    let fixture = try DaemonFixture()
    let client = try fixture.ingestClient()
    try fixture.send("\(hello)\n{\"event\":\"begin\",\"seq\":1,\"t\":1}\n", from: client)
    try client.read()
    #expect(client.lines.first == #"{"error":"line 2: not an event: missing id","line":2}"#)
    let entry = try #require(fixture.journal.entries(ofID: MessageID.clientError).first)
    #expect(entry.message.contains("line 2: not an event: missing id"))
    #expect(entry.value(of: "BGTASK_CLIENT_UID") == "\(getuid())")
    #expect(entry.value(of: "BGTASK_CLIENT_PID") == "\(getpid())")
  }

  @Test func rawLogsGetNoReplies() throws {
    let fixture = try DaemonFixture()
    let client = try fixture.ingestClient()
    let overflow = "enter beginBackgroundTaskWithExpirationHandler:99999999999999999999999\n"
    try fixture.send("nothing of ours\n" + overflow, from: client)
    try client.read()
    #expect(client.received == "")
    #expect(fixture.journal.entries(ofID: MessageID.clientError).count == 1)
  }

  @Test func errorsAreLoggedOnceASecondAndTheRestCounted() throws {
    let fixture = try DaemonFixture()
    let client = try fixture.ingestClient()
    let wrong = String(repeating: "{\"event\":\"end\",\"t\":1}\n", count: 200)
    try fixture.send(hello + "\n" + wrong, from: client)
    client.close()
    func entries() -> [JournalEntry] { fixture.journal.entries(ofID: MessageID.clientError) }
    try fixture.run(until: "all are told or counted") {
      let heldBack = entries().map { Int($0.value(of: "BGTASK_HELD_BACK") ?? "0") ?? 0 }
      return entries().count + heldBack.reduce(0, +) == 200
    }
    #expect(entries().count <= 3)
  }

  @Test func aClientThatNeverReadsItsErrorsIsCut() throws {
    let fixture = try DaemonFixture { $0.unreadReplyBytesMax = 10_000 }
    let client = try fixture.ingestClient()
    let other = try fixture.ingestClient()
    let wrong = String(repeating: "{\"event\":\"end\",\"t\":1}\n", count: 1000)
    try fixture.run(until: "the client is cut") {
      try fixture.send(wrong, from: client)
      return client.isClosed
    }
    #expect(
      fixture.journal.entries(ofID: MessageID.clientError).contains {
        $0.message.contains("cut off")
      })
    try fixture.send("\(hello)\n\(begin(1, seq: 1))\n", from: other)
    try other.read()
    #expect(other.lines == [#"{"ack":1}"#])
  }

  @Test func unreadAcknowledgementsCostNothing() throws {
    let fixture = try DaemonFixture { $0.unreadReplyBytesMax = 100 }
    let client = try fixture.ingestClient()
    try fixture.send(hello + "\n", from: client)
    // Far more batches than the socket's own buffer has room for acknowledgements.
    for seq in 1...3000 {
      try fixture.send(#"{"event":"mark","seq":\#(seq)}"# + "\n", from: client)
    }
    #expect(!client.isClosed)
    try fixture.run(until: "the newest acknowledgement") {
      try client.read()
      return client.lines.last == #"{"ack":3000}"#
    }
  }

  @Test func twoHundredClients() throws {
    let fixture = try DaemonFixture()
    let clients = try (0..<200).map { _ in try fixture.ingestClient() }
    for (number, client) in clients.enumerated() {
      let hello = #"{"v":1,"event":"hello","session":"\#(number)","ack":true}"#
      try fixture.send("\(hello)\n\(begin(1, seq: 1))\n", from: client)
    }
    for client in clients {
      try fixture.run(until: "an acknowledgement") {
        try client.read()
        return client.lines == [#"{"ack":1}"#]
      }
    }
    #expect(fixture.daemon.auditor.outstandingCount == 200)
    #expect(fixture.daemon.auditor.sessionCount == 200)
  }

  @Test func oneTooManyIsToldSo() throws {
    let fixture = try DaemonFixture { $0.ingestClientsMax = 2 }
    let inside = [try fixture.ingestClient(), try fixture.ingestClient()]
    try fixture.settle()
    let refused = try fixture.ingestClient()
    try fixture.run(until: "the refusal") {
      try refused.read()
      return refused.isClosed
    }
    #expect(refused.lines == [#"{"error":"refused: 2 clients are connected, which is the limit"}"#])
    inside[0].close()
    try fixture.settle()
    let next = try fixture.ingestClient()
    try fixture.send("\(hello)\n\(begin(1, seq: 1))\n", from: next)
    try next.read()
    #expect(next.lines == [#"{"ack":1}"#])
  }

  @Test func whoSaysNothingGivesWayWhereThereIsNoRoom() throws {
    let fixture = try DaemonFixture { $0.ingestClientsMax = 2 }
    fixture.daemon.ingest.silenceMax = 0
    let speaking = try fixture.ingestClient()
    try fixture.send("\(hello)\n\(begin(1, seq: 1))\n", from: speaking)
    let silent = try fixture.ingestClient()
    try fixture.settle()
    let next = try fixture.ingestClient()
    try fixture.send("\(hello)\n\(begin(1, seq: 1))\n", from: next)
    try next.read()
    #expect(next.lines == [#"{"ack":1}"#])
    try silent.read()
    #expect(silent.isClosed)
    try speaking.read()
    #expect(!speaking.isClosed)
    // Both have spoken now.
    let refused = try fixture.ingestClient()
    try fixture.run(until: "the refusal") {
      try refused.read()
      return refused.isClosed
    }
  }

  @Test(arguments: [EMFILE, ENFILE, ENOMEM])
  func runningOutOfDescriptorsIsSaidOnceAndPasses(_ code: Int32) throws {
    let failures = Counter(3)
    let fixture = try DaemonFixture(
      faults: Faults { $0 == .accept && failures.take() ? code : nil })
    let client = try fixture.ingestClient()
    try fixture.send("\(hello)\n\(begin(1, seq: 1))\n", from: client)
    try fixture.run(until: "the client is served") {
      try client.read()
      return client.lines == [#"{"ack":1}"#]
    }
    let said = fixture.journal.entries(ofID: MessageID.clientError)
    #expect(said.count == 1)
    #expect(said.first?.message.contains("cannot accept a client") == true)
  }

  @Test func stoppingTakesWhatIsWritten() throws {
    let fixture = try DaemonFixture()
    let client = try fixture.ingestClient()
    try fixture.send("\(hello)\n", from: client)
    let late = try fixture.ingestClient()
    _ = try client.write(Array("\(begin(1, seq: 1))\n{\"event\":\"be".utf8))
    _ = try late.write(Array("enter beginBackgroundTaskWithExpirationHandler:1\n".utf8))
    fixture.daemon.stop()
    #expect(try fixture.daemon.loop.run() == 0)
    #expect(fixture.daemon.auditor.outstandingCount == 2)
    try client.read()
    #expect(client.lines.last == #"{"ack":1}"#)
    #expect(fixture.journal.entries.last?.value(of: "MESSAGE_ID") == MessageID.stopped)
    #expect(throws: SystemError.self) { try fixture.ingestClient() }
  }
}

/// Counts down, shared with a closure that must be sendable.
final class Counter: @unchecked Sendable {
  private var left: Int
  init(_ count: Int) { left = count }
  /// True the first `count` times.
  func take() -> Bool {
    left -= 1
    return left >= 0
  }
}
