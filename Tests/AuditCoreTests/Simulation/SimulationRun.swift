/// One simulated app and the log that is kept of it, all from one seed.
struct SimulationRun {
  var scenario: Scenario
  var dress: LogDress
  var isAlone: Bool
  var seed: UInt64

  /// `number` tells apps of one log apart; `adjust` has the last word on what the log tells.
  init(
    _ kind: Scenario.Kind, seed: UInt64, number: Int = 1, mayRelaunch: Bool = true,
    adjust: (inout LogDress, inout SeededRandom) -> Void = { _, _ in }
  ) {
    var random = SeededRandom(seed: seed &* 64 &+ UInt64(number))
    dress = LogDress.random(&random)
    adjust(&dress, &random)
    isAlone = random.chance(50)
    let is13 = random.chance(60)
    let identity = AppIdentity(
      process: number == 1 ? "App" : "App \(number)", bundle: "com.example.app\(number)",
      device: "iPhone\(number)", os: is13 ? "iOS 15.4" : "iOS 12.4",
      firstPID: Int32(400 + number * 7), budget: is13 ? 30_000_000 : 180_000_000)
    scenario = Scenario.run(
      kind, identity: identity, seed: random.next(), isAlone: isAlone,
      relaunches: mayRelaunch && dress.hasPID && random.chance(60))
    self.seed = seed
  }

  var label: String { "\(scenario.kind) seed \(seed) \(dress), alone \(isAlone)" }

  /// What the log tells of, without its head where the capture began late.
  private var kept: [SimulationRecord] {
    var random = SeededRandom(seed: seed)
    let records =
      dress.isSwapped ? LogWriter.swap(scenario.records, &random) : scenario.records
    return Array(records.filter { dress.prints($0.what) }.dropFirst(dress.missingHead))
  }

  var log: [PrintedRecord] {
    var writer = LogWriter(identity: scenario.identity, dress: dress)
    return writer.write(kept)
  }

  /// The lowest id whose begin the log has; nil where it has none.
  var firstID: UInt64? {
    kept.compactMap { record in
      if case .begin(let id, _, _, _, _) = record.what, id != 0 { id } else { nil }
    }.min()
  }
}
