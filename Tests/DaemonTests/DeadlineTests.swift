import AuditCore
import Configuration
import LinuxIO
import Systemd
import Testing

@testable import AuditDaemon

/// What happens when no event comes.
@Suite struct DeadlineTests {
  private func reference(at time: Double, state: String = "background") -> String {
    """
    {"v":1,"event":"hello","app":"com.example.chat","os":"iOS 13.5.1","process":"Chat","pid":4377,"session":"a"}
    {"event":"state","seq":1,"t":\(time),"state":"\(state)"}
    {"event":"begin","seq":2,"t":\(time + 0.01),"id":1}
    {"event":"begin","seq":3,"t":\(time + 0.02),"id":4}
    {"event":"begin","seq":4,"t":\(time + 0.03),"id":6}
    {"event":"end","seq":5,"t":\(time + 0.04),"id":6}
    {"event":"end","seq":6,"t":\(time + 0.05),"id":4}
    {"event":"end","seq":7,"t":\(time + 0.06),"id":0}
    {"event":"end","seq":8,"t":\(time + 0.07),"id":0}

    """
  }

  @Test func anOverwriteIsSuspectedAtOnceAndConfirmedByTheClock() throws {
    let fixture = try DaemonFixture {
      $0.audit.budgets = [AuditConfiguration.Budget(os: "iOS 13", seconds: 0.3)]
      $0.audit.grace = .milliseconds(100)
    }
    let client = try fixture.ingestClient()
    let now = Double(Clock.realtime.now()) / 1e6
    try fixture.send(reference(at: now), from: client)
    let states = {
      fixture.journal.entries(ofRule: "overwritten-id").map { $0.value(of: "BGTASK_STATE") }
    }
    #expect(states() == ["suspected"])
    #expect(fixture.journal.entries(ofRule: "unpaired-task").isEmpty)
    try fixture.run(until: "the deadline") { states().count == 2 }
    #expect(states() == ["suspected", "confirmed"])
    let unpaired = fixture.journal.entries(ofRule: "unpaired-task")
    #expect(unpaired.map { $0.value(of: "BGTASK_TASK") } == ["1"])
    #expect(unpaired.first?.value(of: "BGTASK_CAUSES") == "overwritten-id")
    #expect(unpaired.first?.value(of: "BGTASK_STAGE") == "past-deadline")
    #expect(fixture.daemon.auditor.leakingCount == 1)
  }

  @Test func deadlinesRunOnAfterTheClientHasGone() throws {
    let fixture = try DaemonFixture {
      $0.audit.budgets = [AuditConfiguration.Budget(os: "iOS 13", seconds: 0.1)]
      $0.audit.grace = 0
    }
    let client = try fixture.ingestClient()
    try fixture.send(reference(at: Double(Clock.realtime.now()) / 1e6), from: client)
    client.close()
    try fixture.run(until: "the leak is reported") {
      !fixture.journal.entries(ofRule: "unpaired-task").isEmpty
    }
  }

  @Test func aFloodOfLinesDoesNotPutOffDeadlines() throws {
    let fixture = try DaemonFixture {
      $0.audit.budgets = [AuditConfiguration.Budget(os: "iOS 13", seconds: 0.05)]
      $0.audit.grace = 0
    }
    let client = try fixture.ingestClient()
    try fixture.send(reference(at: Double(Clock.realtime.now()) / 1e6), from: client)
    let noise = try fixture.ingestClient()
    let bytes = [UInt8](repeating: 0x0A, count: 1 << 16)
    try fixture.run(until: "the leak is reported") {
      _ = try noise.write(bytes)
      return !fixture.journal.entries(ofRule: "unpaired-task").isEmpty
    }
  }
}
