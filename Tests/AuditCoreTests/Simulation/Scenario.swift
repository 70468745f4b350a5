/// One simulated run of one app, with what was wrong in it.
struct Scenario {
  enum Kind: String, CaseIterable {
    case clean, cleanForeground, cleanHeld
    case overwriteReset, overwriteKept, overwriteHandler, overwriteRace, crossEnd
    case missingEnd, noopHandler, capturedInvalid, nilHandler, asyncEnd, stuckHandler
    case recursiveBegin, doubleEnd, discarded, pileUp, unknownEnd, refused

    var isClean: Bool { self == .clean || self == .cleanForeground || self == .cleanHeld }
  }

  var kind: Kind
  var identity: AppIdentity
  var launches: [LaunchTruth]
  var records: [SimulationRecord]

  /// `isAlone`: without well-behaved code beside the pattern. `relaunches`: the app comes back after
  /// it was killed or ended.
  static func run(
    _ kind: Kind, identity: AppIdentity, seed: UInt64, isAlone: Bool, relaunches: Bool
  ) -> Scenario {
    var random = SeededRandom(seed: seed)
    let start = 1_500_000_000_000_000 + Int64(random.below(1_000_000_000)) * 1000
    let app = SimulatedApp(identity: identity, start: start, seed: random.next())
    var actors = buggy(kind, &random)
    if kind.isClean || !isAlone { actors += bystanders(kind, &random) }
    actors.shuffle(using: &random)
    live(app, actors, relaunches: relaunches, &random)
    let launches = app.stop()
    return Scenario(kind: kind, identity: identity, launches: launches, records: app.records)
  }

  /// Phases in fore- and background of any length. A clean run never stops with a task open.
  private static func live(
    _ app: SimulatedApp, _ actors: [Actor], relaunches: Bool, _ random: inout SeededRandom
  ) {
    for actor in actors { actor.didLaunch(app) }
    let budget = Double(app.identity.budget) / 1e6
    for _ in 0..<2 + random.below(4) {
      app.run(1 + Double(random.below(90)))
      app.enterBackground()
      for actor in actors { actor.didEnterBackground(app) }
      // Short visits overlap with work; long ones see handlers and the kill.
      app.run(random.chance(50) ? 1 + Double(random.below(8)) : budget + 20)
      if !app.isAlive {
        if !relaunches { return }
        app.run(10 + Double(random.below(600)))
        app.relaunch()
        for actor in actors { actor.didLaunch(app) }
        continue
      }
      app.enterForeground()
      for actor in actors { actor.willEnterForeground(app) }
    }
    app.run(100)
    if app.isAlive, random.chance(30) { app.terminate() }
  }

  private static func caller(_ index: Int) -> Caller {
    let all = [
      Caller(image: "App", class: "EMClient", begin: "appDidEnterBackground:", end: "finish"),
      Caller(image: "App", class: "Amplitude", begin: "enterBackground", end: "endBackground"),
      Caller(image: "MatrixSDK", class: "MXFileStore", begin: "commit", end: "done"),
      Caller(image: "App", class: "UploadQueue", begin: "start", end: "stop"),
      Caller(image: "App", class: "SyncService", begin: "syncNow", end: "syncDone"),
      Caller(image: "StatsKit", class: "StatsClient", begin: "ping", end: "pong"),
    ]
    return all[index % all.count]
  }

  private static let downloader = Caller(
    image: "App", class: "Downloader", begin: "run", end: "end")

  private static func buggy(_ kind: Kind, _ random: inout SeededRandom) -> [Actor] {
    let caller = caller(random.below(3))
    switch kind {
    case .clean, .cleanForeground, .cleanHeld: return []
    case .overwriteReset: return [Overwriter(caller, resets: true, begins: 1 + random.below(3))]
    case .overwriteKept: return [Overwriter(caller, resets: false, begins: 2)]
    case .overwriteHandler:
      return [Overwriter(caller, resets: true, begins: 2, endsInHandler: true)]
    case .overwriteRace:
      return [Overwriter(caller, resets: true, begins: 2, threads: [4, 5])]
    case .crossEnd: return [CrossEnder(caller)]
    case .missingEnd: return [EarlyReturner(caller, handler: .endsNothing)]
    case .noopHandler: return [EarlyReturner(caller, handler: .endsNothing, missesAlways: true)]
    case .capturedInvalid: return [EarlyReturner(caller, handler: .endsZero, missesAlways: true)]
    case .nilHandler: return [EarlyReturner(caller, handler: .missing)]
    case .asyncEnd: return [EarlyReturner(caller, handler: .endsLater)]
    case .stuckHandler:
      // Another handler's return shows that the source logs returns.
      return [EarlyReturner(caller, handler: .hangs), HeldToExpiry(downloader)]
    case .recursiveBegin: return [EarlyReturner(caller, handler: .beginsAnew)]
    case .doubleEnd: return [DoubleEnder(caller)]
    case .discarded: return [Discarder(caller)]
    case .pileUp: return [PileUp(caller)]
    case .unknownEnd: return [Guesser(caller)]
    case .refused: return [Refused(caller)]
    }
  }

  private static func bystanders(_ kind: Kind, _ random: inout SeededRandom) -> [Actor] {
    let makers: [() -> Actor] = [
      { GuardedUploader(caller(3)) }, { ParallelUploads(caller(4)) }, { HandOver(caller(5)) },
      { UnguardedEnder(Caller(image: "App", class: "Player", begin: "play", end: "stop")) },
      { CopyKeeper(Caller(image: "App", class: "Outbox", begin: "send", end: "sent")) },
    ]
    var actors = makers.shuffled(using: &random).prefix(1 + random.below(3)).map { $0() }
    if kind == .cleanHeld {
      actors.append(HeldToExpiry(downloader))
    }
    if kind == .cleanForeground {
      actors.append(
        ForegroundWorker(Caller(image: "App", class: "Importer", begin: "import:", end: "done")))
    }
    return actors
  }
}
