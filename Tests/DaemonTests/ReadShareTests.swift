import AuditCore
import CSQLite
import Configuration
import Glibc
import Systemd
import Testing

@testable import AuditDaemon
@testable import AuditStore

@Suite struct ReadShareTests {
  private let most = Limits.commitRowsMax
  private let share = Limits.commitShareBytes

  @Test func nobodyWaitsWhileCommitsAreShort() {
    var greedy = ReadShare()
    greedy.note(share * 100, rows: most - 1, epoch: 3)
    #expect(!greedy.isUsedUp(pending: most - 1, epoch: 3))
  }

  @Test func whoHasBroughtMoreThanAShareWaitsUntilItIsCaptured() {
    var (greedy, modest) = (ReadShare(), ReadShare())
    greedy.note(share + 1, rows: most, epoch: 3)
    modest.note(share, rows: 1, epoch: 3)
    #expect(greedy.isUsedUp(pending: most, epoch: 3))
    #expect(!modest.isUsedUp(pending: most, epoch: 3))
    #expect(!greedy.isUsedUp(pending: most, epoch: 4))
    // Shares of one commit add up.
    modest.note(1, rows: 0, epoch: 3)
    #expect(modest.isUsedUp(pending: most, epoch: 3))
    modest.note(share, rows: 0, epoch: 4)
    #expect(!modest.isUsedUp(pending: most, epoch: 4))
  }

  @Test func manyWhoBringLittleWaitToo() {
    #expect(!ReadShare().isUsedUp(pending: 4 * most - 1, epoch: 1))
    #expect(ReadShare().isUsedUp(pending: 4 * most, epoch: 1))
  }

  @Test func aTurnTakesWhatFillsTheCommit() {
    var client = ReadShare()
    #expect(client.bytesMax(pending: most * 9) == Limits.readBytesPerTurnMax)
    // Ten bytes a row.
    client.note(10_000, rows: 1000, epoch: 1)
    #expect(client.bytesMax(pending: 0) == most * 10)
    #expect(client.bytesMax(pending: most / 4) == most * 10 / 4 * 3)
    #expect(client.bytesMax(pending: most * 9) == Limits.readBytesPerTurnMin)
    // Begins and ends that leave nothing.
    client.note(10_000, rows: 1, epoch: 1)
    #expect(client.bytesMax(pending: 0) == Limits.readBytesPerTurnMax)
    client.note(10_000, rows: -5, epoch: 2)
    #expect(client.bytesMax(pending: 0) == Limits.readBytesPerTurnMax)
  }
}

/// What one client brings makes nobody wait long for an acknowledgement.
@Suite struct LongCommitTests {
  private func hello(_ session: String) -> String {
    #"{"v":1,"event":"hello","process":"\#(session)","pid":1,"session":"\#(session)","ack":true}"#
      + "\n"
  }

  private func begins(_ ids: ClosedRange<Int>) -> String {
    ids.map { #"{"event":"begin","seq":\#($0),"id":\#($0)}"# + "\n" }.joined()
  }

  @Test func aCaptureThatWouldBeLongIsMadeAtOnce() throws {
    let state = try TemporaryFolder()
    let fixture = try DaemonFixture(state: state.path) { $0.commitInterval = .seconds(3600) }
    let keeper = fixture.daemon.context.keeper
    try fixture.run(until: "the first commit") { keeper.flight == nil }
    let client = try fixture.ingestClient()
    try fixture.send(hello("a") + begins(1...100), from: client)
    let epoch = keeper.epoch
    try fixture.send(begins(101...Limits.commitRowsMax), from: client)
    #expect(keeper.epoch > epoch)
    try fixture.run(until: "an acknowledgement") {
      try client.read()
      return client.received.contains("ack")
    }
  }

  @Test func whileTheDiskIsBusyOnlyTheGreedyWait() throws {
    let state = try TemporaryFolder()
    let disk = HeldDisk()
    let fixture = try DaemonFixture(state: state.path, storeFaults: disk.faults)
    let keeper = fixture.daemon.context.keeper
    let (greedy, modest) = (try fixture.ingestClient(), try fixture.ingestClient())
    try fixture.send(hello("greedy"), from: greedy)
    try fixture.send(hello("modest"), from: modest)
    try fixture.run(until: "the first commits") { keeper.isIdle }
    disk.isHeld = true
    defer { disk.isHeld = false }
    // More than one commit should hold, twice: the second has to wait.
    let count = Limits.commitRowsMax * 4
    let text = Array(begins(1...count).utf8)
    var sent = 0
    try fixture.run(until: "the greedy one waits") {
      sent += try greedy.write(text, from: sent)
      _ = try fixture.daemon.loop.turn(microseconds: 0)
      return keeper.pendingRows >= Limits.commitRowsMax && keeper.flight != nil
    }
    try fixture.settle()
    let taken = fixture.daemon.auditor.events
    for _ in 0..<10 {
      if sent < text.count { sent += try greedy.write(text, from: sent) }
      try fixture.settle()
    }
    #expect(fixture.daemon.auditor.events == taken)
    try fixture.send(begins(1...10), from: modest)
    #expect(fixture.daemon.auditor.events == taken + 10)
    disk.isHeld = false
    try fixture.run(until: "all is read and acknowledged") {
      if sent < text.count { sent += try greedy.write(text, from: sent) }
      try greedy.read()
      return greedy.lines.last == #"{"ack":\#(count)}"#
    }
    #expect(fixture.daemon.auditor.outstandingCount == count + 10)
  }

  /// One that fails is tried again; meanwhile everything is taken.
  @Test func nobodyWaitsForADiskThatIsFull() throws {
    let state = try TemporaryFolder()
    let disk = Disk()
    let fixture = try DaemonFixture(state: state.path, storeFaults: disk.faults)
    let client = try fixture.ingestClient()
    try fixture.send(hello("a"), from: client)
    try fixture.run(until: "the first commits") { fixture.daemon.context.keeper.isIdle }
    disk.isFull = true
    let count = Limits.commitRowsMax * 6
    try fixture.send(begins(1...count), from: client)
    try fixture.run(until: "all is read") {
      fixture.daemon.auditor.outstandingCount == count
    }
    disk.isFull = false
    try fixture.run(until: "all is acknowledged") {
      try client.read()
      return client.lines.last == #"{"ack":\#(count)}"#
    }
  }
}

/// A disk that answers nothing while a test holds it.
private final class HeldDisk: Sendable {
  private let state = Monitor(false)

  var isHeld: Bool {
    get { state.change { $0 } }
    set { state.change { $0 = newValue } }
  }

  var faults: StoreFaults {
    StoreFaults { [state] call in
      if call == .step { state.wait { $0 ? nil : () } }
      return nil
    }
  }
}
