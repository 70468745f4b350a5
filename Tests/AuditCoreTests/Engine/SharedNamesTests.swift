import Testing

@testable import AuditCore

/// The tables that all clients share: nobody may fill them.
@Suite struct SharedNamesTests {
  private let auditor = Auditor()

  init() {
    auditor.trackChanges()
    auditor.setArrival(
      Arrival(wall: Instant(microseconds: 0), monotonic: Instant(microseconds: 0)))
  }

  private func open(_ name: String, uid: UInt32 = 7) -> SourceID {
    auditor.open(SourceInfo(name: name, uid: uid))
  }

  /// Brings in `count` new stacks; returns how many of them were taken.
  private func bring(_ count: Int, _ source: SourceID, from first: Int) -> Int {
    var taken = 0
    auditor.takeNames(of: source) {
      for number in first..<first + count {
        let frames = [Frame(image: .none, symbol: .none, offset: UInt64(number))]
        if !auditor.stacks.intern(frames).isNone { taken += 1 }
      }
    }
    return taken
  }

  private let most = Limits.stacksMax

  @Test func oneThatIsGreedyStopsAtHalfAndOthersFindRoom() {
    let (greedy, good) = (open("client 1"), open("client 2", uid: 8))
    var taken = 0
    for turn in 0..<4 { taken += bring(most / 4, greedy, from: turn * most / 4) }
    #expect(taken == most / 2)
    #expect(auditor.isShortOfNames(greedy))
    #expect(auditor.sourcesShortOfNames == 1)
    #expect(!auditor.isFullOfNames)
    #expect(bring(1000, good, from: 2 * most) == 1000)
    #expect(!auditor.isShortOfNames(good))
    // What is known it may name.
    #expect(bring(10, greedy, from: 0) == 10)
    #expect(bring(1, greedy, from: 3 * most) == 0)
  }

  @Test func twoStopAtAThirdEach() {
    let sources = [open("client 1"), open("client 2", uid: 8)]
    var taken = [0, 0]
    var next = 0
    for _ in 0..<400 {
      for index in 0...1 {
        taken[index] += bring(most / 200, sources[index], from: next)
        next += most / 200
      }
    }
    let third = most / 3
    #expect(taken.allSatisfy { abs($0 - third) < most / 50 })
  }

  /// Also over a restart.
  @Test func whoComesAgainDoesNotBeginAnew() throws {
    let first = open("client 1")
    #expect(bring(most / 2, first, from: 0) == most / 2)
    auditor.close(first, over: true)
    let second = open("client 2")
    #expect(bring(10, second, from: most) == 0)
    #expect(bring(10, open("client 3", uid: 8), from: most) == 10)
  }

  /// What a sweep frees nobody has brought in.
  @Test func whatIsSweptAwayMayComeAgain() {
    let source = open("client 1")
    #expect(bring(most, source, from: 0) == most / 2)
    #expect(bring(10, source, from: most) == 0)
    _ = auditor.capture(isWhole: true)
    #expect(auditor.sourcesShortOfNames == 0)
    #expect(bring(most / 4, source, from: most) == most / 4)
  }

  @Test func aRestartKeepsWhatEachHasBrought() throws {
    let source = open("client 1")
    auditor.takeNames(of: source) {
      for number in 1...100 as ClosedRange<UInt64> {
        var event = Event(
          .begin, place: Place(source: source, line: UInt32(number)), wording: .json)
        event.id = number
        event.name = auditor.texts.intern("name \(number)")
        event.origin = Origin(process: auditor.texts.intern("App"), pid: 1)
        auditor.accept(event)
      }
    }
    _ = auditor.takeChanges()
    let brought = try #require(auditor.index.source(source)).names
    #expect(brought.texts >= 101)
    let batch = auditor.capture(isWhole: true)
    let again = Auditor()
    var restorer = StateRestorer(into: again, monotonicShift: 0)
    for change in batch.changes.sorted(by: { $0.key < $1.key }) {
      if let value = change.value {
        try restorer.take(change.key, batch.bytes.span.extracting(value))
      }
    }
    try restorer.finish(now: Instant(microseconds: 0))
    let restored = try #require(again.index.source(source)).names
    #expect(restored == brought)
  }
}
