/// Whether the app is in the foreground or the background, since when, and how sure that is.
struct AppPhases {
  enum Side: UInt8 { case unknown, foreground, background }

  struct Change {
    var side: Side
    var time: Instant?
    var stamp: Instant?
    var place: Place
    var word: AppState
    /// It follows from another line, such as the time left.
    var isInferred: Bool
    /// Position among the session's events.
    var order: UInt64
  }

  /// What a line tells of the state, and when.
  struct Sight {
    var time: Instant?
    var stamp: Instant?
    var place: Place
    var order: UInt64
  }

  private(set) var side = Side.unknown
  /// When the current phase began, as far as it was seen.
  private(set) var since: Instant?
  /// The background phase was seen to begin, so that seconds in it can be counted.
  private(set) var startSeen = false
  /// Background phases so far.
  private(set) var number: UInt32 = 0
  /// Seconds-long memory for the stories of tasks: the latest changes, oldest first.
  private(set) var changes: [Change] = []
  private(set) var terminating = false

  /// A state that the log names.
  mutating func enter(_ state: AppState, _ sight: Sight) {
    switch state {
    case .foreground, .inactive: become(.foreground, state, sight, isInferred: false)
    case .background: become(.background, state, sight, isInferred: false)
    case .suspended: become(.background, state, sight, isInferred: true)
    case .terminate:
      terminating = true
      remember(change(state, sight, false))
    }
  }

  /// Whether `infer` has anything to do.
  func wouldChange(_ state: AppState) -> Bool {
    switch state {
    case .foreground, .inactive: side != .foreground
    case .background, .suspended: side != .background
    case .terminate: false
    }
  }

  /// A state that follows from something else: the time left, or a begin's `app=`. Its phase may have
  /// begun earlier.
  mutating func infer(_ state: AppState, _ sight: Sight) {
    switch state {
    case .foreground, .inactive: become(.foreground, .foreground, sight, isInferred: true)
    case .background, .suspended: become(.background, .background, sight, isInferred: true)
    case .terminate: break
    }
  }

  private mutating func become(
    _ new: Side, _ word: AppState, _ sight: Sight, isInferred: Bool
  ) {
    if new == side { return }
    side = new
    since = sight.time
    startSeen = !isInferred
    terminating = false
    if new == .background { number &+= 1 }
    remember(change(word, sight, isInferred))
  }

  private func change(_ word: AppState, _ sight: Sight, _ isInferred: Bool) -> Change {
    Change(
      side: side, time: sight.time, stamp: sight.stamp, place: sight.place, word: word,
      isInferred: isInferred, order: sight.order)
  }

  private mutating func remember(_ change: Change) {
    if changes.count >= Limits.stateChangesMax { changes.removeFirst() }
    changes.append(change)
  }

  /// How long the app was known to be in the foreground between two times.
  func foregroundTime(from: Instant, to: Instant) -> Microseconds {
    var total: Microseconds = 0
    for (position, change) in changes.enumerated() where change.side == .foreground {
      guard change.word != .terminate, let entered = change.time else { continue }
      let next = changes.indices.contains(position + 1) ? changes[position + 1].time : nil
      let low = max(entered, from)
      let high = min(next ?? to, to)
      if high > low { total = (Instant(microseconds: total) + (high - low)).microseconds }
    }
    return total
  }
}

extension AppPhases: Archivable {
  static var blank: AppPhases { AppPhases() }
  mutating func pass(through archive: inout Archive) {
    archive.passCase(&side)
    archive.pass(&since)
    archive.pass(&startSeen)
    archive.pass(&number)
    archive.pass(&changes)
    archive.require(changes.count <= Limits.stateChangesMax)
    archive.pass(&terminating)
  }
}

extension AppPhases.Change: Archivable {
  static var blank: AppPhases.Change {
    AppPhases.Change(
      side: .unknown, time: nil, stamp: nil, place: .blank, word: .foreground, isInferred: false,
      order: 0)
  }
  mutating func pass(through archive: inout Archive) {
    archive.passCase(&side)
    archive.pass(&time)
    archive.pass(&stamp)
    archive.pass(&place)
    archive.passCase(&word)
    archive.pass(&isInferred)
    archive.pass(&order)
  }
}
