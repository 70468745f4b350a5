import AuditCore
import LinuxIO

/// What an auditor was told, step by step, so that several auditors can be told the same.
///
/// The texts and stacks of the events belong to the script; each auditor gets them in its own tables.
final class AuditScript: EventSink {
  enum Step {
    case arrival(Arrival)
    case advance(Instant)
    case event(Event)
    case line(SourceID, Stamp?)
    case unreadable(Origin, Place, UnreadableReason)
    case close(SourceID, over: Bool)
    case open
  }

  /// How many sources it opens before the first step; `open` steps add to them.
  private(set) var sources = 1
  let texts = TextTable()
  let stacks: StackTable
  private(set) var steps: [Step] = []

  init() {
    stacks = StackTable(texts: texts, symbols: SymbolReader(demangle: { _ in nil }))
  }

  func accept(_ event: Event) { steps.append(.event(event)) }
  func lineSeen(source: SourceID, stamp: Stamp?) { steps.append(.line(source, stamp)) }
  func unreadable(origin: Origin, place: Place, reason: UnreadableReason) {
    steps.append(.unreadable(origin, place, reason))
  }

  /// A log that is read from a file.
  static func offline(_ log: [UInt8]) -> AuditScript {
    let script = AuditScript()
    let source = SourceID(rawValue: 0)
    var decoder = StreamDecoder(source: source)
    decoder.consume(log.span, into: script)
    decoder.finish(into: script)
    script.steps.append(.close(source, over: true))
    return script
  }

  /// A log whose lines arrive one by one, with the clock running on between them.
  static func live(_ log: [UInt8], seed: UInt64) -> AuditScript {
    let script = AuditScript()
    var random = SeededRandom(seed: seed)
    let source = SourceID(rawValue: 0)
    var decoder = StreamDecoder(source: source)
    var now: Int64 = 1_000_000
    for line in log.split(separator: 0x0A, omittingEmptySubsequences: false) {
      now += Int64(random.below(random.chance(10) ? 9_000_000 : 50_000))
      let instant = Instant(microseconds: now)
      let bytes = Array(line) + [0x0A]
      script.arrive(at: instant)
      decoder.consume(bytes.span, into: script)
    }
    script.steps.append(.advance(Instant(microseconds: now + .seconds(400))))
    decoder.finish(into: script)
    script.steps.append(.close(source, over: true))
    return script
  }

  /// Several logs at once, their lines mixed; connections break and are made anew in between.
  static func mixed(_ logs: [[UInt8]], seed: UInt64) -> AuditScript {
    let script = AuditScript()
    var random = SeededRandom(seed: seed)
    var lines = logs.map { $0.split(separator: 0x0A).map { Array($0) + [0x0A] }[...] }
    var sources = (0..<logs.count).map { SourceID(rawValue: UInt32($0)) }
    script.sources = logs.count
    var decoders = sources.map { StreamDecoder(source: $0) }
    var opened = UInt32(logs.count)
    var now: Int64 = 1_000_000
    while let number = (0..<logs.count).filter({ !lines[$0].isEmpty }).randomElement(using: &random)
    {
      now += Int64(random.below(random.chance(3) ? 9_000_000 : 5000))
      script.arrive(at: Instant(microseconds: now))
      if random.chance(1) {
        script.steps.append(.close(sources[number], over: false))
        script.steps.append(.open)
        sources[number] = SourceID(rawValue: opened)
        opened += 1
        decoders[number] = StreamDecoder(source: sources[number])
      }
      if let bytes = lines[number].popFirst() {
        decoders[number].consume(bytes.span, into: script)
      }
    }
    script.steps.append(.advance(Instant(microseconds: now + .seconds(400))))
    for number in logs.indices {
      decoders[number].finish(into: script)
      script.steps.append(.close(sources[number], over: true))
    }
    return script
  }

  private func arrive(at instant: Instant) {
    steps.append(.advance(instant))
    steps.append(.arrival(Arrival(wall: instant + .seconds(1_700_000_000), monotonic: instant)))
  }

  /// When what comes at `step` arrived.
  func latestArrival(before step: Int) -> Arrival? {
    for case .arrival(let arrival) in steps[..<step].reversed() { return arrival }
    return nil
  }

  /// Tells an auditor one step.
  func tell(_ step: Step, to auditor: Auditor) {
    switch step {
    case .arrival(let arrival): auditor.setArrival(arrival)
    case .advance(let now):
      while let wake = auditor.nextWake, wake <= now { auditor.advance(to: wake) }
      auditor.advance(to: now)
    case .event(let event): auditor.accept(translated(event, for: auditor))
    case .line(let source, let stamp): auditor.lineSeen(source: source, stamp: stamp)
    case .unreadable(let origin, let place, let reason):
      auditor.unreadable(
        origin: translated(origin, for: auditor), place: place, reason: reason)
    case .close(let source, let over): auditor.close(source, over: over)
    case .open: open(1, of: auditor)
    }
  }

  /// Opens sources; all have one user.
  func open(_ count: Int, of auditor: Auditor) {
    for _ in 0..<count { _ = auditor.open(SourceInfo(name: "log", uid: 7)) }
  }

  private func translated(_ id: TextID, for auditor: Auditor) -> TextID {
    auditor.texts.intern(texts[id])
  }

  private func translated(_ origin: Origin, for auditor: Auditor) -> Origin {
    Origin(
      device: translated(origin.device, for: auditor),
      process: translated(origin.process, for: auditor), pid: origin.pid,
      session: translated(origin.session, for: auditor))
  }

  private func translated(_ event: Event, for auditor: Auditor) -> Event {
    var event = event
    event.origin = translated(event.origin, for: auditor)
    event.name = translated(event.name, for: auditor)
    event.slot = translated(event.slot, for: auditor)
    event.stack = auditor.stacks.intern(
      stacks.frames(event.stack).map {
        Frame(
          image: translated($0.image, for: auditor), symbol: translated($0.symbol, for: auditor),
          offset: $0.offset, address: $0.address)
      })
    switch event.action {
    case .hello(var hello):
      hello.app = translated(hello.app, for: auditor)
      hello.appVersion = translated(hello.appVersion, for: auditor)
      hello.os = translated(hello.os, for: auditor)
      event.action = .hello(hello)
    case .exit(var exit):
      exit.code = translated(exit.code, for: auditor)
      exit.text = translated(exit.text, for: auditor)
      event.action = .exit(exit)
    default: break
    }
    return event
  }
}
