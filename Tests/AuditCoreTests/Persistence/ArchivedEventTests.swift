import Testing

@testable import AuditCore

@Suite struct ArchivedEventTests {
  @Test func bringsEveryActionBack() {
    var hello = Event.Hello()
    hello.app = TextID(rawValue: 1)
    hello.appVersion = TextID(rawValue: 2)
    hello.os = TextID(rawValue: 3)
    let actions: [Event.Action] = [
      Self.event.action, .hello(hello), .begin, .end, .expire, .expired, .state(.suspended),
      .sample(battery: 0.5, heartbeat: true), .sample(battery: nil, heartbeat: false),
      .warning(age: 30, stillNotEnded: false), .warning(age: nil, stillNotEnded: true),
      .cantEnd(decimalReading: 7), .cantEnd(decimalReading: nil), .budget(.infinity),
      .highWater(1 << 50), .lost(3), .stack, .renumber(above: .max, by: .min), .bye,
    ]
    for action in actions {
      var event = Self.event
      event.action = action
      #expect(Self.passed(event) == String(describing: event))
    }
    for action in [Event.Action.budget(.nan), .lost(-1), .sample(battery: .nan, heartbeat: true)] {
      var event = Self.event
      event.action = action
      #expect(Self.passed(event) == nil)
    }
  }

  /// An event with a value of its own in each field.
  static let event: Event = {
    var exit = Event.Exit(reason: .crash)
    exit.code = TextID(rawValue: 1)
    exit.text = TextID(rawValue: 2)
    exit.cause = .tooManyAssertions
    var event = Event(
      .exit(exit), place: Place(source: DecoderHandover.source, line: 9, sequence: .max),
      wording: .other)
    event.origin = Origin(
      device: TextID(rawValue: 1), process: TextID(rawValue: 2), pid: .min,
      session: TextID(rawValue: 3))
    event.stamp = Stamp(
      instant: Instant(microseconds: .min), zoneMinutes: -90, precision: .millisecond,
      calendar: .timeOnly)
    event.id = 1 << 63
    event.name = TextID(rawValue: 2)
    event.stack = StackID(rawValue: 1)
    event.slot = TextID(rawValue: 1)
    event.hasHandler = false
    event.remaining = .infinity
    event.appState = .inactive
    event.uncertainID = true
    event.thread = .max
    event.lineHash = 77
    return event
  }()

  /// The event as it comes back, in words; nil if it is refused.
  static func passed(_ event: Event) -> String? {
    let names = ArchivedNames(RecordingSink().tools)
    for number in 1...3 as ClosedRange<UInt32> { names.learn(number, TextID(rawValue: number)) }
    names.learn(1, StackID(rawValue: 1))
    var archive = Archive(writingWith: names)
    var written = event
    archive.pass(&written)
    var reading = Archive(readingWith: names)
    reading.restart(archive.bytes.span)
    var read = Event.blank
    reading.pass(&read)
    return reading.isAtEnd ? String(describing: read) : nil
  }
}
