/// Where an event was printed: the source (file or client), its line, and the client's own count.
package struct Place: Hashable, Sendable {
  package var source: SourceID
  /// Counted from 1.
  package var line: UInt32
  /// The `seq` of an NDJSON event; grows by one per event of a session.
  package var sequence: UInt64?

  package init(source: SourceID, line: UInt32, sequence: UInt64? = nil) {
    self.source = source
    self.line = line
    self.sequence = sequence
  }
}

/// A file or a connection, as `Auditor.open(source:)` numbered it.
package struct SourceID: Hashable, Sendable {
  package var rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// What a line names of the launch it belongs to. Absent parts are filled in by the session index.
package struct Origin: Hashable, Sendable {
  package var device = TextID.none
  package var process = TextID.none
  package var pid: Int32?
  /// The `session` of an NDJSON client.
  package var session = TextID.none

  package init(
    device: TextID = .none, process: TextID = .none, pid: Int32? = nil, session: TextID = .none
  ) {
    self.device = device
    self.process = process
    self.pid = pid
    self.session = session
  }

  package var isEmpty: Bool { device.isNone && process.isNone && pid == nil && session.isNone }

  /// What differs most is asked first.
  @inline(__always)
  package static func == (one: Origin, other: Origin) -> Bool {
    one.session == other.session && one.pid == other.pid && one.process == other.process
      && one.device == other.device
  }
}

/// Which text a line was recognised by. Two lines of one end or begin that differ in wording are two
/// layers seeing one thing; two of the same wording are two things.
package enum Wording: UInt8, Sendable {
  case json, product, enterHook, chineseHook, namedChineseHook, learnDemoHook
  case uikitCreated, uikitEnding, uikitEndingTask, uikitCantEnd, uikitWarning, uikitExpire
  case uikitStillOpen, sdkWrapper, userPattern, systemKill, crashReport, metricKit, other
}

/// What the delegate, scene and notification names say of the app; `inactive` counts as foreground.
package enum AppState: UInt8, Sendable {
  case foreground, inactive, background, suspended, terminate
}

/// How a process went, as far as the log tells.
package enum ExitReason: UInt8, Sendable {
  case clean, killed, crash, unknown
}

/// One thing that happened in an app. `AuditCore` knows nothing of the world but these.
///
/// Flat and trivially copyable: the fields beside `action` stand for all actions, absent where a line
/// does not carry them.
package struct Event: Equatable, Sendable {
  /// What happened, with what only that kind of event carries.
  package enum Action: Equatable, Sendable {
    /// Opens, continues or describes a session.
    case hello(Hello)
    case begin, end
    /// An expiration handler was entered. Without `id`: handlers run, not said whose.
    case expire
    /// An expiration handler returned.
    case expired
    /// The app's state alone.
    case state(AppState)
    /// Time left, battery, heartbeat. The time left is in `remaining`.
    case sample(battery: Double?, heartbeat: Bool)
    /// UIKit's "created over N seconds ago" (`age`) or "still not ended" line.
    case warning(age: Double?, stillNotEnded: Bool)
    /// UIKit's "Can't end" line. `bareHex`: the id's digits are the older wording's, read as
    /// hexadecimal; `decimalReading` is what they say as decimal, if they can.
    case cantEnd(decimalReading: UInt64?)
    case exit(Exit)
    /// The background budget in seconds, as the system states it.
    case budget(Double)
    /// "HWM increased to N because of … NAME".
    case highWater(Int)
    /// The client, or the decoder on its behalf, admits that this many events are missing.
    case lost(Int)
    /// A stack printed after the begin or end that it belongs to, by the same process and thread.
    case stack
    /// Ids above `above` that were counted, not printed, are higher by `by`, and certain from now on.
    case renumber(above: UInt64, by: Int64)
    /// The log is over.
    case bye
  }

  /// What a launch says of itself, beside the origin that names it.
  package struct Hello: Equatable, Sendable {
    package var app = TextID.none
    package var appVersion = TextID.none
    package var os = TextID.none
    package init() {}
  }

  /// The end of a process, and what its report says of the reason.
  package struct Exit: Equatable, Sendable {
    package var reason: ExitReason
    package var code = TextID.none
    package var text = TextID.none
    /// What the text or report says of why; nil if it says nothing of that.
    package var cause: KillCause?
    package init(reason: ExitReason) { self.reason = reason }
  }

  /// Whether background tasks are the reason for a kill.
  package enum KillCause: UInt8, Sendable {
    /// Background-task assertions held beyond their time.
    case backgroundTask
    /// 0xbada5e47: too many assertions.
    case tooManyAssertions
    /// Scene-update and launch watchdogs, 0xdead10cc, memory: not about background tasks.
    case unrelated
  }

  package var action: Action
  package var origin = Origin()
  package var stamp: Stamp?
  package var place: Place
  package var wording: Wording

  /// nil where the line names none. 0 is "no task"; sentinels of bridges were made 0 by the decoder.
  package var id: UInt64?
  package var name = TextID.none
  package var stack = StackID.none
  package var slot = TextID.none
  /// nil: not known whether the begin has an expiration handler.
  package var hasHandler: Bool?
  /// Seconds of background time left; `.infinity` in the foreground (DBL_MAX in the log).
  package var remaining: Double?
  package var appState: AppState?
  /// The id was counted, not printed ("the n-th `Created` is id n"), without a launch in view.
  package var uncertainID = false
  /// 0 is unknown. Numbers as printed, or a hash of what is no number.
  package var thread: UInt64 = 0
  /// Hash of the whole line, to know a line printed twice. 0 where it was not taken.
  package var lineHash: UInt64 = 0

  package init(_ action: Action, place: Place, wording: Wording) {
    self.action = action
    self.place = place
    self.wording = wording
  }
}

/// Where the decoders deliver. The auditor is one; tests have others.
package protocol EventSink: AnyObject {
  var texts: TextTable { get }
  var stacks: StackTable { get }
  /// `time` of the line is told even for lines that are no event, by `lineSeen`.
  func accept(_ event: Event)
  /// Every line, event or not: a log ends at the time of its last line. Called before `accept`.
  func lineSeen(source: SourceID, stamp: Stamp?)
  /// Several lines in a row that are no events, of which only the last one's time is told.
  func linesSeen(_ count: Int, source: SourceID, stamp: Stamp?)
  /// The most lines that may be told at once: 1 where the time of each matters.
  var mostLinesAtOnce: Int { get }
  /// A line that looked like an event and could not be read. Counts as one lost event of `origin`.
  func unreadable(origin: Origin, place: Place, reason: UnreadableReason)
}

extension EventSink {
  package func linesSeen(_ count: Int, source: SourceID, stamp: Stamp?) {
    for _ in 0..<count { lineSeen(source: source, stamp: stamp) }
  }

  package var mostLinesAtOnce: Int { 1 }
}

/// Why a line that looks like an event could not be read. `text` completes "line 9: not an event: …".
package struct UnreadableReason: Error, Hashable, Sendable {
  package var text: String
  package init(_ text: String) { self.text = text }
}
