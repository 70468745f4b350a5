import LinuxIO
import Systemd
import Testing

@Suite struct EventLoopTests {
  @Test func readinessRunsWhileThereIsSomethingToRead() throws {
    let loop = try EventLoop()
    let pair = try SocketPair()
    var seen: [IOReadiness] = []
    let source = try ReadinessSource(loop, pair.left, for: .readable) { seen.append($0) }
    #expect(try loop.turn(microseconds: 0) == false)
    _ = try pair.right.write([1], object: "right")
    #expect(try loop.turn(microseconds: 1_000_000))
    #expect(try loop.turn(microseconds: 1_000_000))
    #expect(seen == [.readable, .readable])
    source.wait(for: .writable)
    #expect(try loop.turn(microseconds: 1_000_000))
    #expect(seen.last == .writable)
    source.setRunning(false)
    #expect(try loop.turn(microseconds: 0) == false)
  }

  @Test func aSourceMayGoFromItsOwnClosureAndFreesWhatItHolds() throws {
    final class Owner {
      var source: ReadinessSource?
      var runs = 0
    }
    let loop = try EventLoop()
    let pair = try SocketPair()
    weak var captured: Owner?
    do {
      let owner = Owner()
      captured = owner
      owner.source = try ReadinessSource(loop, pair.left, for: .writable) { _ in
        owner.source = nil
        owner.runs += 1
      }
    }
    #expect(try loop.turn(microseconds: 1_000_000))
    #expect(captured == nil)
    #expect(try loop.turn(microseconds: 0) == false)
  }

  @Test func manyThatAreReadyEachHaveTheirTurn() throws {
    let loop = try EventLoop()
    let pairs = try (0..<100).map { _ in Box(try SocketPair()) }
    var runs = [Int](repeating: 0, count: pairs.count)
    let sources = try pairs.enumerated().map { index, pair in
      try ReadinessSource(loop, pair.value.left, for: .writable) { _ in runs[index] += 1 }
    }
    // All are ready all the time: nobody comes again before the others have come.
    for _ in 0..<100 {
      _ = try loop.turn(microseconds: 0)
      let fewest = runs.min() ?? 0
      let most = runs.max() ?? 0
      #expect(most - fewest <= 1)
    }
    #expect(runs.min() ?? 0 > 5)
    withExtendedLifetime(sources) {}
  }

  @Test func whoIsStoppedOrChangedByAnotherInItsTurnDoesNotRun() throws {
    let loop = try EventLoop()
    let pairs = try (0..<3).map { _ in Box(try SocketPair()) }
    var runs: [Int] = []
    var sources: [ReadinessSource?] = []
    for (index, pair) in pairs.enumerated() {
      sources.append(
        try ReadinessSource(loop, pair.value.left, for: .writable) { _ in
          runs.append(index)
          if runs.count > 1 { return }
          for other in 0..<3 where other != index {
            if other == (index + 1) % 3 { sources[other] = nil }
            sources[other]?.setRunning(false)
          }
        })
    }
    for _ in 0..<5 { _ = try loop.turn(microseconds: 0) }
    let first = try #require(runs.first)
    #expect(runs == [Int](repeating: first, count: 5))
    // Started again it runs; and it may wait for something else meanwhile.
    let last = (first + 2) % 3
    sources[last]?.wait(for: .readable)
    sources[last]?.setRunning(true)
    sources[first]?.wait(for: [])
    #expect(try loop.turn(microseconds: 0) == false)
    sources[last]?.wait(for: [.readable, .writable])
    #expect(try loop.turn(microseconds: 0))
    #expect(runs.last == last)
    // What they run holds them.
    sources = []
  }

  /// A pair in an array.
  private final class Box {
    let value: SocketPair
    init(_ value: consuming SocketPair) { self.value = value }
  }

  @Test func timesRunOnceForEachArming() throws {
    let loop = try EventLoop()
    var runs = 0
    let time = try TimeSource(loop, clock: .boottime) { runs += 1 }
    #expect(try loop.turn(microseconds: 0) == false)
    time.arm(at: -5)
    #expect(try loop.turn(microseconds: 1_000_000))
    #expect(try loop.turn(microseconds: 0) == false)
    time.arm(at: Clock.boottime.now() + 1)
    while runs < 2 { _ = try loop.turn(microseconds: 1_000_000) }
    time.arm(at: 0)
    time.disarm()
    #expect(try loop.turn(microseconds: 0) == false)
    #expect(runs == 2)
  }

  @Test func aTimeThatEachInputArmsAnewIsNotPutOff() throws {
    let loop = try EventLoop()
    let pair = try SocketPair()
    let other = try SocketPair()
    var runs = 0
    let time = try TimeSource(loop, clock: .boottime) { runs += 1 }
    let arm: (IOReadiness) -> Void = { _ in time.arm(at: 1) }
    let sources = [
      try ReadinessSource(loop, pair.left, for: .writable, run: arm),
      try ReadinessSource(loop, pair.right, for: .writable, run: arm),
      try ReadinessSource(loop, other.left, for: .writable, run: arm),
    ]
    for _ in 0..<20 { _ = try loop.turn(microseconds: 0) }
    #expect(runs > 0)
    withExtendedLifetime(sources) {}
  }

  @Test func earlySourcesRunBeforeLateOnes() throws {
    let loop = try EventLoop()
    let pair = try SocketPair()
    var order: [String] = []
    let late = try TimeSource(loop, clock: .boottime, priority: .late) { order.append("late") }
    late.arm(at: 0)
    let first = try ReadinessSource(loop, pair.left, for: .writable) { _ in order.append("normal") }
    _ = try loop.turn(microseconds: 0)
    first.setRunning(false)
    _ = try loop.turn(microseconds: 0)
    #expect(order == ["normal", "late"])
  }

  @Test func exitEndsTheRun() throws {
    let loop = try EventLoop()
    let time = try TimeSource(loop, clock: .monotonic) { loop.exit(7) }
    time.arm(at: 0)
    #expect(try loop.run() == 7)
  }
}
