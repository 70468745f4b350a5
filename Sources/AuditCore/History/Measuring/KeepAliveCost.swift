/// What keeping one app alive in the background costs, in all or for one of those who hold its tasks.
///
/// What happens while several hold tasks counts for each of them: costs of holders do not add up.
package struct KeepAliveCost: Hashable, Sendable {
  /// Whose tasks.
  package enum Holder: Hashable, Sendable {
    /// The app as a whole, with tasks or without.
    case all
    case sdk(String)
    /// The app's own code, and what no catalogue knows.
    case own
  }

  /// Its identifier, or the name of its process.
  package var app: String?
  package var holder: Holder
  package fileprivate(set) var launches = 0
  /// Those that were held in the background at any time.
  package fileprivate(set) var tasks = 0
  /// Time in the background, not suspended; of a holder, as far as it held a task. Saturates.
  package fileprivate(set) var background: Microseconds = 0
  package fileprivate(set) var heartbeats = 0
  /// Battery used between samples of one stay in the background, in millionths of its charge, and the time
  /// between them. Samples between which it was charged are left out.
  fileprivate var batteryUsed: Int64 = 0
  package fileprivate(set) var batteryTime: Microseconds = 0

  fileprivate init(app: String?, holder: Holder) {
    self.app = app
    self.holder = holder
  }

  /// In millionths of the whole charge; nil without two samples of one stay.
  package var batteryPerHour: Int64? {
    if batteryTime <= 0 { return nil }
    return Int64((Double(batteryUsed) * 3_600_000_000 / Double(batteryTime)).rounded())
  }

  /// By app; each app's whole first, then its holders, longest in the background first, then by name.
  static func rows(_ histories: [SessionHistory]) -> [KeepAliveCost] {
    var rows: [KeepAliveCost] = []
    var places: [Key: Int] = [:]
    for history in histories {
      let identity = history.summary.identity
      let app = identity.app ?? identity.process
      let awake = Self.awake(history)
      for (holder, tasks) in Self.holders(of: history) {
        let key = Key(app: app, holder: holder)
        let place = places[key] ?? rows.count
        if place == rows.count {
          places[key] = place
          rows.append(KeepAliveCost(app: app, holder: holder))
        }
        rows[place].add(history, tasks, awake)
      }
    }
    return rows.filter { $0.holder == .all || $0.tasks > 0 }.sorted(by: comesFirst)
  }

  private struct Key: Hashable {
    var app: String?
    var holder: Holder
  }

  /// The app as a whole comes first, then holders in order of their first begin.
  private static func holders(
    of history: SessionHistory
  ) -> [(holder: Holder, tasks: [TaskHistory])] {
    var holders: [(holder: Holder, tasks: [TaskHistory])] = [(.all, history.tasks)]
    var places: [Holder: Int] = [:]
    for task in history.tasks where !task.isSystem {
      let holder = task.product.map { Holder.sdk($0) } ?? .own
      let place = places[holder] ?? holders.count
      if place == holders.count {
        places[holder] = place
        holders.append((holder, []))
      }
      holders[place].tasks.append(task)
    }
    return holders
  }

  private static func awake(_ history: SessionHistory) -> TimeSpans {
    var spans: [TimeSpans.Span] = []
    for (position, phase) in history.phases.enumerated() where phase.kind == .background {
      guard let from = phase.start.time else { continue }
      let next = history.phases.dropFirst(position + 1).first?.start.time
      spans.append(TimeSpans.Span(from: from, to: max(from, next ?? history.end ?? from)))
    }
    return TimeSpans(joining: spans)
  }

  private mutating func add(
    _ history: SessionHistory, _ all: [TaskHistory], _ awake: TimeSpans
  ) {
    launches += 1
    var spans = awake
    let held = all.compactMap { $0.span(until: history.end) }.filter(awake.touch)
    tasks += held.count
    if holder != .all { spans = TimeSpans(joining: held).intersection(awake) }
    background = (Instant(microseconds: background) + spans.total).microseconds
    addSamples(history, in: spans)
  }

  private mutating func addSamples(_ history: SessionHistory, in spans: TimeSpans) {
    var latest: (position: Int, time: Instant, charge: Int64)?
    for sample in history.samples {
      guard let time = sample.point.time, let position = spans.position(of: time) else { continue }
      if sample.isHeartbeat { heartbeats += 1 }
      guard let battery = sample.battery, battery >= 0, battery <= 1 else { continue }
      let charge = Int64((battery * 1_000_000).rounded())
      if let latest, latest.position == position, charge <= latest.charge {
        batteryUsed += latest.charge - charge
        batteryTime = (Instant(microseconds: batteryTime) + (time - latest.time)).microseconds
      }
      latest = (position, time, charge)
    }
  }

  private static func comesFirst(_ a: KeepAliveCost, _ b: KeepAliveCost) -> Bool {
    if a.app != b.app { return (a.app ?? "") < (b.app ?? "") }
    if (a.holder == .all) != (b.holder == .all) { return a.holder == .all }
    if a.background != b.background { return a.background > b.background }
    return a.holder.name < b.holder.name
  }
}

extension KeepAliveCost.Holder {
  /// The SDK's name; empty for the others.
  fileprivate var name: String {
    if case .sdk(let name) = self { return name }
    return ""
  }
}
