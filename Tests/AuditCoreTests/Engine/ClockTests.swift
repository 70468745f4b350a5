import AuditCore
import Testing

/// Events that tell no time, on a host whose clock may be set.
@Suite struct ClockTests {
  private static let day: Microseconds = .seconds(86400)

  /// One live client without times, whose events arrive on two clocks that may part.
  private final class Live {
    let auditor = Auditor()
    let source: SourceID
    private var line: UInt32 = 0

    init() { source = auditor.open(SourceInfo(name: "client 1", uid: 1000)) }

    func arrive(
      _ action: Event.Action, id: UInt64? = nil, wall: Microseconds, monotonic: Microseconds,
      stamp: Microseconds? = nil
    ) {
      line += 1
      auditor.setArrival(
        Arrival(
          wall: Instant(microseconds: wall), monotonic: Instant(microseconds: monotonic)))
      var event = Event(action, place: Place(source: source, line: line), wording: .json)
      event.id = id
      event.origin.session = auditor.texts.intern("s")
      event.stamp = stamp.map { Stamp(instant: Instant(microseconds: $0)) }
      auditor.accept(event)
    }
  }

  @Test(arguments: [-2 * day, 2 * day])
  func aStepOfTheHostsClockIsNoTimeForAnApp(_ step: Microseconds) {
    let live = Live()
    let wall: Microseconds = .seconds(1_600_000_000)
    live.arrive(.state(.background), wall: wall, monotonic: 0)
    live.arrive(.begin, id: 1, wall: wall, monotonic: 0)
    live.arrive(.begin, id: 2, wall: wall, monotonic: 0)
    live.arrive(.end, id: 2, wall: wall + step + .seconds(1), monotonic: .seconds(1))
    live.auditor.advance(to: Instant(microseconds: .seconds(34)))
    #expect(live.auditor.report(includeCleared: true).findings.isEmpty)
    live.auditor.advance(to: Instant(microseconds: .seconds(36)))
    let findings = live.auditor.report(includeCleared: true).findings
    #expect(findings.map(\.rule) == [.unpairedTask] && findings.first?.task == 1)
  }

  /// A client that comes back says hello now, and then what it could not say before.
  @Test func aHelloIsNoTimeForWhatFollowsIt() {
    let live = Live()
    let now: Microseconds = .seconds(1_600_000_000)
    let hello = Event.Action.hello(Event.Hello())
    live.arrive(hello, wall: now, monotonic: 0)
    live.arrive(.state(.background), wall: now, monotonic: 0, stamp: now)
    live.arrive(.begin, id: 1, wall: now, monotonic: 0, stamp: now)
    let later: Microseconds = .seconds(600)
    live.arrive(hello, wall: now + later, monotonic: later)
    live.arrive(.end, id: 1, wall: now + later, monotonic: later, stamp: now + .seconds(5))
    #expect(live.auditor.report(includeCleared: true).findings.isEmpty)
  }

  @Test func whoOnlySaysHelloIsIdle() {
    let live = Live()
    live.arrive(.hello(Event.Hello()), wall: .seconds(1_600_000_000), monotonic: 0)
    #expect(live.auditor.sessionCount == 1)
    live.auditor.advance(to: Instant(microseconds: .seconds(30 * 60)))
    #expect(live.auditor.sessionCount == 0)
  }
}
