import AuditCore
import CSQLite
import Configuration
import Glibc
import LinuxIO
import Systemd
import Testing

@testable import AuditDaemon
@testable import AuditStore

/// A daemon with a state directory: what it acknowledges is there for the next one.
@Suite struct StateTests {
  private static let hello =
    #"{"v":1,"event":"hello","process":"Chat","pid":1,"session":"a","ack":true}"# + "\n"

  private static func begin(_ id: Int) -> String {
    #"{"event":"begin","seq":\#(id),"t":\#(1_595_421_000 + id),"id":\#(id)}"# + "\n"
  }

  private static func end(_ id: Int, seq: Int) -> String {
    #"{"event":"end","seq":\#(seq),"t":\#(1_595_421_000 + seq),"id":\#(id)}"# + "\n"
  }

  private func awaitReply(_ line: String, _ client: TestClient, _ fixture: DaemonFixture) throws {
    try fixture.run(until: line) {
      try client.read()
      return client.lines.last == line
    }
  }

  private func outstanding(_ fixture: DaemonFixture) -> [UInt64] {
    fixture.daemon.auditor.outstandingTasks().map(\.task)
  }

  @Test func whatIsAcknowledgedIsThereAfterwards() throws {
    let state = try TemporaryFolder()
    do {
      let fixture = try DaemonFixture(state: state.path)
      let client = try fixture.ingestClient()
      try fixture.send(
        Self.hello + Self.begin(1) + Self.begin(2) + Self.end(1, seq: 3), from: client)
      try awaitReply(#"{"ack":3}"#, client, fixture)
      let reader = try StateReader(
        path: state.path, options: StoreOptions(rowFormat: StateFormat.version))
      #expect(reader.meta.epoch >= 2)
      #expect(reader.meta.rows > 5)
    }
    let fixture = try DaemonFixture(state: state.path)
    #expect(outstanding(fixture) == [2])
    #expect(fixture.daemon.auditor.events == 4)
    // A client that comes back sends again what it has not seen acknowledged.
    let client = try fixture.ingestClient()
    try fixture.send(Self.hello + Self.begin(2) + Self.end(1, seq: 3), from: client)
    try awaitReply(#"{"ack":3}"#, client, fixture)
    #expect(outstanding(fixture) == [2])
    #expect(fixture.journal.entries(ofRule: "double-end").isEmpty)
  }

  @Test func groupsOutliveTheDaemon() throws {
    let state = try TemporaryFolder()
    func groups(_ fixture: DaemonFixture) throws -> String {
      var request = ControlRequest(.groups, format: .json)
      request.listing = .fingerprint
      return try fixture.ask(request)
    }
    let exit = #"{"event":"exit","seq":3,"t":1595421200,"reason":"killed"}"# + "\n"
    var before = ""
    do {
      let fixture = try DaemonFixture(state: state.path)
      let client = try fixture.ingestClient()
      try fixture.send(Self.hello + Self.begin(1) + Self.begin(2) + exit, from: client)
      try awaitReply(#"{"ack":3}"#, client, fixture)
      before = try groups(fixture)
    }
    #expect(before.contains(#""rule":"unpaired-task""#))
    let fixture = try DaemonFixture(state: state.path)
    #expect(try groups(fixture) == before)
    // Its session goes, what was counted stays.
    fixture.daemon.context.keeper.take(
      .retired(silentSince: fixture.daemon.context.now + .seconds(1)))
    #expect(fixture.daemon.auditor.sessionsKept == 0)
    #expect(try groups(fixture) == before)
  }

  /// As an earlier version stored it: see `EarlierRowsTests`.
  @Test func aDatabaseOfAnEarlierVersionBecomesOneOfThisVersion() throws {
    let state = try TemporaryFolder()
    do {
      let store = try StateStore(directory: state.path, options: StoreOptions(rowFormat: 3))
      var batch = StateBatch()
      for (key, value) in try EarlierRows.read(format: 3) { batch.put(key, value.span) }
      let then = StateMoment(
        bootID: "another",
        clocks: Arrival(
          wall: Instant(microseconds: Clock.realtime.now()),
          monotonic: Instant(microseconds: 46_554_521_693)))
      _ = try store.commit(batch, epoch: 1, meta: then.encoded)
      try store.close()
    }
    for _ in 0..<2 {
      let fixture = try DaemonFixture(state: state.path) {
        $0.audit.budgets = [AuditConfiguration.Budget(app: "com.example.open", seconds: 3600)]
      }
      #expect(outstanding(fixture) == [1, 7])
      #expect(fixture.journal.entries.allSatisfy { $0.value(of: "BGTASK_RULE") == nil })
      #expect(try fixture.ask(ControlRequest(.groups)).contains("3 findings in 3 of 4 launches"))
      try fixture.run(until: "all is stored anew") { fixture.daemon.context.keeper.isIdle }
      fixture.daemon.stop()
      #expect(try fixture.daemon.loop.run() == 0)
      let reader = try StateReader(
        path: state.path, options: StoreOptions(rowFormat: StateFormat.version))
      #expect(reader.meta.rowFormat == StateFormat.version)
    }
  }

  @Test func nothingIsAcknowledgedThatIsNotOnDisk() throws {
    let state = try TemporaryFolder()
    let disk = Disk()
    let fixture = try DaemonFixture(state: state.path, storeFaults: disk.faults)
    let client = try fixture.ingestClient()
    try fixture.send(Self.hello, from: client)
    try fixture.run(until: "the first commits") { fixture.daemon.context.keeper.isIdle }
    disk.isFull = true
    try fixture.send(Self.begin(1), from: client)
    func told() -> [JournalEntry] { fixture.journal.entries(ofID: MessageID.storage) }
    try fixture.run(until: "the journal is told") { !told().isEmpty }
    #expect(told().first?.priority == 3)
    #expect(told().first?.message.contains("disk full") == true)
    #expect(fixture.daemon.statusText.contains("; state not kept since "))
    #expect(try fixture.ask(ControlRequest(.status)).contains("state not kept since"))
    // It goes on auditing, and tries again without saying so each time.
    try fixture.send(Self.begin(2), from: client)
    #expect(outstanding(fixture) == [1, 2])
    let failures = disk.failures
    try fixture.run(until: "another try") { disk.failures > failures }
    try client.read()
    #expect(client.received == "")
    #expect(told().count == 1)
    disk.isFull = false
    try awaitReply(#"{"ack":2}"#, client, fixture)
    #expect(told().count == 2)
    #expect(told().last?.message.contains("kept again") == true)
    #expect(!fixture.daemon.statusText.contains("state"))
  }

  @Test func whatIsNotOnDiskIsInTheSpool() throws {
    let state = try TemporaryFolder()
    do {
      let disk = Disk()
      let fixture = try DaemonFixture(state: state.path, storeFaults: disk.faults)
      try fixture.run(until: "the first commits") { fixture.daemon.context.keeper.isIdle }
      disk.isFull = true
      let client = try fixture.ingestClient()
      try fixture.send(
        Self.hello + Self.begin(1) + Self.end(1, seq: 2) + Self.end(1, seq: 3) + Self.begin(4),
        from: client)
      #expect(fixture.journal.entries(ofRule: "double-end").count == 1)
    }
    let fixture = try DaemonFixture(state: state.path)
    #expect(outstanding(fixture) == [4])
    #expect(fixture.daemon.auditor.events == 5)
    // What the journal was told it is not told again.
    #expect(fixture.journal.entries.compactMap { $0.value(of: "BGTASK_RULE") } == [])
    #expect(fixture.journal.entries(ofID: MessageID.notKept) == [])
  }

  @Test func aSpoolThatIsFullIsGivenUpRatherThanTheClients() throws {
    let state = try TemporaryFolder()
    do {
      let disk = Disk()
      let fixture = try DaemonFixture(state: state.path, storeFaults: disk.faults)
      let client = try fixture.ingestClient()
      try fixture.send(Self.hello + Self.begin(1), from: client)
      try awaitReply(#"{"ack":1}"#, client, fixture)
      disk.isFull = true
      let noise = String(repeating: String(repeating: "x", count: 999) + "\n", count: 2000)
      try fixture.send(noise + Self.begin(2), from: client)
      try fixture.run(until: "all is read") { outstanding(fixture) == [1, 2] }
    }
    let fixture = try DaemonFixture(state: state.path)
    let told = fixture.journal.entries(ofID: MessageID.notKept)
    #expect(told.count == 1)
    // What was acknowledged is there; the client has to send the rest again.
    #expect(outstanding(fixture) == [1])
    let client = try fixture.ingestClient()
    try fixture.send(Self.hello + Self.begin(2), from: client)
    try awaitReply(#"{"ack":2}"#, client, fixture)
    #expect(outstanding(fixture) == [1, 2])
  }

  /// A disk that was full at the start may have room later.
  @Test func aSpoolThatThereWasNoRoomForIsMadeLater() throws {
    let state = try TemporaryFolder()
    do {
      let failures = Counter(1)
      let disk = Disk()
      let fixture = try DaemonFixture(
        faults: Faults { $0 == .allocate && failures.take() ? ENOSPC : nil }, state: state.path,
        storeFaults: disk.faults)
      let keeper = fixture.daemon.context.keeper
      #expect(fixture.journal.entries(ofID: MessageID.notKept).count == 1)
      #expect(keeper.spool == nil)
      let client = try fixture.ingestClient()
      try fixture.send(Self.hello + Self.begin(1), from: client)
      try awaitReply(#"{"ack":1}"#, client, fixture)
      try fixture.run(until: "all is on disk") {
        keeper.isIdle && keeper.spool?.isRecording == true
      }
      #expect(keeper.spool?.epoch == keeper.epoch)
      #expect(
        fixture.journal.entries(ofID: MessageID.storage).map(\.priority) == [5])
      disk.isFull = true
      try fixture.send(Self.begin(2), from: client)
    }
    let fixture = try DaemonFixture(state: state.path)
    #expect(outstanding(fixture) == [1, 2])
    #expect(fixture.journal.entries(ofID: MessageID.notKept) == [])
  }

  @Test func anOrderlyStopLeavesAllOnDiskAndNothingInTheSpool() throws {
    let state = try TemporaryFolder()
    do {
      let fixture = try DaemonFixture(state: state.path)
      let client = try fixture.ingestClient()
      try fixture.send(Self.hello, from: client)
      _ = try client.write(Array((Self.begin(1) + "{\"event\":\"be").utf8))
      fixture.daemon.stop()
      #expect(try fixture.daemon.loop.run() == 0)
      try client.read()
      #expect(client.lines.last == #"{"ack":1}"#)
      #expect(client.isClosed)
      #expect(fixture.journal.entries.last?.message.contains("not all") == false)
    }
    // Without the spool it is all there.
    #expect(unsafe unlink("\(state.path)/spool") == 0)
    let fixture = try DaemonFixture(state: state.path)
    #expect(outstanding(fixture) == [1])
    #expect(fixture.journal.entries(ofID: MessageID.notKept) == [])
  }

  @Test func aStopThatCannotKeepAllSaysSo() throws {
    let state = try TemporaryFolder()
    do {
      let disk = Disk()
      let fixture = try DaemonFixture(state: state.path, storeFaults: disk.faults)
      let client = try fixture.ingestClient()
      try fixture.send(Self.hello + Self.begin(1), from: client)
      disk.isFull = true
      fixture.daemon.stop()
      #expect(try fixture.daemon.loop.run() == 0)
      let last = try #require(fixture.journal.entries.last)
      #expect(last.priority == 4)
      #expect(last.message.contains("not all of it is on disk"))
    }
    let fixture = try DaemonFixture(state: state.path)
    #expect(outstanding(fixture) == [1])
  }

  @Test func aDatabaseThatCannotBeUsedIsRefusedAndLeftAsItIs() throws {
    let state = try TemporaryFolder()
    let path = try state.file("state.db", "nothing of ours, and long enough for a header")
    let error = #expect(throws: StoreError.self) { _ = try DaemonFixture(state: state.path) }
    #expect(error?.kind == .foreign)
    #expect(error?.exitStatus == 65)
    let bytes = try File.read(path, bytesMax: 1000)
    #expect(String(decoding: bytes, as: UTF8.self).hasPrefix("nothing of ours"))
    let missing = #expect(throws: StoreError.self) {
      _ = try DaemonFixture(state: "/nonexistent/folder")
    }
    #expect(missing?.exitStatus == 66)
  }

  @Test func twoDaemonsDoNotShareADirectory() throws {
    let state = try TemporaryFolder()
    let fixture = try DaemonFixture(state: state.path)
    let error = #expect(throws: StoreError.self) { _ = try DaemonFixture(state: state.path) }
    #expect(error?.kind == .inUse)
    #expect(error?.exitStatus == 75)
    _ = fixture
  }

  @Test func withoutADirectoryItSaysThatNothingIsKept() throws {
    let fixture = try DaemonFixture()
    #expect(try fixture.ask(ControlRequest(.status)).contains("not kept"))
  }

  @Test func anIdleDaemonCommitsNothing() throws {
    let state = try TemporaryFolder()
    let fixture = try DaemonFixture(state: state.path)
    let client = try fixture.ingestClient()
    try fixture.send(Self.hello + Self.begin(1), from: client)
    try awaitReply(#"{"ack":1}"#, client, fixture)
    try fixture.run(until: "the last commit") { fixture.daemon.context.keeper.isIdle }
    let epoch = fixture.daemon.context.keeper.epoch
    // Questions change nothing.
    for _ in 1...20 { _ = try fixture.ask(ControlRequest(.outstanding)) }
    #expect(fixture.daemon.context.keeper.isIdle)
    #expect(fixture.daemon.context.keeper.epoch == epoch)
  }
}

/// A disk that a test fills: every step of a statement fails while it is full.
final class Disk: Sendable {
  private let state = Monitor((isFull: false, failures: 0))

  var isFull: Bool {
    get { state.change { $0.isFull } }
    set { state.change { $0.isFull = newValue } }
  }

  /// Calls that failed.
  var failures: Int { state.change { $0.failures } }

  var faults: StoreFaults {
    StoreFaults { [state] call in
      state.change { now in
        if !now.isFull || call != .step { return nil }
        now.failures += 1
        return .instead(SQLITE_FULL)
      }
    }
  }
}
