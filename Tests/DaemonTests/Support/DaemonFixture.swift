import AuditCore
import AuditStore
import Configuration
import LinuxIO
import Systemd
import Testing

@testable import AuditDaemon

/// A daemon with sockets in a folder of its own, run turn by turn in the test's thread.
final class DaemonFixture {
  struct TimedOut: Error { var waitingFor: String }

  private let folder: TemporaryFolder
  let journal = RecordingJournal()
  let daemon: Daemon
  let folderPath: String
  var ingestPath: String { "\(folderPath)/ingest" }
  var controlPath: String { "\(folderPath)/control" }

  /// `configuration` is the text of a file that the daemon reads, and reads anew. State is kept in the
  /// folder `state`, if there is one.
  init(
    configuration: String = "", faults: Faults = .none, state: String? = nil,
    web: String? = nil, storeFaults: StoreFaults = .none,
    layout: SpoolLayout = SpoolLayout(segmentBytes: 1 << 20),
    _ change: (inout Settings) -> Void = { _ in }
  ) throws {
    let folder = try TemporaryFolder()
    folderPath = folder.path
    let path = try folder.file("bgtaskd.conf", configuration)
    self.folder = folder
    var settings = try ConfigurationReader.read(path: path)
    change(&settings)
    daemon = try Daemon(
      settings: settings,
      options: DaemonOptions(
        configurationPath: path, ingestPath: "\(folderPath)/ingest",
        controlPath: "\(folderPath)/control",
        webPath: web.map { [folderPath] in "\(folderPath)/\($0)" },
        stateDirectory: state),
      journal: journal, faults: faults)
    try daemon.revive(faults: storeFaults, layout: layout)
    try daemon.start()
  }

  func rewriteConfiguration(_ text: String) throws { _ = try folder.file("bgtaskd.conf", text) }

  func ingestClient() throws -> TestClient { try TestClient(ingestPath) }
  func controlClient() throws -> TestClient { try TestClient(controlPath) }

  /// Runs the loop until `condition` holds; fails after a time that only a fault takes.
  func run(until what: String, _ condition: () throws -> Bool) throws {
    let end = Clock.boottime.now() + 30_000_000
    while try !condition() {
      if Clock.boottime.now() > end { throw TimedOut(waitingFor: what) }
      _ = try daemon.loop.turn(microseconds: 5000)
    }
  }

  /// Runs the loop until there is nothing to do at once.
  func settle() throws { while try daemon.loop.turn(microseconds: 0) {} }

  /// Sends all of `text`, with the daemon reading meanwhile.
  func send(_ text: String, from client: TestClient) throws {
    let bytes = Array(text.utf8)
    var start = 0
    try run(until: "all is sent") {
      if start < bytes.count { start += try client.write(bytes, from: start) }
      return start == bytes.count || client.isClosed
    }
    try settle()
  }

  /// Asks the control socket and waits for the whole answer.
  func ask(_ request: ControlRequest) throws -> String {
    let client = try controlClient()
    try send(String(decoding: request.line, as: UTF8.self), from: client)
    try run(until: "an answer") {
      try client.read()
      return client.isClosed
    }
    return client.received
  }
}
