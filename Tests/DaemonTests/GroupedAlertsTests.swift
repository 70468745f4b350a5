import AuditCore
import Configuration
import LinuxIO
import Systemd
import Testing

@testable import AuditDaemon

/// What the journal gets of many findings of one kind: the first, then one at each doubling, and a word when
/// a release went by without it.
@Suite struct GroupedAlertsTests {
  /// A launch of the app that ends. A leak of task 1 is one `unpaired-task` of one group.
  private static func launch(_ number: Int, _ version: String = "3.1", leaks: Bool = true) -> String
  {
    let time = 1_595_421_000 + number * 1000
    let session = #""session":"s\#(number)""#
    let head =
      #"{"v":1,"event":"hello","app":"com.example.chat","appVersion":"\#(version)","process":"Chat","#
      + #""pid":\#(number),\#(session)}"# + "\n"
    let end = leaks ? "" : #"{"event":"end","t":\#(time + 1),"id":1,\#(session)}"# + "\n"
    return head + #"{"event":"state","t":\#(time),"state":"background",\#(session)}"# + "\n"
      + #"{"event":"begin","t":\#(time),"id":1,"name":"upload","handler":true,\#(session)}"# + "\n"
      + end + #"{"event":"exit","t":\#(time + 90),"reason":"clean",\#(session)}"# + "\n"
  }

  private func leaks(_ fixture: DaemonFixture) -> [JournalEntry] {
    fixture.journal.entries(ofRule: "unpaired-task")
      .filter { $0.value(of: "MESSAGE_ID") != MessageID.resolved }
  }

  private func counts(_ fixture: DaemonFixture) -> [String?] {
    leaks(fixture).map { $0.value(of: "BGTASK_GROUP_COUNT") }
  }

  private func resolved(_ fixture: DaemonFixture) -> [JournalEntry] {
    fixture.journal.entries(ofID: MessageID.resolved)
  }

  private func send(_ launches: [String], to fixture: DaemonFixture) throws {
    try fixture.send(launches.joined(), from: try fixture.ingestClient())
  }

  @Test func theFirstThenEachDoubling() throws {
    let fixture = try DaemonFixture()
    try send((1...40).map { Self.launch($0) }, to: fixture)
    #expect(counts(fixture) == ["1", "2", "4", "8", "16", "32"])
    let last = try #require(leaks(fixture).last)
    #expect(last.value(of: "BGTASK_GROUP_LAUNCHES") == "32")
    #expect(last.value(of: "BGTASK_GROUP_RELEASES") == "1")
    #expect(last.value(of: "BGTASK_GROUP_FIRST") == "2020-07-22T12:46:40Z")
    #expect(last.message.hasSuffix("[unpaired-task, suspected, 32 of its kind in 32 launches]"))
    #expect(leaks(fixture).first?.message.hasSuffix("[unpaired-task, suspected]") == true)
  }

  @Test func allOfThemWhereThatIsConfigured() throws {
    let fixture = try DaemonFixture(configuration: "[Journal]\nAlerts=all\n")
    try send((1...5).map { Self.launch($0) }, to: fixture)
    #expect(counts(fixture) == ["1", "2", "3", "4", "5"])
  }

  /// A watcher is told all, whatever the journal gets.
  @Test func watchersAreToldAll() throws {
    let fixture = try DaemonFixture()
    let watcher = try fixture.controlClient()
    var request = ControlRequest(.watch, format: .json)
    request.style.all = true
    try fixture.send(String(decoding: request.line, as: UTF8.self), from: watcher)
    try send((1...5).map { Self.launch($0) }, to: fixture)
    try fixture.run(until: "five leaks") {
      try watcher.read()
      return watcher.lines.count { $0.contains(#""rule":"unpaired-task""#) } == 5
    }
  }

  @Test func whatBecomesOfThoseThatWereTold() throws {
    let fixture = try DaemonFixture(configuration: "[Budget]\nDefault=1h\n")
    let client = try fixture.ingestClient()
    // Ids are overwritten in three launches, and two of the tasks are ended all the same.
    for number in 1...3 {
      try fixture.send(
        """
        {"v":1,"event":"hello","app":"com.example.chat","process":"Chat\(number)","pid":1,"session":"s\(number)"}
        {"event":"state","t":1595421000,"state":"background","session":"s\(number)"}
        {"event":"begin","t":1595421000,"id":1,"name":"up","handler":true,"session":"s\(number)"}
        {"event":"begin","t":1595421001,"id":4,"name":"up","handler":true,"session":"s\(number)"}
        {"event":"end","t":1595421002,"id":4,"session":"s\(number)"}
        {"event":"end","t":1595421003,"id":0,"session":"s\(number)"}

        """, from: client)
    }
    let states = {
      fixture.journal.entries(ofRule: "overwritten-id").map {
        "\($0.value(of: "BGTASK_SESSION") ?? "") \($0.value(of: "BGTASK_STATE") ?? "")"
      }
    }
    #expect(states() == ["s1 suspected", "s2 suspected"])
    for number in [1, 3] {
      try fixture.send(
        #"{"event":"end","t":1595421004,"id":1,"session":"s\#(number)"}"# + "\n", from: client)
    }
    // Of the third nobody was told, so nobody has to be told that it is nothing.
    #expect(states() == ["s1 suspected", "s2 suspected", "s1 cleared"])
  }

  @Test func aReleaseThatGoesByWithoutItResolvesIt() throws {
    let fixture = try DaemonFixture(configuration: "[Journal]\nResolvedAfter=3\n")
    try send([Self.launch(1), Self.launch(2)], to: fixture)
    try send((3...4).map { Self.launch($0, "3.2", leaks: false) }, to: fixture)
    #expect(resolved(fixture).isEmpty)
    try send((5...9).map { Self.launch($0, "3.2", leaks: false) }, to: fixture)
    let told = resolved(fixture).filter { $0.value(of: "BGTASK_RULE") == "unpaired-task" }
    #expect(told.count == 1)
    let entry = try #require(told.first)
    #expect(entry.priority == 5)
    #expect(
      entry.message
        == "com.example.chat: unpaired-task of upload is resolved: 3 launches of 3.2 ended without it"
    )
    let expected = [
      "BGTASK_STATE": "resolved", "BGTASK_APP_VERSION": "3.2", "BGTASK_GROUP_COUNT": "2",
      "BGTASK_GROUP_LAUNCHES": "2", "BGTASK_GROUP_LAST_RELEASE": "3.1", "BGTASK_HOLDER": "upload",
      "BGTASK_NAME": "upload", "BGTASK_APP": "com.example.chat",
    ]
    for (name, value) in expected { #expect(entry.value(of: name) == value, "\(name)") }
    #expect(
      entry.value(of: "BGTASK_FINGERPRINT") == leaks(fixture).first?.value(of: "BGTASK_FINGERPRINT")
    )
    #expect(try fixture.ask(ControlRequest(.groups)).contains("resolved in com.example.chat 3.2"))
    // The old release goes on to have it; in the new one it is news.
    #expect(counts(fixture) == ["1", "2"])
    try send([Self.launch(10)], to: fixture)
    #expect(counts(fixture) == ["1", "2"])
    try send([Self.launch(11, "3.2")], to: fixture)
    #expect(counts(fixture) == ["1", "2", "4"])
    #expect(!(try fixture.ask(ControlRequest(.groups)).contains("resolved")))
  }

  /// What one process told the next one does not tell again, and it goes on counting.
  @Test func aRestartGoesOnCounting() throws {
    let state = try TemporaryFolder()
    let text = "[Journal]\nResolvedAfter=3\n"
    do {
      let fixture = try DaemonFixture(configuration: text, state: state.path)
      try send((1...3).map { Self.launch($0) } + [Self.launch(4, "3.2", leaks: false)], to: fixture)
      #expect(counts(fixture) == ["1", "2"])
      fixture.daemon.stop()
      #expect(try fixture.daemon.loop.run() == 0)
    }
    do {
      let fixture = try DaemonFixture(configuration: text, state: state.path)
      try send([Self.launch(5)], to: fixture)
      #expect(counts(fixture) == ["4"])
      try send((6...7).map { Self.launch($0, "3.2", leaks: false) }, to: fixture)
      #expect(resolved(fixture).map { $0.value(of: "BGTASK_RULE") }.contains("unpaired-task"))
      fixture.daemon.stop()
      #expect(try fixture.daemon.loop.run() == 0)
    }
    let fixture = try DaemonFixture(configuration: text, state: state.path)
    try send((8...10).map { Self.launch($0, "3.2", leaks: false) }, to: fixture)
    #expect(resolved(fixture).isEmpty)
    try send([Self.launch(11, "3.2")], to: fixture)
    #expect(counts(fixture) == ["5"])
  }

  /// Killed before anything is on disk: the inputs are replayed, the alerts are not.
  @Test func aKilledOneTellsNothingTwice() throws {
    let state = try TemporaryFolder()
    let text = "[Journal]\nResolvedAfter=2\n"
    do {
      let disk = Disk()
      let fixture = try DaemonFixture(
        configuration: text, state: state.path, storeFaults: disk.faults)
      try fixture.run(until: "the first commits") { fixture.daemon.context.keeper.isIdle }
      disk.isFull = true
      try send((1...5).map { Self.launch($0) }, to: fixture)
      try send((6...7).map { Self.launch($0, "3.2", leaks: false) }, to: fixture)
      #expect(counts(fixture) == ["1", "2", "4"])
      #expect(!resolved(fixture).isEmpty)
    }
    let fixture = try DaemonFixture(configuration: text, state: state.path)
    #expect(counts(fixture) == [])
    #expect(resolved(fixture) == [])
    try send((8...11).map { Self.launch($0, "3.1") }, to: fixture)
    #expect(counts(fixture) == ["8"])
  }

  // MARK: Silences

  private static let silence = """
    [Silence upload]
    Task=upload
    Reason=mended in 3.3

    """

  @Test func aSilenceHoldsFromTheReloadOnUntilItIsTakenOut() throws {
    let fixture = try DaemonFixture()
    try send([Self.launch(1)], to: fixture)
    #expect(counts(fixture) == ["1"])
    try fixture.rewriteConfiguration(Self.silence)
    fixture.daemon.reload()
    try send((2...5).map { Self.launch($0) }, to: fixture)
    #expect(counts(fixture) == ["1"])
    #expect(try fixture.ask(ControlRequest(.groups)).contains("silenced"))
    #expect(try fixture.ask(ControlRequest(.findings)).contains("silenced"))
    let findings = try fixture.ask(ControlRequest(.findings, format: .json))
    #expect(findings.contains(#""silence":"upload""#))
    let finding = try #require(
      fixture.daemon.auditor.report().findings.first { $0.rule == .unpairedTask })
    let story = try fixture.ask(ControlRequest(.show, findingID: finding.id))
    #expect(story.contains("Silence upload") && story.contains("mended in 3.3"))
    #expect(try fixture.ask(ControlRequest(.status)).contains("1 in force"))
    try fixture.rewriteConfiguration("")
    fixture.daemon.reload()
    try send([Self.launch(6)], to: fixture)
    #expect(counts(fixture) == ["1", "6"])
    #expect(!(try fixture.ask(ControlRequest(.groups)).contains("silenced")))
    #expect(try fixture.ask(ControlRequest(.status)).contains("none"))
  }

  @Test func whatIsSilencedIsNotToldEvenWhereAllIs() throws {
    let fixture = try DaemonFixture(configuration: "[Journal]\nAlerts=all\n" + Self.silence)
    try send((1...3).map { Self.launch($0) }, to: fixture)
    #expect(counts(fixture) == [])
  }

  @Test func aSilenceThatIsOverHoldsForNothing() throws {
    let fixture = try DaemonFixture(configuration: Self.silence + "Until=2020-01-01\n")
    try send([Self.launch(1)], to: fixture)
    #expect(counts(fixture) == ["1"])
    #expect(try fixture.ask(ControlRequest(.status)).contains("0 in force, 1 expired"))
    let status = try fixture.ask(ControlRequest(.status, format: .json))
    #expect(status.contains(#""silences":{"count":1,"expired":1}"#))
  }

  @Test func pastItsMaximumAGroupIsToldAgain() throws {
    let fixture = try DaemonFixture(configuration: Self.silence + "Maximum=3\n")
    try send((1...5).map { Self.launch($0) }, to: fixture)
    #expect(counts(fixture) == ["4"])
  }
}
