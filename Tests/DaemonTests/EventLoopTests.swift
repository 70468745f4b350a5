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
