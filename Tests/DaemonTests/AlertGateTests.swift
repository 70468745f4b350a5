import AuditCore
import Configuration
import LinuxIO
import Systemd
import Testing

@testable import AuditDaemon

/// One client must not use up what the journal takes.
@Suite struct AlertGateTests {
  private func at(_ seconds: Int64) -> Instant { Instant(microseconds: .seconds(seconds)) }

  private func change(_ source: String, lettingGo tasks: Int? = nil) -> FindingChange {
    var change = FindingChange(
      finding: Finding(
        id: "f", rule: .lostEvents, severity: .notice, state: .confirmed,
        session: SessionIdentity(session: "s"), fingerprint: "", message: "", advice: ""))
    change.source = source
    change.tasksLetGo = tasks
    return change
  }

  private static func admit(
    _ gate: inout AlertGate, _ change: FindingChange, hash: UInt64, at now: Instant
  ) -> Bool {
    gate.admit(change, hash: hash, at: now)
  }

  @Test func sessionsThatGiveWayAreToldOneByOneUpToAFew() {
    var gate = AlertGate()
    let most = AlertGate.lettingGoClientMax
    for _ in 0..<most { #expect(Self.admit(&gate, change("a", lettingGo: 1), hash: 1, at: at(0))) }
    #expect(gate.isDue(at: at(0)) == nil)
    #expect(!Self.admit(&gate, change("a", lettingGo: 2), hash: 2, at: at(59)))
    #expect(!Self.admit(&gate, change("a", lettingGo: 3), hash: 3, at: at(59)))
    // Others and other alerts are not concerned.
    #expect(Self.admit(&gate, change("b", lettingGo: 1), hash: 4, at: at(59)))
    #expect(Self.admit(&gate, change("a"), hash: 5, at: at(59)))
    #expect(gate.isDue(at: at(59)) == at(59))
    let told = gate.takeHeldBack(at: at(59))
    #expect(told.map(\.count) == [2])
    #expect(told.first?.tasks == 5)
    #expect(told.first?.hash == 3)
    #expect(told.first?.most?.client == "a")
    #expect(gate.isDue(at: at(59)) == nil)
    #expect(!Self.admit(&gate, change("a", lettingGo: 1), hash: 6, at: at(59)))
    #expect(gate.isDue(at: at(59)) == at(60))
    #expect(Self.admit(&gate, change("a", lettingGo: 1), hash: 7, at: at(60)))
    let last = gate.takeHeldBack(at: at(60))
    #expect(last.map(\.count) == [1])
  }

  @Test func manyClientsTogetherGetNoMore() {
    var gate = AlertGate()
    let given = (0..<1000).filter {
      gate.admit(change("client \($0)", lettingGo: 0), hash: 1, at: at(0))
    }
    #expect(given.count == AlertGate.lettingGoAllMax)
    let told = gate.takeHeldBack(at: at(0))
    #expect(told.first?.count == 1000 - AlertGate.lettingGoAllMax)
  }

  /// The unit's burst is for those who give few.
  @Test func otherAlertsAreHeldBackFarLater() {
    var gate = AlertGate()
    var given = 0
    for _ in 0..<AlertGate.clientMax / 2 {
      if gate.admit(change("a"), hash: 1, at: at(0)) { given += 1 }
    }
    #expect(gate.restUntil("a", at: at(1)) == nil)
    for client in ["a", "b", "c", "d", "e", "f"] {
      for _ in 0..<2 * AlertGate.clientMax {
        if gate.admit(change(client), hash: 1, at: at(1)) { given += 1 }
      }
    }
    #expect(given == AlertGate.allMax + 2 * AlertGate.clientMin)
    #expect(gate.restUntil("a", at: at(1)) == at(30))
    #expect(gate.restUntil("g", at: at(1)) == nil)
    #expect(Self.admit(&gate, change("g"), hash: 1, at: at(1)))
    #expect(gate.restUntil("a", at: at(30)) == nil)
    #expect(Self.admit(&gate, change("a"), hash: 1, at: at(30)))
  }

  private func sessions(_ range: ClosedRange<Int>) -> String {
    range.map {
      #"{"v":1,"event":"hello","process":"Chat\#($0)","pid":1,"session":"s\#($0)"}"# + "\n"
        + #"{"event":"begin","t":1595421000,"id":1}"# + "\n"
    }.joined()
  }

  private func heldBack(_ fixture: DaemonFixture) -> Int {
    fixture.journal.entries(ofID: MessageID.room).reduce(0) {
      $0 + (Int($1.value(of: "BGTASK_HELD_BACK") ?? "") ?? 0)
    }
  }

  private func lettingGo(_ fixture: DaemonFixture) -> Int {
    fixture.journal.entries(ofRule: "lost-events").count
  }

  /// Every session is told of once, by itself or in a number, and by a daemon that is killed too.
  @Test func aClientThatOpensSessionsWithoutEndFillsNoJournal() throws {
    let state = try TemporaryFolder()
    var told = 0
    do {
      let disk = Disk()
      let fixture = try DaemonFixture(state: state.path, storeFaults: disk.faults) {
        $0.audit.sessionsPerClientMax = 16
        $0.alerts = .all
      }
      try fixture.run(until: "the first commits") { fixture.daemon.context.keeper.isIdle }
      disk.isFull = true
      let client = try fixture.ingestClient()
      try fixture.send(sessions(1...100), from: client)
      let gone = fixture.daemon.auditor.sessionsClosedForRoom
      #expect(gone >= 80)
      #expect(lettingGo(fixture) == AlertGate.lettingGoClientMax)
      try fixture.run(until: "the rest is counted") {
        lettingGo(fixture) + heldBack(fixture) == gone
      }
      told = gone
      let entry = try #require(fixture.journal.entries(ofID: MessageID.room).first)
      #expect(entry.message.contains("all of client 1 (pid "))
      // Beyond what was told, when it is killed.
      try fixture.send(sessions(101...103), from: client)
    }
    let fixture = try DaemonFixture(state: state.path) {
      $0.audit.sessionsPerClientMax = 16
      $0.alerts = .all
    }
    let gone = fixture.daemon.auditor.sessionsClosedForRoom
    #expect(gone >= told)
    fixture.daemon.tellHeldBack(finally: true)
    #expect(lettingGo(fixture) + heldBack(fixture) <= gone - told + AlertGate.lettingGoClientMax)
  }
}
