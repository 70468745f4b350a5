import AuditCore
import LinuxIO
import Testing

@testable import AuditDaemon

/// Inputs make the audit, whatever happens to the process between them.
@Suite struct MachineTests {
  private static let peer = PeerCredentials(pid: 9, uid: 1000, gid: 1000)

  /// A machine that dies and comes back from its rows now and then.
  private final class Life {
    var machine = Machine(Auditor(), patterns: [])
    private var rows: [StateKey: [UInt8]] = [:]
    private var time: Int64 = 1_595_421_000_000_000

    init() { machine.auditor.trackChanges() }

    func apply(_ action: Input.Action, _ client: Int, _ text: String = "") {
      time += 1000
      let bytes = Array(text.utf8)
      machine.apply(Input(action, client: client, at: time), bytes.span)
      _ = machine.auditor.takeChanges()
    }

    /// Connects, and returns the client's number.
    func connect(_ text: String, uid: UInt32 = 1000) -> Int {
      let client = machine.nextClient
      apply(.opened(peer: PeerCredentials(pid: 9, uid: uid, gid: 1000)), client)
      apply(.bytes, client, text)
      return client
    }

    func capture(isWhole: Bool = false) -> [Int: UInt64] {
      let (batch, acknowledgements) = machine.capture(isWhole: isWhole)
      if batch.isWhole { rows = [:] }
      for owner in batch.forgotten { rows = rows.filter { $0.key.owner != owner } }
      for change in batch.changes {
        rows[change.key] = change.value.map { Array(batch.bytes[$0]) }
      }
      return acknowledgements
    }

    func dieAndReturn() throws {
      machine = Machine(Auditor(), patterns: [])
      var restorer = StateRestorer(into: machine.auditor, monotonicShift: 0)
      for (key, value) in rows.sorted(by: { $0.key < $1.key }) {
        try restorer.take(key, value.span)
      }
      try restorer.finish(now: Instant(microseconds: time))
      try machine.restoreClients(&restorer)
      machine.auditor.trackChanges()
      _ = capture(isWhole: true)
    }
  }

  /// A daemon that stops has read the ends of connections, and has not let go of them yet.
  @Test(arguments: ["", hello("a", after: 0), #"{"v":1,"event":"hello","ack":true}"# + "\n"])
  func aClientThatHasJustEndedDoesNotSpoilTheRows(_ text: String) throws {
    let life = Life()
    let client = life.connect(text)
    life.apply(.ended(isCut: false), client)
    _ = life.capture()
    try life.dieAndReturn()
    life.apply(.left, client)
    _ = life.capture()
    try life.dieAndReturn()
    #expect(life.machine.nextClient == 2)
  }

  private static func hello(_ stream: String, after lines: Int) -> String {
    #"{"v":1,"event":"hello","ack":true,"stream":"\#(stream)"}"# + "\n"
      + #"{"v":1,"event":"hello","device":"phone"}"# + "\n" + mark(lines)
  }

  private static func mark(_ lines: Int) -> String { #"{"event":"mark","seq":\#(lines)}"# + "\n" }

  @Test func aClientIsTheSameAfterwards() throws {
    let life = Life()
    let client = life.connect("BGT begin id=1\nBGT beg")
    _ = life.capture()
    try life.dieAndReturn()
    #expect(life.machine.clients[client]?.peer == Self.peer)
    life.apply(.bytes, client, "in id=2\n")
    #expect(life.machine.auditor.outstandingCount == 2)
    life.apply(.ended(isCut: false), client)
    _ = life.capture()
    try life.dieAndReturn()
    #expect(life.machine.clients[client]?.isOver == true)
    life.apply(.left, client)
    _ = life.capture()
    try life.dieAndReturn()
    #expect(life.machine.clients.isEmpty)
    #expect(life.machine.nextClient == 2)
  }

  /// A client that has said all, and opened no session, may wait for its last acknowledgement.
  @Test func aClientWithoutASessionComesBackToo() throws {
    let life = Life()
    let client = life.connect("{\"v\":1,\"event\":\"hello\",\"ack\":true}\n" + Self.mark(3))
    life.apply(.ended(isCut: false), client)
    #expect(life.capture() == [client: 3])
    try life.dieAndReturn()
    #expect(life.machine.clients[client]?.acknowledgeable == 3)
    life.apply(.left, client)
    life.apply(.left, life.connect(Self.hello("x", after: 0)))
    _ = life.capture()
    try life.dieAndReturn()
    #expect(life.machine.clients.isEmpty)
  }

  /// The longest go first, and what is counted is right whoever leaves.
  @Test func linesAreGivenUpInAnOrderOfTheirOwn() {
    let life = Life()
    let sizes = [2500, 40_000, 40_000, 10_000]
    let clients = sizes.map { life.connect(String(repeating: "x", count: $0)) }
    #expect(life.machine.halfLineBytes >= sizes.reduce(0, +))
    #expect(life.machine.linesToGiveUp(bytesMax: life.machine.halfLineBytes).isEmpty)
    let chosen = life.machine.linesToGiveUp(bytesMax: life.machine.halfLineBytes - 1)
    #expect(chosen.map(\.number) == [clients[1]])
    #expect(life.machine.linesToGiveUp(bytesMax: 0).map(\.number) == [2, 3, 4, 1])
    for client in clients.prefix(2) { life.apply(.lineGivenUp, client) }
    #expect(life.machine.linesToGiveUp(bytesMax: 0).map(\.number) == [3, 4])
    for client in clients { life.apply(.left, client) }
    #expect(life.machine.halfLineBytes == 0)
  }

  @Test func inputsOfClientsThatAreNotThereDoNothing() {
    let life = Life()
    life.apply(.bytes, 7, "BGT begin id=1\n")
    life.apply(.ended(isCut: true), 7)
    life.apply(.left, 7)
    life.apply(.opened(peer: nil), 7)
    #expect(life.machine.clients.isEmpty)
    #expect(life.machine.auditor.events == 0)
  }

  /// Bare lines, whose launch is known by their stream alone.
  @Test(arguments: [false, true])
  func aStreamGoesOnOverAnyNumberOfConnections(dies: Bool) throws {
    let life = Life()
    var client = life.connect(
      Self.hello("x", after: 0)
        + "enter beginBackgroundTaskWithExpirationHandler:1\n" + Self.mark(1)
        + "enter beginBackgroundTaskWithExpirationHandler:2\nenter begi")
    for id in 3...8 {
      #expect(life.capture()[client] == UInt64(id - 2))
      if dies { try life.dieAndReturn() }
      life.apply(.left, client)
      if dies {
        _ = life.capture()
        try life.dieAndReturn()
      }
      // From the last acknowledgement on: the line before comes again.
      client = life.connect(
        Self.hello("x", after: id - 2)
          + "enter beginBackgroundTaskWithExpirationHandler:\(id - 1)\n" + Self.mark(id - 1)
          + "enter beginBackgroundTaskWithExpirationHandler:\(id)\nenter begi")
    }
    #expect(life.machine.auditor.outstandingTasks().map(\.task) == Array(1...8))
    #expect(life.machine.auditor.sessionCount == 1)
    life.apply(.bytes, client, "nBackgroundTaskWithExpirationHandler:9\n{\"event\":\"begin\"}\n")
    // Of this connection, whose half line was the seventh.
    #expect(life.machine.clients[client]?.takeRejects().first.map(\.line) == [8])
  }

  /// A forwarded socket closes in order when the line behind it breaks.
  @Test(arguments: [false, true])
  func aStreamGoesOnAfterAConnectionThatWasClosedWithoutABye(dies: Bool) throws {
    let life = Life()
    let log = Self.hello("x", after: 0) + "BGT begin id=3\nBGT end id=3\n"
    let first = life.connect(log)
    life.apply(.ended(isCut: false), first)
    life.apply(.left, first)
    if dies {
      _ = life.capture()
      try life.dieAndReturn()
    }
    let second = life.connect(log + "BGT begin id=4\n")
    #expect(life.machine.auditor.events == 3)
    #expect(life.machine.auditor.outstandingTasks().map(\.task) == [4])
    #expect(life.machine.auditor.sessionCount == 1)
    // And after a bye it is another log.
    life.apply(.bytes, second, #"{"event":"bye","seq":3}"# + "\n")
    life.apply(.ended(isCut: false), second)
    life.apply(.left, second)
    _ = life.connect(Self.hello("x", after: 0) + "BGT begin id=5\n")
    #expect(life.machine.auditor.outstandingTasks().map(\.task) == [5])
  }

  @Test func aConnectionThatIsReplacedIsOver() {
    let life = Life()
    let first = life.connect(Self.hello("x", after: 0) + "BGT begin id=1\n")
    let second = life.connect(Self.hello("x", after: 0) + "BGT begin id=1\nBGT begin id=2\n")
    #expect(life.machine.clients[first]?.isOver == true)
    life.apply(.bytes, first, "BGT begin id=3\n")
    life.apply(.left, first)
    life.apply(.bytes, second, "BGT begin id=4\n")
    #expect(life.machine.auditor.outstandingTasks().map(\.task) == [1, 2, 4])
  }

  @Test func nobodyGoesOnWithTheStreamOfAnotherUser() {
    let life = Life()
    let first = life.connect(Self.hello("x", after: 0) + "BGT begin id=1\n")
    _ = life.connect(Self.hello("x", after: 0) + "BGT begin id=1\n", uid: 7)
    #expect(life.machine.clients[first]?.isOver == false)
    #expect(life.machine.auditor.sessionCount == 2)
  }

  @Test func aStreamThatEndsInOrderIsReadToItsEnd() {
    let life = Life()
    let client = life.connect(
      Self.hello("x", after: 0) + "enter beginBackgroundTaskWithExpirationHandler:1\n(\n"
        + "  0   Mail  0x0000000102903a58 -[Uploader start] + 132\n")
    life.apply(.ended(isCut: false), client)
    #expect(life.machine.auditor.outstandingTasks().first?.blame.symbol == "-[Uploader start]")
    life.apply(.left, client)
    #expect(life.machine.clients.isEmpty)
  }

  @Test func onlySoManyBrokenStreamsAreWaitedFor() {
    let life = Life()
    for number in 0...Limits.suspendedStreamsMax {
      life.apply(.left, life.connect(Self.hello("s\(number)", after: 0) + "nothing\n"))
    }
    // The oldest was given up, so all of its lines are new.
    _ = life.connect(Self.hello("s0", after: 0) + "BGT begin id=1\n")
    #expect(life.machine.auditor.outstandingCount == 1)
    _ = life.connect(Self.hello("s5", after: 0) + "nothing\nBGT begin id=2\n")
    #expect(life.machine.auditor.outstandingCount == 2)
  }
}
