import AuditCore
import AuditDaemon
import Configuration
import Glibc
import LinuxIO
import Testing

@Suite struct LifetimeTests {
  /// The service manager may send it as soon as it hears that the daemon is ready.
  @Test func aSignalThatComesBeforeTheLoopRunsStopsInGoodOrder() async throws {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let state = try TemporaryFolder()
      let daemon = try Daemon(
        settings: try ConfigurationReader.defaults(),
        options: DaemonOptions(
          configurationPath: nil, ingestPath: "\(folder.path)/ingest",
          controlPath: "\(folder.path)/control", stateDirectory: state.path),
        journal: RecordingJournal())
      try daemon.revive()
      try daemon.takeSignals()
      raise(SIGTERM)
      try daemon.start()
      exit(try daemon.run())
    }
  }

  /// Closures of sources must not keep what owns the sources.
  @Test func aDaemonThatIsLetGoIsFreedWithItsSockets() throws {
    weak var daemon: Daemon?
    var path = ""
    do {
      let fixture = try DaemonFixture()
      daemon = fixture.daemon
      path = fixture.ingestPath
      let client = try fixture.ingestClient()
      let asker = try fixture.controlClient()
      try fixture.send("enter beginBackgroundTaskWithExpirationHandler:1\n", from: client)
      try fixture.send("{\"request\":\"watch\"}\n", from: asker)
      #expect(fixture.daemon.auditor.outstandingCount == 1)
    }
    #expect(daemon == nil)
    let error = #expect(throws: SystemError.self) { _ = try UnixSocket.connect(to: path) }
    #expect(error?.code == 2)  // ENOENT
  }
}
