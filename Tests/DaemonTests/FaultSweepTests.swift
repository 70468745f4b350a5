import AuditCore
import CSQLite
import Glibc
import LinuxIO
import Systemd
import Testing

@testable import AuditDaemon
@testable import AuditStore

/// Every system call and every call of SQLite fails once, each in turn: nothing ends the daemon but an
/// error that says why it cannot start, and nothing that was acknowledged is lost or counted twice.
@Suite struct FaultSweepTests {
  @Test(arguments: SystemCall.allCases)
  func noSystemCallMayFailAndLoseSomething(_ call: SystemCall) throws {
    let codes = [EIO, ENOMEM, EMFILE]
    var number = 0
    while true {
      let plan = NthCall(number)
      let code = codes[number % codes.count]
      let faults = Faults { $0 == call && plan.isTurn() ? code : nil }
      try Life(faults: faults, store: .none).play()
      if !plan.hasCome { break }
      number += 1
    }
    #expect(number < 200)
  }

  @Test(arguments: [SQLITE_IOERR, SQLITE_FULL])
  func noCallOfSQLiteMayFailAndLoseSomething(_ code: Int32) throws {
    // Every one in turn is the store's own test.
    for number in stride(from: code == SQLITE_FULL ? 5 : 0, to: 400, by: 19) {
      let plan = NthCall(number)
      let faults = StoreFaults { _ in
        plan.isTurn() ? number % 2 == 0 ? .instead(code) : .after(code) : nil
      }
      try Life(faults: .none, store: faults).play()
      if !plan.hasCome { break }
    }
  }
}

/// Counts calls until one's turn.
private final class NthCall: Sendable {
  private let left: Monitor<Int>

  init(_ number: Int) { left = Monitor(number) }

  func isTurn() -> Bool {
    left.change { left in
      left -= 1
      return left == -1
    }
  }

  var hasCome: Bool { left.change { $0 < 0 } }
}

/// A daemon that meets one failure, a client that posts to it, and the daemon after it.
private struct Life: ~Copyable {
  private static let hello =
    #"{"v":1,"event":"hello","process":"Chat","pid":1,"session":"a","ack":true}"# + "\n"
  private static let tasks = 6

  private let state: TemporaryFolder
  private let faults: Faults
  private let storeFaults: StoreFaults

  init(faults: Faults, store: StoreFaults) throws {
    state = try TemporaryFolder()
    self.faults = faults
    storeFaults = store
  }

  func play() throws {
    var acknowledged = 0
    do {
      let fixture = try DaemonFixture(faults: faults, state: state.path, storeFaults: storeFaults)
      acknowledged = try post(to: fixture)
      #expect(acknowledged == Self.tasks)
    } catch let error as SystemError {
      #expect(!error.description.isEmpty)
    } catch let error as StoreError {
      #expect(!error.description.isEmpty)
    }
    let fixture = try DaemonFixture(state: state.path)
    let found = fixture.daemon.auditor.outstandingTasks().map(\.task)
    #expect(found.starts(with: (1...Self.tasks).prefix(acknowledged).map { UInt64($0) }))
    #expect(Set(found).count == found.count)
    #expect(try post(to: fixture) == Self.tasks)
    #expect(fixture.daemon.auditor.outstandingTasks().map(\.task) == (1...6).map { UInt64($0) })
  }

  /// Posts until all is acknowledged, over as many connections as it takes. Returns how much is.
  private func post(to fixture: DaemonFixture) throws -> Int {
    var acknowledged = 0
    for _ in 1...4 where acknowledged < Self.tasks {
      let client = try fixture.ingestClient()
      let events = (acknowledged + 1...Self.tasks).map { id in
        #"{"event":"begin","seq":\#(id),"t":\#(1_595_421_000 + id),"id":\#(id)}"# + "\n"
      }
      try fixture.send(Self.hello + events.joined(), from: client)
      try fixture.run(until: "an acknowledgement or an end") {
        try client.read()
        for line in client.lines {
          if let number = Int(line.filter(\.isNumber)), line.hasPrefix(#"{"ack":"#) {
            acknowledged = max(acknowledged, number)
          }
        }
        return acknowledged == Self.tasks || client.isClosed
      }
      client.close()
      try fixture.settle()
    }
    return acknowledged
  }
}
