/// Where the background time of one launch began: at the entry, or with a task that kept the app running.
///
/// The budget is the app's, not a task's, and it runs from the entry to the background (`ios-facts.md` §1.4).
/// An app that holds no task there is suspended after 10 s, the `permittedBackgroundDuration` of UIKit's
/// `suspend` assertion: one that was without a task for longer was kept by something else, such as audio, and
/// the time of the task that came after counts from its begin.
struct BackgroundRuns {
  /// A stay in the background.
  struct Phase {
    var span: TimeSpans.Span
    /// A line tells of its start, which was not before that.
    var isStartSeen: Bool
  }

  /// Since when a moment's background time counts.
  struct Start {
    var time: Instant
    /// It is the begin of a task.
    var isBegin: Bool
    /// Tells one stretch of background time from others of its launch.
    var phase: Int
    var run: Int
  }

  private static let suspendedAfter: Microseconds = .seconds(10)

  /// In order. Suspended times are phases of their own, with a start that is not known.
  let phases: [Phase]
  /// Times in which tasks were held.
  private let held: TimeSpans
  /// The launch's states are unknown altogether.
  private let isStateless: Bool

  init(_ history: SessionHistory) {
    let end = history.end
    var phases: [Phase] = []
    for (position, phase) in history.phases.enumerated() {
      guard phase.kind == .background || phase.kind == .suspended else { continue }
      guard let from = phase.start.time else { continue }
      let next = history.phases.dropFirst(position + 1).first?.start.time
      phases.append(
        Phase(
          span: TimeSpans.Span(from: from, to: max(from, next ?? end ?? from)),
          isStartSeen: phase.kind == .background && !phase.isInferred))
    }
    self.phases = phases
    isStateless = history.phases.isEmpty
    held = TimeSpans(
      joining: history.tasks.compactMap { $0.span(until: end) },
      gap: history.phases.isEmpty ? 0 : Self.suspendedAfter)
  }

  /// nil where the app was in the foreground, or it is not known since when it was not.
  func start(at time: Instant) -> Start? {
    let run = held.position(of: time)
    let begun = run.map { held.spans[$0].from }
    if isStateless {
      guard let run, let begun, begun > Self.unseen else { return nil }
      return Start(time: begun, isBegin: true, phase: -1, run: run)
    }
    guard let position = phaseIndex(at: time) else { return nil }
    let phase = phases[position]
    if let run, let begun, begun > phase.span.from + Self.suspendedAfter {
      return Start(time: begun, isBegin: true, phase: position, run: run)
    }
    if !phase.isStartSeen { return nil }
    return Start(time: phase.span.from, isBegin: false, phase: position, run: -1)
  }

  /// The stay in the background that the time falls in.
  func phase(at time: Instant) -> Phase? { phaseIndex(at: time).map { phases[$0] } }

  private func phaseIndex(at time: Instant) -> Int? {
    var low = 0
    var high = phases.count
    while low < high {
      let middle = (low + high) / 2
      if phases[middle].span.from <= time { low = middle + 1 } else { high = middle }
    }
    return low > 0 && time <= phases[low - 1].span.to ? low - 1 : nil
  }

  /// When tasks are taken to have begun whose begin was not seen.
  static let unseen = Instant(microseconds: .min)
}

extension SessionHistory {
  /// When there was nothing more of it: its process was gone, or the log or what is known of it ends.
  var end: Instant? { exit?.time ?? period?.upperBound }
}

extension TaskHistory {
  /// In which it was held; nil without times.
  func span(until end: Instant?) -> TimeSpans.Span? {
    guard let begun = begin.time else { return nil }
    let from = isBeginUnseen ? BackgroundRuns.unseen : begun
    guard let to = self.end?.time ?? (self.end == nil ? end : nil) else { return nil }
    return TimeSpans.Span(from: from, to: max(begun, to))
  }
}
