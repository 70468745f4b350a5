import Testing

@testable import AuditCore

/// What a capture holds, and what it does not.
struct CaptureTests {
  private let auditor = Auditor()
  private let source: SourceID
  private var line: UInt32 = 0

  init() {
    auditor.trackChanges()
    source = auditor.open(SourceInfo(name: "client 1", uid: 7))
    auditor.setArrival(
      Arrival(wall: Instant(microseconds: 0), monotonic: Instant(microseconds: 0)))
    _ = auditor.capture()
  }

  private mutating func tell(
    _ action: Event.Action, _ id: UInt64?, name: String = "", pid: Int32 = 1
  ) {
    line += 1
    var event = Event(action, place: Place(source: source, line: line), wording: .json)
    event.id = id
    event.name = auditor.texts.intern(name)
    event.origin = Origin(process: auditor.texts.intern("App"), pid: pid)
    event.stamp = Stamp(instant: Instant(microseconds: Int64(line) * 1000))
    auditor.accept(event)
    _ = auditor.takeChanges()
  }

  private func keys(_ batch: StateBatch, _ row: SessionRow) -> [Int64] {
    batch.changes.filter { $0.key.owner == 1 && $0.key.kind == row.rawValue && $0.value != nil }
      .map(\.key.key)
  }

  private func removed(_ batch: StateBatch, _ row: SessionRow) -> [Int64] {
    batch.changes.filter { $0.key.owner == 1 && $0.key.kind == row.rawValue && $0.value == nil }
      .map(\.key.key)
  }

  @Test mutating func aTaskThatComesAndGoesIsNoRow() {
    tell(.begin, 1)
    tell(.begin, 2)
    tell(.end, 1)
    let first = auditor.capture()
    #expect(keys(first, .task).count == 1)
    #expect(removed(first, .task).isEmpty)
    for id in 3..<100 as Range<UInt64> {
      tell(.begin, id)
      tell(.end, id)
    }
    let second = auditor.capture()
    #expect(keys(second, .task).isEmpty)
    #expect(removed(second, .task).isEmpty)
    tell(.end, 2)
    #expect(removed(auditor.capture(), .task).count == 1)
  }

  /// What a capture costs is known before it is made: tasks, names and a few rows of each session.
  @Test mutating func rowsThatWaitAreCounted() {
    #expect(auditor.pendingRows == 0)
    for id in 1...50 as ClosedRange<UInt64> { tell(.begin, id, name: "name \(id)") }
    let rows = auditor.pendingRows
    // Each task has a name, and a holder of its own. So many are a finding, which has a group and a release.
    #expect((200...212).contains(rows))
    #expect((200...212).contains(auditor.capture().changes.count))
    #expect(auditor.pendingRows == 0)
    // Ends remove rows; what comes and goes is none.
    for id in 1...50 as ClosedRange<UInt64> { tell(.end, id) }
    for id in 51...5000 as ClosedRange<UInt64> {
      tell(.begin, id, name: "name 1")
      tell(.end, id)
    }
    #expect((50...60).contains(auditor.pendingRows))
    _ = auditor.capture(isWhole: true)
    #expect(auditor.pendingRows == 0)
  }

  @Test mutating func nothingNewIsCountsAlone() {
    tell(.begin, 1, name: "upload")
    _ = auditor.capture()
    #expect(
      auditor.capture().changes.map(\.key)
        == [StateKey(owner: 0, kind: SharedRow.counts.rawValue, key: 0)])
  }

  @Test mutating func namesAreStoredOnceAndOnlyIfSomethingStoredHasThem() {
    func texts(_ batch: StateBatch) -> Int {
      batch.changes.count { $0.key.owner == 0 && $0.key.kind == SharedRow.text.rawValue }
    }
    tell(.begin, 1, name: "upload")
    // The process and the name.
    #expect(texts(auditor.capture()) == 2)
    tell(.begin, 2, name: "upload")
    #expect(texts(auditor.capture()) == 0)
    _ = auditor.texts.intern("nobody's")
    #expect(texts(auditor.capture()) == 0)
  }

  @Test mutating func sweepingKeepsWhatIsNamed() {
    tell(.begin, 1, name: "kept")
    let gone = auditor.texts.intern("gone")
    _ = auditor.capture(isWhole: true)
    #expect(auditor.texts[gone] == "")
    #expect(auditor.texts.intern("new") == gone)
    #expect(auditor.outstandingTasks().map(\.name) == ["kept"])
    #expect(auditor.outstandingTasks().map(\.blame.holder) == ["kept"])
  }

  @Test mutating func whoOpensMoreSessionsThanAreKeptLosesItsOldest() {
    var configuration = AuditConfiguration()
    configuration.sessionsPerClientMax = 32
    auditor.reconfigure(configuration)
    var changes: [FindingChange] = []
    for pid in 1...40 as ClosedRange<Int32> {
      line += 1
      var event = Event(.begin, place: Place(source: source, line: line), wording: .json)
      event.id = 1
      event.origin = Origin(
        device: auditor.texts.intern("device \(pid)"), process: auditor.texts.intern("App"),
        pid: pid)
      event.stamp = Stamp(instant: Instant(microseconds: Int64(line) * 1000))
      auditor.setArrival(
        Arrival(wall: .blank, monotonic: Instant(microseconds: Int64(line) * 1000)))
      auditor.accept(event)
      changes += auditor.takeChanges()
    }
    let lost = changes.filter { $0.finding.rule == .lostEvents }
    // Three at a time make room for a while: 33, 34…
    #expect(auditor.sessionsClosedForRoom == lost.count)
    #expect(lost.first?.finding.session.pid == 1)
    #expect(lost.first?.finding.message.contains("with 1 task outstanding") == true)
    #expect(auditor.sessionCount + lost.count == 40)
    #expect(auditor.sessionCount <= 32)
    let batch = auditor.capture()
    #expect(batch.forgotten.sorted() == (1...Int64(lost.count)).map { $0 })
    #expect(!batch.changes.contains { batch.forgotten.contains($0.key.owner) })
  }

  @Test mutating func endedSessionsRetireAndOpenOnesDoNot() {
    for pid in 1...3 as ClosedRange<Int32> {
      auditor.setArrival(
        Arrival(wall: .blank, monotonic: Instant(microseconds: .seconds(Int64(pid)))))
      tell(.begin, 1, pid: pid)
    }
    // A newer launch ends those before it: 1 and 2 have ended, 3 is open.
    #expect(auditor.sessionCount == 1)
    #expect(auditor.retire(silentSince: Instant(microseconds: .seconds(2))) == 1)
    #expect(auditor.report().sessions.map(\.identity.pid) == [2, 3])
    #expect(auditor.retire(silentSince: Instant(microseconds: .seconds(100))) == 1)
    #expect(auditor.report().sessions.map(\.identity.pid) == [3])
    #expect(auditor.capture().forgotten.sorted() == [1, 2])
  }

  @Test mutating func reliefTakesEndedSessionsFirst() {
    for pid in 1...3 as ClosedRange<Int32> { tell(.begin, 1, pid: pid) }
    auditor.relieve(sessions: 2)
    #expect(!auditor.hasChanges)
    #expect(auditor.sessionCount == 1)
    auditor.relieve(sessions: 1)
    #expect(auditor.takeChanges().contains { $0.finding.rule == .lostEvents })
    #expect(auditor.sessionCount == 0)
    #expect(auditor.outstandingCount == 0)
    #expect(auditor.sessionsClosedForRoom == 1)
  }
}
