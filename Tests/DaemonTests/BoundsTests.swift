import AuditCore
import Configuration
import LinuxIO
import Systemd
import Testing

@testable import AuditDaemon

/// What one client, or all of them, can make grow.
@Suite struct BoundsTests {
  private func session(_ name: String) -> String {
    #"{"v":1,"event":"hello","process":"Chat","pid":1,"session":"\#(name)"}"# + "\n"
      + #"{"event":"begin","t":1595421000,"id":1}"# + "\n"
  }

  @Test func aClientThatBringsTooMuchIsReadMoreSlowlyAndLosesNothing() throws {
    let fixture = try DaemonFixture { settings in
      settings.eventsPerSecondMax = 100_000
      settings.eventsBurst = 1
    }
    let greedy = try fixture.ingestClient()
    let modest = try fixture.ingestClient()
    let lines = 30_000
    let start = Clock.boottime.now()
    try fixture.send(String(repeating: "nothing\n", count: lines), from: greedy)
    try fixture.send(session("modest"), from: modest)
    #expect(fixture.daemon.auditor.sessionCount == 1)
    try fixture.run(until: "all is read") { fixture.daemon.auditor.skippedLines >= lines }
    greedy.close()
    try fixture.run(until: "the client is gone") {
      fixture.daemon.context.machine.clients.count == 1
    }
    // A turn's bytes are read at once; what they owe is waited for.
    #expect(Clock.boottime.now() - start >= 200_000)
  }

  @Test func theOldestSessionsGiveWayWhereMemoryIsShort() throws {
    let fixture = try DaemonFixture { $0.memoryBytesMax = 1 << 20 }
    // Not every allocator tells what is in use.
    fixture.daemon.housekeeper.memoryInUse = { 2 << 20 }
    let client = try fixture.ingestClient()
    for number in 1...3 { try fixture.send(session("s\(number)"), from: client) }
    func told() -> Int { fixture.journal.entries(ofID: MessageID.room).count }
    try fixture.run(until: "sessions give way") {
      try fixture.send("nothing\n", from: client)
      return told() > 0
    }
    #expect(fixture.daemon.auditor.sessionsKept < 3)
    #expect(fixture.daemon.auditor.sessionsClosedForRoom >= 1)
    let entry = try #require(fixture.journal.entries(ofID: MessageID.room).first)
    #expect(entry.message.contains("gave way"))
    // Of what was open a finding tells.
    #expect(fixture.journal.entries(ofRule: "lost-events").count >= 1)
  }
}
