import AuditCore
import AuditDaemon
import LinuxIO
import Testing

@Suite struct LifetimeTests {
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
