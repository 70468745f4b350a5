import AuditCore
import Glibc
import LinuxIO
import Testing

@testable import AuditDaemon

/// Spools with gaps, of other programs, and full of nonsense.
@Suite struct SpoolDamageTests {
  @Test func aTornSpoolIsReplayedAsFarAsItGoes() throws {
    let fixture = try SpoolFixture()
    let spool = fixture.ready()
    try fixture.take("one", from: 1, into: spool)
    spool.tear()
    #expect(spool.hasRoom && !spool.isRecording)
    spool.append(Input(.left, client: 1))
    let next = fixture.spool()
    let (_, texts, replay) = next.replayed()
    #expect(texts == ["one"])
    #expect(!replay.isWhole)
    #expect(next.isTorn)
    // The next capture holds everything, and the spool is whole from there on.
    #expect(next.switchSegment() == 1)
    #expect(next.isRecording)
    try fixture.take("two", from: 2, into: next)
    let last = fixture.spool(committed: 1).replayed()
    #expect(last.texts == ["two"])
    #expect(last.replay.isWhole)
  }

  @Test func whatCannotWaitForASegmentTearsTheNextEpoch() throws {
    let fixture = try SpoolFixture()
    let spool = fixture.ready()
    try fixture.take("one", from: 1, into: spool)
    #expect(spool.switchSegment() == 1)
    let next = fixture.ready()
    #expect(next.switchSegment() == 2)
    next.append(Input(.left, client: 1))
    #expect(next.isTorn)
    // The commit was done, and then the process ended: what was not noted is missing.
    let after = fixture.spool(committed: 2)
    #expect(after.problem == "inputs since epoch 2 were not noted")
    #expect(!after.replayed().replay.isWhole)
  }

  @Test func aFullSpoolIsTornByWhatCannotWait() throws {
    let fixture = try SpoolFixture()
    let spool = fixture.ready()
    var count = 0
    while !spool.isTorn {
      spool.append(Input(.left, client: 1))
      count += 1
    }
    let log = SpoolFixture.layout.log(0)
    #expect(count == log.count / SpoolRecord.headerBytes + 1)
    let replay = fixture.spool().replayed().replay
    #expect(replay.inputs == count - 1)
    #expect(!replay.isWhole)
  }

  @Test func anotherBootAnotherStoreAndOtherMemoryAreNotReplayed() throws {
    let fixture = try SpoolFixture()
    let spool = fixture.ready()
    try fixture.take("one", from: 1, into: spool)
    // A store that was put back, or made anew.
    let next = fixture.spool(committed: 5)
    #expect(next.replayed().inputs == [])
    #expect(next.epoch == 6)
    let other = fixture.spool(committed: 5, boot: BootID("ffffffffffffffffffffffffffffffff"))
    // There is nothing in it that could be missed.
    #expect(other.problem == nil)
    #expect(other.isNew)
    try fixture.take("two", from: 1, into: other)
    let last = fixture.spool(committed: 5)
    #expect(last.problem == "written before this boot")
    #expect(!last.replayed().replay.isWhole)
    fixture.memory[word: SpoolLayout.versionAt] = 9
    #expect(fixture.spool().problem == "version 9")
    fixture.memory[word: SpoolLayout.magicAt] = 9
    #expect(fixture.spool().problem == "no spool")
    #expect(fixture.spool().problem == nil)
  }

  @Test func aStoreThatIsBehindTheSpoolIsTold() throws {
    let fixture = try SpoolFixture()
    let spool = fixture.ready(committed: 7)
    try fixture.take("one", from: 1, into: spool)
    let next = fixture.spool(committed: 3)
    #expect(next.problem == "inputs after epoch 3 are missing")
    #expect(!next.replayed().replay.isWhole)
    #expect(next.epoch == 4)
  }

  @Test func anInputThatEndsTheProgramIsLeftOutInTheEnd() throws {
    let fixture = try SpoolFixture()
    let spool = fixture.ready()
    for text in ["one", "deadly", "three"] { try fixture.take(text, from: 1, into: spool) }
    // Replays that get as far as the second input and no further.
    for _ in 1...2 {
      SpoolHeader.beginReplay(in: fixture.memory)
      var reader = SpoolReader(SpoolSegment(0, of: SpoolFixture.layout, in: fixture.memory))
      for _ in 1...2 {
        #expect(SpoolHeader.mayReplay(reader.offset, of: 1, in: fixture.memory))
        _ = reader.next()
      }
      fixture.memory[word: SpoolLayout.signalAt] = UInt64(SIGILL)
    }
    var skipped: [Input] = []
    var texts: [String] = []
    let replay = fixture.spool().replay(
      { _, bytes in
        texts.append(String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self))
      }, skipped: { skipped.append($0) })
    #expect(texts == ["one", "three"])
    #expect(skipped == [Input(.bytes, client: 1)])
    #expect(replay.skipped == 1)
  }

  @Test func anInputThatIsReplayedWhileSomebodyKillsIsNot() throws {
    let fixture = try SpoolFixture()
    let spool = fixture.ready()
    try fixture.take("one", from: 1, into: spool)
    func isKilledInReplay() {
      SpoolHeader.beginReplay(in: fixture.memory)
      let first = SpoolFixture.layout.log(0).lowerBound
      #expect(SpoolHeader.mayReplay(first, of: 1, in: fixture.memory))
    }
    for _ in 1...9 { isKilledInReplay() }
    #expect(fixture.spool().replayed().texts == ["one"])
    // An input that takes all memory ends like this, for ever.
    for _ in 1...10 { isKilledInReplay() }
    #expect(fixture.spool().replayed().replay == Spool.Replay(skipped: 1))
  }

  /// SIGTERM is what the service manager sends to a program that hangs before it is ready.
  @Test(arguments: [SIGABRT, SIGTERM])
  func aProgramThatGoesWrongSaysSo(_ signal: Int32) async throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/spool"
    await #expect(processExitsWith: .signal(signal)) {
      [path = path as String, signal = signal as Int32] in
      let memory = try SharedMemory.file(path, count: SpoolFixture.layout.count)
      let spool = Spool(memory, layout: SpoolFixture.layout, boot: nil, committed: 0)
      spool.noteFatalSignals()
      kill(getpid(), signal)
      // Threads of this one's kind take no signals.
      withExtendedLifetime(spool) { while true { pause() } }
    }
    let memory = try SharedMemory.file(path, count: SpoolFixture.layout.count)
    #expect(memory[word: SpoolLayout.signalAt] == UInt64(signal))
  }

  /// Nothing that the memory may hold ends the program, and a spool can go on after it.
  @Test func nonsenseNeverTraps() throws {
    let fixture = try SpoolFixture()
    var random = SplitMix(seed: 4)
    for round in 0..<400 {
      let spool = fixture.ready(committed: 10)
      for text in ["one", "two", "three"] { try fixture.take(text, from: 1, into: spool) }
      _ = spool.noteAlert(1)
      if round % 2 == 0 { _ = spool.switchSegment() }
      try fixture.take("four", from: 1, into: spool)
      for _ in 0...Int(random.next() % 3) {
        let places = [
          SpoolLayout.headerBytes, SpoolFixture.layout.log(0).lowerBound,
          SpoolFixture.layout.segment(1), SpoolFixture.layout.log(1).lowerBound,
        ]
        let word = places[Int(random.next() % 4)] + Int(random.next() % 40) * 8
        let bits = random.next() >> (random.next() % 64)
        fixture.memory[word: word] = random.next() % 2 == 0 ? bits : ~bits
      }
      let next = fixture.spool(committed: 10)
      _ = next.replayed()
      let captured = next.switchSegment()
      next.free(through: captured)
      #expect(next.hasRoom)
      try fixture.take("five", from: 1, into: next)
      #expect(fixture.spool(committed: captured).replayed().texts == ["five"])
      fixture.memory.zero(0..<fixture.memory.count)
    }
  }
}

/// The same numbers for the same seed.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}
