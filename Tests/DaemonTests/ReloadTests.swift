import AuditCore
import Configuration
import Systemd
import Testing

@testable import AuditDaemon

@Suite struct ReloadTests {
  private let lines = """
    {"v":1,"event":"hello","session":"a"}
    {"event":"begin","t":1595421000,"id":1}

    """

  @Test func aBadConfigurationChangesNothingAndIsNamed() throws {
    let fixture = try DaemonFixture(configuration: "[Audit]\nPileupLimit=2\n")
    let client = try fixture.ingestClient()
    try fixture.send(lines, from: client)
    try fixture.rewriteConfiguration("[Audit]\n\nPileupLimit=nonsense\n")
    fixture.daemon.reload()
    #expect(fixture.daemon.auditor.configuration.pileupLimit == 2)
    #expect(fixture.daemon.auditor.outstandingCount == 1)
    let entry = try #require(fixture.journal.entries(ofID: MessageID.configuration).last)
    #expect(entry.priority == 3)
    #expect(entry.message.contains("bgtaskd.conf:3"))
    #expect(entry.value(of: "BGTASK_CONFIG_LINE") == "3")
  }

  @Test func aGoodOneHoldsFromNowOnAndKeepsAllState() throws {
    let fixture = try DaemonFixture(configuration: "[Audit]\nPileupLimit=2\n")
    let client = try fixture.ingestClient()
    try fixture.send(lines, from: client)
    try fixture.rewriteConfiguration(
      """
      [Audit]
      PileupLimit=3
      [Pattern start]
      Kind=begin
      Regex=^started (?<id>[0-9]+)$

      """)
    fixture.daemon.reload()
    #expect(fixture.daemon.auditor.configuration.pileupLimit == 3)
    #expect(fixture.daemon.auditor.outstandingCount == 1)
    #expect(fixture.journal.entries.last?.message.contains("configuration read anew") == true)
    // The client that was there before reads the new pattern.
    try fixture.send("started 2\n", from: client)
    #expect(fixture.daemon.auditor.outstandingCount == 2)
  }
}
