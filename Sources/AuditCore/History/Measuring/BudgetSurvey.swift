/// How long apps really had in the background, by device model and OS, beside what the configuration assumes.
package struct BudgetSurvey: Sendable {
  /// What ended the time, in the word that reports use.
  package enum Limit: String, CaseIterable, Sendable {
    /// The system said how much was left; with the time spent, that is all of it.
    case left
    /// Expiration handlers were called, some seconds before the time is over.
    case expiry
    /// The system killed the app for its tasks.
    case kill
  }

  /// Why nothing was measured.
  package enum Absence: String, Sendable {
    case noTimes = "no-times"
    case noBackground = "no-background"
    case noLimit = "no-limit"
    case noStart = "no-start"
  }

  /// Times of one kind, one for each stretch of background time.
  package struct Times: Hashable, Sendable {
    /// Ascending; never empty.
    fileprivate var sorted: [Microseconds]
    /// Those counted from the begin of a task, not from the entry to the background.
    package fileprivate(set) var fromBegin: Int

    package var count: Int { sorted.count }
    package var least: Microseconds { sorted[0] }
    /// By nearest rank, as all percentiles here.
    package var median: Microseconds { TaskStatistics.nearestRank(sorted, percent: 50) ?? least }
    package var most95: Microseconds { TaskStatistics.nearestRank(sorted, percent: 95) ?? least }
  }

  /// All launches of one device model and OS.
  package struct Row: Sendable {
    package var device: String?
    package var os: String?
    package fileprivate(set) var launches = 0
    /// What the audit takes the budget to be before a log tells of it; apps may be configured differently.
    package fileprivate(set) var assumed: ClosedRange<Microseconds>
    /// It is no more than the built-in default.
    package fileprivate(set) var assumedIsGuess = true
    package fileprivate(set) var times: [Limit: Times] = [:]
    /// The longest background time that a task had and was ended in unharmed: the budget is no less.
    package fileprivate(set) var atLeast: Microseconds?
    /// Limits that were told of, with the start of the background time not known.
    package fileprivate(set) var unmeasured = 0
    fileprivate var hasTimes = false
    fileprivate var hasBackground = false

    /// nil where something was measured.
    package var absence: Absence? {
      if !times.isEmpty { return nil }
      if !hasTimes { return .noTimes }
      if unmeasured > 0 { return .noStart }
      return hasBackground ? .noLimit : .noBackground
    }
  }

  package let launches: Int
  /// By device, then OS; unnamed ones first.
  package private(set) var rows: [Row] = []
  /// By app; each followed by what its tasks' holders cost, the longest first.
  package let costs: [KeepAliveCost]
  /// Something of a launch was left out because a limit was reached.
  package let isPartial: Bool

  package init(_ histories: [SessionHistory]) {
    launches = histories.count
    isPartial = histories.contains { !$0.dropped.isNone }
    costs = KeepAliveCost.rows(histories)
    var places: [[String?]: Int] = [:]
    for history in histories {
      let identity = history.summary.identity
      let place = places[[identity.device, identity.os]] ?? rows.count
      if place == rows.count {
        places[[identity.device, identity.os]] = place
        let assumed = history.assumedBudget
        rows.append(Row(device: identity.device, os: identity.os, assumed: assumed...assumed))
      }
      rows[place].add(history)
    }
    for place in rows.indices { rows[place].sort() }
    rows.sort { a, b in (a.device ?? "", a.os ?? "") < (b.device ?? "", b.os ?? "") }
  }
}

extension BudgetSurvey.Row {
  fileprivate mutating func add(_ history: SessionHistory) {
    launches += 1
    let budget = history.assumedBudget
    assumed = min(assumed.lowerBound, budget)...max(assumed.upperBound, budget)
    if !history.assumedIsGuess { assumedIsGuess = false }
    if history.period != nil { hasTimes = true }
    let runs = BackgroundRuns(history)
    if !runs.phases.isEmpty { hasBackground = true }
    addExpiries(history, runs)
    addKill(history, runs)
    addLeft(history, runs)
    addUnharmed(history, runs)
  }

  /// Tasks that were ended in the background with no handler called in that stay until then. What the audit takes
  /// the deadline to be does not matter here.
  private mutating func addUnharmed(_ history: SessionHistory, _ runs: BackgroundRuns) {
    let expiries = TimeSpans(
      joining: history.marks.compactMap { mark in
        guard mark.kind == .expire, let time = mark.point.time else { return nil }
        return TimeSpans.Span(from: time, to: time)
      })
    for task in history.tasks where !task.isBeginUnseen && task.expired == nil {
      guard let begun = task.begin.time, let ended = task.end?.time else { continue }
      guard let phase = runs.phase(at: ended) else { continue }
      if expiries.touch(TimeSpans.Span(from: phase.span.from, to: ended)) { continue }
      atLeast = max(atLeast ?? 0, ended - max(begun, phase.span.from))
    }
  }

  /// Handlers are called one after the other: the first call is when the time was over.
  private mutating func addExpiries(_ history: SessionHistory, _ runs: BackgroundRuns) {
    var known: Set<[Int]> = []
    for mark in history.marks where mark.kind == .expire {
      guard let time = mark.point.time else { continue }
      guard let start = runs.start(at: time) else {
        unmeasured += 1
        continue
      }
      if known.insert([start.phase, start.run]).inserted { add(.expiry, time, start) }
    }
  }

  /// A kill whose cause only follows from an assumed budget measures none.
  private mutating func addKill(_ history: SessionHistory, _ runs: BackgroundRuns) {
    guard let exit = history.exit, exit.isForTasks, !exit.isInferred, let time = exit.time else {
      return
    }
    guard let start = runs.start(at: time) else {
      unmeasured += 1
      return
    }
    add(.kill, time, start)
  }

  /// As the audit does, the largest sum of a stretch is believed: what is left is rounded down.
  private mutating func addLeft(_ history: SessionHistory, _ runs: BackgroundRuns) {
    var stretches: [(key: [Int], start: BackgroundRuns.Start, end: Instant)] = []
    for sample in history.samples {
      guard let time = sample.point.time, let seconds = sample.remaining, seconds >= 0,
        seconds <= 86_400
      else { continue }
      guard let start = runs.start(at: time) else {
        unmeasured += 1
        continue
      }
      let key = [start.phase, start.run]
      let end = time + Microseconds(fromSeconds: seconds)
      if let last = stretches.last, last.key == key {
        stretches[stretches.count - 1].end = max(last.end, end)
      } else {
        stretches.append((key, start, end))
      }
    }
    for stretch in stretches { add(.left, stretch.end, stretch.start) }
  }

  private mutating func add(
    _ limit: BudgetSurvey.Limit, _ time: Instant, _ start: BackgroundRuns.Start
  ) {
    var times = times[limit] ?? BudgetSurvey.Times(sorted: [], fromBegin: 0)
    times.sorted.append(time - start.time)
    if start.isBegin { times.fromBegin += 1 }
    self.times[limit] = times
  }

  fileprivate mutating func sort() {
    for limit in BudgetSurvey.Limit.allCases { times[limit]?.sorted.sort() }
  }
}
