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

  /// Each may begin a line of a mebibyte; all of them together may not.
  @Test func linesThatDoNotEndAreBoundedForAllClientsTogether() throws {
    // The smallest budget: four lines of the longest.
    let fixture = try DaemonFixture { $0.memoryBytesMax = 1 << 20 }
    let hello = #"{"v":1,"event":"hello","process":"Chat","pid":1,"session":"s"}"# + "\n"
    let clients = try (1...5).map { _ in try fixture.ingestClient() }
    let begun = String(repeating: "x", count: Limits.lineBytesMax - 1)
    for client in clients { try fixture.send(hello + begun, from: client) }
    let machine = fixture.daemon.context.machine
    #expect(machine.halfLineBytes <= 4 * Limits.lineBytesMax)
    // The journal is told at once, for the line may never end.
    let told = fixture.journal.entries(ofID: MessageID.clientError).map(\.message)
    #expect(told.count == 1)
    #expect(told.first?.hasPrefix("client 1 ") == true)
    for client in clients { try fixture.send("\nnothing\n", from: client) }
    // The others' lines are whole.
    #expect(machine.auditor.unreadableEvents == 1)
    #expect(machine.auditor.skippedLines == 9)
    try fixture.run(until: "the client is told") {
      try clients[0].read()
      return !clients[0].lines.isEmpty
    }
    #expect(
      clients[0].lines == [
        #"{"error":"line 2: not an event: given up half-read, for want of memory","line":2}"#
      ])
    #expect(machine.halfLineBytes < 1 << 14)
  }

  /// With a state directory captures do it; that disk is full here.
  @Test(arguments: [false, true])
  func stacksThatNothingMentionsMakeRoomForOthers(_ isDurable: Bool) throws {
    let state = try TemporaryFolder()
    let disk = Disk()
    let fixture = try DaemonFixture(
      state: isDurable ? state.path : nil, storeFaults: disk.faults)
    let client = try fixture.ingestClient()
    try fixture.send(session("s"), from: client)
    try fixture.run(until: "the first commits") {
      !isDurable || fixture.daemon.context.keeper.isIdle
    }
    if isDurable {
      disk.isFull = true
      try fixture.send(session("t"), from: client)
      try fixture.run(until: "a commit fails") { disk.failures > 0 }
    }
    let auditor = fixture.daemon.auditor
    for offset in 0..<Limits.stacksMax {
      _ = auditor.stacks.intern([Frame(image: .none, symbol: .none, offset: UInt64(offset))])
    }
    let more = [Frame(image: .none, symbol: .none, offset: UInt64.max)]
    #expect(auditor.stacks.intern(more) == .none)
    #expect(auditor.isShortOfNames)
    try fixture.run(until: "a sweep") {
      try fixture.send("nothing\n", from: client)
      return !auditor.isShortOfNames
    }
    #expect(auditor.stacks.intern(more) != .none)
    #expect(auditor.outstandingTasks().map(\.task) == (isDurable ? [1, 1] : [1]))
  }

  @Test func whoHasBroughtInTooManyNamesIsSaidOnce() throws {
    let fixture = try DaemonFixture()
    let auditor = fixture.daemon.auditor
    let (greedy, good) = (try fixture.ingestClient(), try fixture.ingestClient())
    try fixture.send(session("greedy"), from: greedy)
    try fixture.send(session("good"), from: good)
    let source = try #require(fixture.daemon.context.machine.clients[1]?.source)
    auditor.takeNames(of: source) {
      for offset in 0..<Limits.stacksMax / 2 {
        _ = auditor.stacks.intern([Frame(image: .none, symbol: .none, offset: UInt64(offset))])
      }
    }
    func begin(_ id: Int, _ symbol: String) -> String {
      #"{"event":"begin","t":1595421001,"id":\#(id),"stack":["0   App 0x0000000102903a58 -[\#(symbol) go] + 1"]}"#
        + "\n"
    }
    try fixture.send(begin(2, "A") + begin(3, "B"), from: greedy)
    // What nothing mentions has been swept away.
    try fixture.send(begin(4, "C"), from: greedy)
    try fixture.send(begin(2, "D"), from: good)
    #expect(
      auditor.outstandingTasks().map(\.stack.isEmpty) == [true, true, true, false, true, false])
    let told = fixture.journal.entries(ofID: MessageID.names)
    #expect(told.map { $0.value(of: "BGTASK_CLIENT") } == ["client 1"])
  }

  @Test func withoutAStoreClientsThatHaveLeftAreForgotten() throws {
    let fixture = try DaemonFixture()
    let client = try fixture.ingestClient()
    for _ in 0..<3 {
      let other = try fixture.ingestClient()
      try fixture.send("nothing\n", from: other)
      other.close()
    }
    let machine = fixture.daemon.context.machine
    try fixture.run(until: "they are forgotten") {
      try fixture.send("nothing\n", from: client)
      return machine.clients.count == 1 && machine.left.isEmpty && machine.changed.count <= 1
    }
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
