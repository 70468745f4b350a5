import AuditCore
import Glibc
import LinuxIO
import Testing

@testable import AuditDaemon

/// What one process notes, the next one finds: over memory that stays, without any killing.
@Suite struct SpoolTests {
  @Test func everyInputComesBackAsItWas() throws {
    let fixture = try SpoolFixture()
    let spool = fixture.ready()
    let peer = PeerCredentials(pid: -1, uid: .max, gid: 7)
    spool.append(Input(.opened(peer: peer), client: 3, at: 1))
    spool.append(Input(.opened(peer: nil), client: 4, at: -1))
    try fixture.take("first", from: 3, into: spool, at: 2)
    try fixture.take("second one", from: 4, into: spool, at: 3)
    spool.append(Input(.advanced, at: 4))
    spool.append(Input(.relieved(sessions: 12), at: 5))
    spool.append(Input(.retired(silentSince: Instant(microseconds: -9)), at: 5))
    spool.append(Input(.ended(isCut: false), client: 3, at: 6))
    spool.append(Input(.ended(isCut: true), client: 4, at: 7))
    spool.append(Input(.lineGivenUp, client: 3, at: 8))
    spool.append(Input(.left, client: 3, at: 8))
    let next = fixture.spool()
    let (inputs, texts, replay) = next.replayed()
    #expect(
      inputs == [
        Input(.opened(peer: peer), client: 3, at: 1), Input(.opened(peer: nil), client: 4, at: -1),
        Input(.bytes, client: 3, at: 2), Input(.bytes, client: 4, at: 3),
        Input(.advanced, at: 4), Input(.relieved(sessions: 12), at: 5),
        Input(.retired(silentSince: Instant(microseconds: -9)), at: 5),
        Input(.ended(isCut: false), client: 3, at: 6), Input(.ended(isCut: true), client: 4, at: 7),
        Input(.lineGivenUp, client: 3, at: 8), Input(.left, client: 3, at: 8),
      ])
    #expect(texts == ["", "", "first", "second one", "", "", "", "", "", "", ""])
    #expect(replay == Spool.Replay(inputs: 11, bytes: 15))
    #expect(next.problem == nil)
  }

  /// Made while inputs come: those of before it are missing, until they are captured.
  @Test func aLateSpoolSaysThatInputsAreMissing() throws {
    let fixture = try SpoolFixture()
    let old = fixture.ready(committed: 3)
    try fixture.take("old", from: 1, into: old)
    let late = Spool(
      fixture.memory, layout: SpoolFixture.layout, boot: SpoolFixture.boot, committed: 7,
      isLate: true)
    #expect(!late.isRecording)
    #expect(!fixture.spool(committed: 7).replayed().replay.isWhole)
    let again = Spool(
      fixture.memory, layout: SpoolFixture.layout, boot: SpoolFixture.boot, committed: 7,
      isLate: true)
    #expect(again.switchSegment() == 8)
    try fixture.take("new", from: 1, into: again)
    again.free(through: 8)
    let (_, texts, replay) = fixture.spool(committed: 8).replayed()
    #expect(texts == ["new"])
    #expect(replay.isWhole)
  }

  @Test func whatIsCommittedIsNotReplayedAndWhatIsNotGoesOn() throws {
    let fixture = try SpoolFixture()
    let spool = fixture.ready()
    try fixture.take("one", from: 1, into: spool)
    #expect(spool.switchSegment() == 1)
    try fixture.take("two", from: 1, into: spool)
    // The commit of 1 is still under way: all is replayed.
    #expect(fixture.spool().replayed().texts == ["one", "two"])
    // It was done, but the process did not live to free its segment.
    let next = fixture.spool(committed: 1)
    #expect(next.replayed().texts == ["two"])
    #expect(next.epoch == 2)
    try fixture.take("three", from: 1, into: next)
    #expect(fixture.spool(committed: 1).replayed().texts == ["two", "three"])
    #expect(next.switchSegment() == 2)
    next.free(through: 2)
    #expect(fixture.spool(committed: 2).replayed().texts == [])
  }

  @Test func aReadThatWasNotNotedIsFound() throws {
    let fixture = try SpoolFixture()
    let spool = fixture.ready()
    try fixture.take("one", from: 1, into: spool)
    try fixture.take("two\nthree\n\0\0", from: 1, into: spool)
    // As if the process had ended before it noted how much came: the first word of the second record.
    let offset = Self.log.lowerBound + SpoolRecord.size(length: 3)
    fixture.memory[word: offset] = SpoolRecord.start(.landing, length: 1 << 16)
    let next = fixture.spool()
    #expect(next.replayed().texts == ["one", "two\nthree\n\0\0"])
    try fixture.take("four", from: 1, into: next)
    #expect(fixture.spool().replayed().texts == ["one", "two\nthree\n\0\0", "four"])
  }

  @Test func aReadThatBroughtNothingLeavesNoTrace() throws {
    let fixture = try SpoolFixture()
    let spool = fixture.ready()
    try fixture.take("", from: 1, into: spool)
    #expect(fixture.spool().replayed().inputs == [])
    // The process ended in the middle of it.
    fixture.memory[word: Self.log.lowerBound] = SpoolRecord.start(.landing, length: 1 << 16)
    #expect(fixture.spool().replayed().inputs == [])
    try fixture.take("one", from: 1, into: spool)
    #expect(fixture.spool().replayed().texts == ["one"])
  }

  @Test func aFailedReadIsAnErrorAndLeavesNoTrace() throws {
    let fixture = try SpoolFixture()
    let spool = fixture.ready()
    let time = Instant(microseconds: 0)
    #expect(throws: SystemError.self) {
      try spool.receive(
        from: fixture.pair.right, client: 1, arrival: Arrival(wall: time, monotonic: time),
        max: 100, faults: Faults { $0 == .read ? EIO : nil }, object: "test")
    }
    #expect(fixture.spool().replayed().inputs == [])
  }

  @Test func segmentsAreUsedInTurnAndRoomComesBack() throws {
    let fixture = try SpoolFixture()
    let spool = fixture.ready()
    var committed: UInt64 = 0
    for turn in 1...20 {
      var taken: [String] = []
      while spool.hasRoom {
        taken.append(String(repeating: "\(turn % 10)", count: 50_000 + turn))
        try fixture.take(taken[taken.count - 1], from: 1, into: spool)
      }
      #expect(taken.count > 1)
      #expect(fixture.spool(committed: committed).replayed().texts == taken)
      committed = spool.switchSegment()
      #expect(spool.hasRoom)
      spool.free(through: committed)
    }
    #expect(spool.epoch == 21)
  }

  @Test func withoutASecondSegmentThereIsNoRoom() throws {
    let fixture = try SpoolFixture()
    let spool = fixture.ready()
    try fixture.take("one", from: 1, into: spool)
    #expect(spool.switchSegment() == 1)
    try fixture.take("two", from: 1, into: spool)
    let next = fixture.ready()
    // Both are needed until a capture holds them.
    #expect(next.hasRoom)
    #expect(next.switchSegment() == 2)
    #expect(!next.hasRoom)
    next.free(through: 2)
    #expect(next.hasRoom)
    try fixture.take("three", from: 1, into: next)
    #expect(fixture.spool(committed: 2).replayed().texts == ["three"])
  }

  /// Both segments are needed after two crashes; then a capture holds what is in them.
  @Test func aCaptureWithoutASecondSegmentIsAsGoodAsAny() throws {
    let fixture = try SpoolFixture()
    let spool = fixture.ready()
    try fixture.take("one", from: 1, into: spool)
    #expect(spool.switchSegment() == 1)
    try fixture.take("two", from: 1, into: spool)
    let next = fixture.ready()
    next.noteAlert(6)?.markSent()
    #expect(next.switchSegment() == 2)
    next.noteAlert(7)?.markSent()
    next.noteAlert(8)?.markSent()
    // It was committed, but the process did not live to free the segments.
    let third = fixture.spool(committed: 2)
    #expect(third.problem == nil)
    #expect(third.takeSent(7) && third.takeSent(8) && !third.takeSent(6))
    #expect(third.replayed().inputs == [])
    // Nor did the next one.
    let fourth = fixture.spool(committed: 2)
    #expect(fourth.takeSent(7) && fourth.takeSent(8) && !fourth.takeSent(6))
  }

  /// A client that has to say again what was not noted may take longer than the next commits.
  @Test func alertsWhoseInputsAreMissingAreKnownUntilThoseComeAgain() throws {
    let fixture = try SpoolFixture()
    let spool = fixture.ready()
    spool.tear()
    spool.noteAlert(7)?.markSent()
    spool.noteAlert(8)?.markSent()
    let next = fixture.spool()
    #expect(!next.replayed().replay.isWhole)
    for epoch in 1...3 as ClosedRange<UInt64> {
      #expect(next.switchSegment() == epoch)
      next.free(through: epoch)
    }
    #expect(next.takeSent(8))
    let last = fixture.spool(committed: 3)
    #expect(last.takeSent(7))
  }

  @Test func alertsGivenAfterACaptureOutliveItsCommit() throws {
    let fixture = try SpoolFixture()
    let spool = fixture.ready()
    try fixture.take("one", from: 1, into: spool)
    #expect(spool.switchSegment() == 1)
    try fixture.take("two", from: 1, into: spool)
    let next = fixture.ready()
    next.noteAlert(6)?.markSent()
    #expect(next.switchSegment() == 2)
    next.noteAlert(7)?.markSent()
    next.noteAlert(7)?.markSent()
    next.free(through: 2)
    next.noteAlert(8)?.markSent()
    let last = fixture.spool(committed: 2)
    #expect(last.takeSent(7) && last.takeSent(7) && !last.takeSent(7))
    #expect(last.takeSent(8) && !last.takeSent(6))
  }

  static let log = SpoolFixture.layout.log(0)
}
