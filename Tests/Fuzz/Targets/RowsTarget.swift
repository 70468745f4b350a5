@testable import AuditCore

/// Rows of a database that somebody has changed: refused, or an auditor that goes on like any other.
enum RowsTarget {
  static let target = FuzzTarget(name: "rows", run: run) { logs in
    logs.pieces(of: 500, upTo: 1).compactMap { piece in
      let world = World(isLive: true, isMortal: true)
      try? world.play(
        [World.mark, 0, 2] + piece.dropLast(9) + [World.mark, 8, 0], toTheEnd: false)
      return world.stored.map { state in state.inOrder.flatMap { encode($0.key, $0.value) } }
    }
  }

  /// A row as this target reads it: whose, owner's number, kind, key, length, value.
  private static func encode(_ key: StateKey, _ value: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    if let number = StateOwner.sessionNumber(key.owner) {
      bytes += [1, UInt8(truncatingIfNeeded: number)]
    } else if let number = StateOwner.sourceNumber(key.owner) {
      bytes += [2, UInt8(truncatingIfNeeded: number)]
    } else {
      bytes += [0, 0]
    }
    bytes.append(UInt8(truncatingIfNeeded: key.kind))
    for shift in stride(from: 0, to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: key.key >> shift))
    }
    let length = min(value.count, Int(UInt16.max))
    return bytes + [UInt8(length & 255), UInt8(length >> 8)] + value.prefix(length)
  }

  private static func decode(_ input: inout FuzzInput) -> StoredState {
    var rows: [StateKey: [UInt8]] = [:]
    while !input.isAtEnd {
      let (whose, number) = (input.byte(), Int(input.byte()))
      let owner =
        switch whose {
        case 0: StateOwner.shared
        case 1: StateOwner.session(number)
        default: StateOwner.source(number)
        }
      let kind = Int64(input.byte())
      var key: Int64 = 0
      for shift in stride(from: 0, to: 64, by: 8) { key |= Int64(input.byte()) << shift }
      rows[StateKey(owner: owner, kind: kind, key: key)] = input.bytes(input.number())
    }
    return StoredState(rows: rows)
  }

  private static let now = Instant(microseconds: 1_595_426_700_000_000)

  private static func run(_ input: inout FuzzInput) throws(BrokenProperty) {
    let state = decode(&input)
    let auditor = Auditor()
    var restorer = StateRestorer(into: auditor, monotonicShift: -5)
    do throws(StateDamage) {
      for (key, value) in state.inOrder { try restorer.take(key, value.span) }
      try restorer.finish(now: now)
    } catch {
      return try Output.requireSafe(error.reason)
    }
    auditor.trackChanges()
    auditor.setArrival(Arrival(wall: now, monotonic: now))
    try goOn(auditor, &restorer)
    try restoreAgain(auditor)
  }

  private static let rest = """
     half a line
    enter beginBackgroundTaskWithExpirationHandler:1
    BGT begin id=2 name="a" handler=0 app=background
    BGT expire id=2
    enter endBackgroundTask:1
    enter endBackgroundTask:0
    {"event":"begin","id":3,"seq":9,"stack":["0   A 0x0000000102903a58 -[B c] + 132"]}
    BGT expire-return id=2

    """

  /// The decoders that are there read on, and what is found can be printed.
  private static func goOn(
    _ auditor: Auditor, _ restorer: inout StateRestorer
  ) throws(BrokenProperty) {
    for number in 0..<4 as Range<UInt32> {
      let source = SourceID(rawValue: number)
      guard var decoder = restorer.takeDecoder(of: source) else { continue }
      decoder.consume(rest.utf8.span, into: auditor)
      _ = decoder.takeRejects()
    }
    var decoder = StreamDecoder(source: auditor.open(SourceInfo(name: "client", uid: 0)))
    decoder.consume(rest.utf8.span, into: auditor)
    auditor.advance(to: now + .seconds(86_400))
    let report = auditor.report(includeCleared: true)
    try Output.requireJSON(JSONReport.render(report))
    try Output.requireSafe(TextReport.render(report, style: TextStyle()))
    try Output.requireSafe(OutstandingText.render(auditor.outstandingTasks(), style: TextStyle()))
    for finding in report.findings.prefix(2) { _ = auditor.story(of: finding.id) }
  }

  /// What it stores now is sound, whatever it came from.
  private static func restoreAgain(_ auditor: Auditor) throws(BrokenProperty) {
    _ = auditor.takeChanges()
    let before = JSONReport.render(auditor.report(includeCleared: true))
    var state = StoredState()
    state.take(auditor.capture())
    let other = Auditor()
    _ = try state.restore(into: other, now: now + .seconds(86_400))
    let after = JSONReport.render(other.report(includeCleared: true))
    try Output.requireEqual(after, before, "stored and put back it reports")
  }
}
