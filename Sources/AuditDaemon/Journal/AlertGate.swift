import AuditCore

/// Sees to it that one client does not use up what the journal takes of the daemon, which would then drop the
/// alerts of others. What it holds back it counts.
///
/// Sessions that give way to others are told one by one up to a few a minute: their number says as much.
/// Other alerts are held back only far past what a client has said with a purpose; it is read no further
/// before that (`restUntil`).
struct AlertGate {
  /// In `window`; the unit lets the journal take 50,000 in that time.
  static let clientMax = 10_000
  /// Once all together have given `allMax`, each may give as many.
  static let allMax = 40_000
  static let clientMin = 200
  static let window: Microseconds = .seconds(30)
  /// The same for sessions that gave way.
  static let lettingGoClientMax = 10
  static let lettingGoAllMax = 100
  static let lettingGoWindow: Microseconds = .seconds(60)
  /// What was held back is told so often at most.
  static let tellsEvery: Microseconds = .seconds(1)

  private var given = Tally(length: Self.window)
  private var lettingGo = Tally(length: Self.lettingGoWindow)
  private(set) var heldBack: [AlertsHeldBack] = []
  private var toldAt: Instant?

  /// Whether to give the alert, which is the one with `hash`; else it is counted.
  mutating func admit(_ change: FindingChange, hash: UInt64, at now: Instant) -> Bool {
    let isAdmitted: Bool
    if change.tasksLetGo != nil {
      isAdmitted = lettingGo.admit(change.source, at: now) { mine, all in
        mine < Self.lettingGoClientMax && all < Self.lettingGoAllMax
      }
    } else {
      isAdmitted = given.admit(change.source, at: now) { mine, all in
        mine < (all < Self.allMax ? Self.clientMax : Self.clientMin)
      }
    }
    if !isAdmitted { holdBack(change, hash) }
    return isAdmitted
  }

  private mutating func holdBack(_ change: FindingChange, _ hash: UInt64) {
    let isLettingGo = change.tasksLetGo != nil
    let place =
      heldBack.firstIndex { $0.isLettingGo == isLettingGo }
      ?? {
        heldBack.append(AlertsHeldBack(isLettingGo: isLettingGo))
        return heldBack.count - 1
      }()
    heldBack[place].add(change, hash)
  }

  /// An earlier run has told of everything up to this one that was held back.
  mutating func noteTold(_ change: FindingChange) {
    heldBack.removeAll { $0.isLettingGo == (change.tasksLetGo != nil) }
  }

  /// When to tell what was held back; nil where nothing is.
  func isDue(at now: Instant) -> Instant? {
    heldBack.isEmpty ? nil : toldAt.map { max(now, $0 + Self.tellsEvery) } ?? now
  }

  /// What was held back since the last call.
  mutating func takeHeldBack(at now: Instant) -> [AlertsHeldBack] {
    defer { heldBack = [] }
    toldAt = now
    return heldBack
  }

  /// The client has given half of what it may: reading goes on at that time.
  func restUntil(_ source: String, at now: Instant) -> Instant? {
    given.count(of: source, at: now) > Self.clientMax / 2 ? given.end : nil
  }
}

/// Alerts of one kind that were not given.
struct AlertsHeldBack {
  /// Sessions that gave way to others.
  var isLettingGo: Bool
  private(set) var count = 0
  /// Tasks that were open in those sessions.
  private(set) var tasks = 0
  private var clients: [String: Int] = [:]
  /// Of the latest of them.
  private(set) var hash: UInt64 = 0

  init(isLettingGo: Bool) { self.isLettingGo = isLettingGo }

  mutating func add(_ change: FindingChange, _ hash: UInt64) {
    count += 1
    tasks += change.tasksLetGo ?? 0
    if let source = change.source { clients[source, default: 0] += 1 }
    self.hash = hash
  }

  /// The client that most of them come from, and how many.
  var most: (client: String, count: Int)? {
    clients.min { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
  }
}

/// How many alerts each client gave in a window of time, which is the same for all.
private struct Tally {
  let length: Microseconds
  private var start: Instant?
  private var all = 0
  private var counts: [String?: Int] = [:]

  init(length: Microseconds) { self.length = length }

  var end: Instant? { start.map { $0 + length } }

  func count(of source: String?, at now: Instant) -> Int {
    isOver(at: now) ? 0 : counts[source] ?? 0
  }

  mutating func admit(
    _ source: String?, at now: Instant, _ isWithin: (_ mine: Int, _ all: Int) -> Bool
  ) -> Bool {
    if isOver(at: now) { (start, all, counts) = (now, 0, [:]) }
    let mine = counts[source] ?? 0
    if !isWithin(mine, all) { return false }
    all += 1
    counts[source] = mine + 1
    return true
  }

  private func isOver(at now: Instant) -> Bool { end.map { now >= $0 } ?? true }
}
