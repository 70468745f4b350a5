import Testing

@testable import AuditCore

/// Findings by fingerprint over launches and releases.
@Suite struct GroupTests {
  private func play(_ log: String) -> Timeline {
    var timeline = Timeline()
    timeline.play(log)
    timeline.auditor.close(timeline.source, over: true)
    _ = timeline.auditor.takeChanges()
    return timeline
  }

  private func leak(_ session: String, version: String, tasks: ClosedRange<Int>, at time: Int)
    -> String
  {
    let head = "\(time) hello session=\(session) app-id=chat version=\(version)"
    let begins = tasks.map { "\(time) begin \($0) by=Client\($0) session=\(session)" }
    return ([head] + begins).joined(separator: "\n") + "\n"
  }

  /// Two launches of 3.1 of which the second is clean, one of 3.2; all tasks of 1 are one group.
  private var log: String {
    leak("a", version: "3.1", tasks: 1...2, at: 0)
      + leak("b", version: "3.1", tasks: 3...3, at: 100)
      + "101 end 3 session=b\n" + leak("c", version: "3.2", tasks: 1...1, at: 200)
  }

  @Test func `count, launches and releases of each fingerprint`() throws {
    let survey = play(log).auditor.groupSurvey()
    #expect(survey.launches == 3)
    let unpaired = survey.rows.filter { $0.group.rule == .unpairedTask }
    #expect(unpaired.map(\.group.blame.holder) == ["Client1", "Client2"])
    #expect(unpaired.map(\.group.count) == [2, 1])
    #expect(unpaired.map(\.launches) == [2, 1])
    #expect(unpaired.map(\.launchesOf) == [3, 3])
    let parts = unpaired[0].releases
    #expect(parts.map(\.release?.version) == ["3.1", "3.2"])
    #expect(parts.map(\.release?.app) == ["chat", "chat"])
    #expect(parts.map(\.count) == [1, 1])
    #expect(parts.map(\.launches) == [1, 1])
    #expect(parts.map(\.launchesOf) == [2, 1])
    let last = try #require(unpaired[0].group.last)
    #expect(last.instant.microseconds == Timeline.zero + .seconds(200))
    #expect(unpaired[0].group.first?.instant.microseconds == Timeline.zero)
  }

  @Test func `a launch counts once however many findings it has`() {
    let begins = (1...5).map { "\($0) begin \($0) by=Client session=a\n" }.joined()
    let rows = play("0 hello session=a app-id=chat\n" + begins).auditor.groupSurvey().rows
    let unpaired = rows.filter { $0.group.rule == .unpairedTask }
    #expect(unpaired.map(\.group.count) == [5])
    #expect(unpaired.map(\.launches) == [1])
  }

  @Test func `what is cleared counts off, and an empty group is gone`() {
    var timeline = Timeline(live: true)
    timeline.play(
      """
      0   begin 3
      0.1 begin 5
      4   end 5
      4.1 end 0
      """)
    _ = timeline.auditor.takeChanges()
    func suspected() -> [Int] {
      timeline.auditor.groupSurvey().rows.filter { $0.group.rule == .overwrittenID }
        .map(\.group.count)
    }
    #expect(suspected() == [1])
    timeline.play("9 end 3")
    _ = timeline.auditor.takeChanges()
    #expect(suspected().isEmpty)
  }

  @Test func `gravest first, then most, then by fingerprint`() {
    let rows = play(log + "300 begin 0 session=c\n").auditor.groupSurvey().rows
    let order = rows.map { ($0.group.severity.priority, -$0.group.count, $0.fingerprint) }
    #expect(order.count > 2)
    for (a, b) in zip(order, order.dropFirst()) { #expect(a < b) }
  }

  /// A group does not know of processes more than those that name no app.
  @Test func `a silence marks the groups that it holds for`() {
    var timeline = Timeline(live: true)
    timeline.play(log)
    timeline.auditor.close(timeline.source, over: true)
    _ = timeline.auditor.takeChanges()
    func silenced(_ change: (inout Suppression) -> Void) -> [String?] {
      var silence = Suppression(name: "s", file: "f", line: 1)
      change(&silence)
      var configuration = AuditConfiguration()
      configuration.silences = [silence]
      timeline.auditor.reconfigure(configuration)
      return timeline.auditor.groupSurvey().rows
        .filter { $0.group.rule == .unpairedTask && $0.silence?.name == "s" }
        .map(\.group.blame.holder)
    }
    #expect(silenced { $0.match.rules = [.unpairedTask] } == ["Client1", "Client2"])
    #expect(silenced { $0.match.holders = [TextPattern("Client1")] } == ["Client1"])
    #expect(silenced { $0.match.apps = [TextPattern("chat")] } == ["Client1", "Client2"])
    #expect(silenced { $0.match.apps = [TextPattern("mail")] } == [])
    #expect(silenced { $0.match.images = [TextPattern("A*")] } == ["Client1", "Client2"])
    #expect(silenced { $0.match.sdks = [TextPattern("A*")] } == [])
    #expect(
      silenced {
        $0.match.rules = [.unpairedTask]
        $0.countMax = 1
      } == ["Client2"])
    #expect(
      silenced {
        $0.match.rules = [.unpairedTask]
        $0.until = CalendarDay("2020-09-12")
      } == [])
  }

  @Test func `by SDK`() throws {
    var signs = SDKSigns()
    signs.prefixes = ["EM"]
    var configuration = AuditConfiguration()
    configuration.catalogue.add(SDKProduct(name: "Easemob"), signs)
    var timeline = Timeline(configuration)
    timeline.play("0 begin 1 by=EMClient\n1 begin 2 by=EMChat\n2 begin 3 by=Home")
    timeline.auditor.close(timeline.source, over: true)
    _ = timeline.auditor.takeChanges()
    let holders = timeline.auditor.groupSurvey().holders.filter { $0.rules.contains(.unpairedTask) }
    #expect(holders.map(\.name) == ["Easemob", "App"])
    #expect(holders.map(\.isSDK) == [true, false])
    #expect(holders.map(\.groups) == [2, 1])
    #expect(holders.map(\.silenced) == [0, 0])
  }

  @Test func `by SDK, causes are named before what came of them`() {
    var timeline = Timeline(live: true)
    timeline.play(
      "0 background\n0 begin 1 by=Em\n1 begin 4 by=Em\n2 end 4 by=Em\n3 end 0 by=Em\n40 exit killed cause=task"
    )
    timeline.auditor.close(timeline.source, over: true)
    _ = timeline.auditor.takeChanges()
    let text = String(
      decoding: GroupsText.render(
        timeline.auditor.groupSurvey(), by: .sdk, style: TextStyle(width: 200, all: true)),
      as: UTF8.self)
    #expect(text.contains("  overwritten-id, system-kill and 2 more\n"), "\(text)")
  }

  @Test func `by SDK, silenced groups are counted and marked`() {
    var timeline = Timeline(live: true)
    timeline.play(log)
    timeline.auditor.close(timeline.source, over: true)
    _ = timeline.auditor.takeChanges()
    func silence(_ change: (inout Suppression) -> Void) -> (GroupSurvey.Holder?, String) {
      var silence = Suppression(name: "s", file: "f", line: 1)
      change(&silence)
      var configuration = AuditConfiguration()
      configuration.silences = [silence]
      timeline.auditor.reconfigure(configuration)
      let survey = timeline.auditor.groupSurvey()
      let text = GroupsText.render(survey, by: .sdk, style: TextStyle(width: 200, all: true))
      return (survey.holders.first, String(decoding: text, as: UTF8.self))
    }
    let (one, some) = silence { $0.match.holders = [TextPattern("Client1")] }
    #expect(one?.groups == 2)
    #expect(one?.silenced == 1)
    #expect(some.contains("unpaired-task  1 of 2 silenced\n"))
    let (both, all) = silence { $0.match.rules = [.unpairedTask] }
    #expect(both?.silenced == 2)
    #expect(all.contains("unpaired-task  silenced\n"))
  }

  @Test func `the half that was quiet for the longest gives way`() {
    var book = GroupBook()
    let finding = Finding(
      id: "", rule: .unpairedTask, severity: .err, state: .confirmed,
      session: SessionIdentity(session: "s"), fingerprint: "", message: "", advice: "")
    func count(_ fingerprint: UInt64) {
      let group = book.number(ofFingerprint: fingerprint, rule: .unpairedTask)
      book.count(GroupMark(group: group, release: 0, severity: .err), finding, isFirst: true)
    }
    for fingerprint in 0..<UInt64(Limits.groupsMax) { count(fingerprint) }
    count(0)
    count(UInt64(Limits.groupsMax))
    #expect(book.groups.count == Limits.groupsMax / 2 + 1)
    let kept = Set(book.groups.values.map(\.fingerprint))
    #expect(kept.contains(0))
    #expect(!kept.contains(1))
    // Whoever was counted in a group that is gone is not counted off another.
    book.discount(GroupMark(group: 2, release: 0, severity: .err), isLast: true)
    #expect(book.groups.count == Limits.groupsMax / 2 + 1)
  }

  @Test func `releases that gave way are counted as older ones`() throws {
    var book = GroupBook()
    let finding = Finding(
      id: "", rule: .unpairedTask, severity: .err, state: .confirmed,
      session: SessionIdentity(session: "s"), fingerprint: "", message: "", advice: "")
    let group = book.number(ofFingerprint: 7, rule: .unpairedTask)
    var marks: [GroupMark] = []
    for version in 0...Limits.releasesMax {
      let release = book.number(of: Release(app: "chat", version: "\(version)"))
      marks.append(GroupMark(group: group, release: release, severity: .err))
      book.count(marks[version], finding, isFirst: true)
    }
    #expect(book.releases.count == Limits.releasesMax / 2 + 1)
    let shares = try #require(book.groups[group]).shares
    #expect(shares.count <= Limits.releasesPerGroupMax + 1)
    #expect(shares.reduce(0) { $0 + $1.count } == Limits.releasesMax + 1)
    for mark in marks { book.discount(mark, isLast: true) }
    #expect(book.groups.values.allSatisfy { $0.count == 0 && $0.shares.isEmpty })
  }

  @Test func `hostile texts are escaped`() throws {
    let timeline = play(
      "0 hello session=a app-id=\u{1B}[2J version=\u{202E}1\n1 begin 1 by=\u{7}X session=a")
    let survey = timeline.auditor.groupSurvey()
    for listing in GroupListing.allCases {
      let text = GroupsText.render(survey, by: listing, style: TextStyle(all: true))
      let json = JSONGroups.render(survey, by: listing)
      #expect(!(text + json).contains { $0 < 0x20 && $0 != 0x0A })
    }
  }
}
