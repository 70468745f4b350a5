/// What an app is called wherever it is logged.
struct AppIdentity {
  var process: String
  var bundle: String
  var device: String
  var os: String
  var firstPID: Int32
  /// Microseconds that the app may run in the background.
  var budget: Int64
}

/// Code that begins and ends tasks: a class of the app or of an SDK.
struct Caller: Hashable {
  var image: String
  /// As a holder is named in findings.
  var holder: String
  var beginSymbol: String
  var endSymbol: String

  init(image: String, class name: String, begin: String, end: String) {
    self.image = image
    holder = name
    beginSymbol = "-[\(name) \(begin)]"
    endSymbol = "-[\(name) \(end)]"
  }
}

/// A variable of the app that keeps a task's id.
final class TaskVariable {
  let name: String
  var id: UInt64 = 0

  init(_ name: String) { self.name = name }
}

/// One line's worth of what happened.
struct SimulationRecord {
  enum What {
    case launch
    case begin(id: UInt64, name: String?, caller: Caller, hasHandler: Bool, slot: String?)
    case end(id: UInt64, caller: Caller)
    case expire(id: UInt64)
    case expireReturn(id: UInt64)
    case state(String)
    case exit(killed: Bool)
  }
  /// Microseconds since 1970.
  var time: Int64
  var what: What
  var pid: Int32
  var thread: Int
  /// Seconds; infinite in the foreground.
  var remaining: Double
  var isBackground: Bool
}

struct TaskTruth {
  var id: UInt64
  var caller: Caller
  var name: String?
  var begun: Int64
  /// The background phase that it was begun in, counted from 1; 0 in the foreground.
  var phase = 0
  var hasHandler = true
  var begunInHandler = false
  var ended: Int64?
  var endedInHandlerOf: UInt64?
  var expired: Int64?
  var handlerReturned: Int64?
  var handlerHangs = false
  /// Its variable was given to this task while it was open.
  var overwrittenBy: UInt64?
  var isKilled = false
}

struct EndTruth {
  var id: UInt64
  var caller: Caller
  var time: Int64
  var inHandlerOf: UInt64?
  /// Position among the app's records.
  var order: Int
}

/// Everything that was so in one launch.
struct LaunchTruth {
  var pid: Int32
  var tasks: [UInt64: TaskTruth] = [:]
  var ends: [EndTruth] = []
  var doubleEnds: [UInt64] = []
  var unknownEnds: [UInt64] = []
  var crossEnds: [(of: UInt64, ended: UInt64)] = []
  var refused = 0
  var phases: [(entered: Int64, left: Int64?)] = []
  var wasKilled = false
  /// The process is gone; else the log just stops.
  var isOver = false

  init(pid: Int32) { self.pid = pid }

  var ids: [UInt64] { tasks.keys.sorted() }
  var openIDs: [UInt64] { ids.filter { tasks[$0]?.ended == nil } }
  func isOpen(_ id: UInt64) -> Bool { tasks[id].map { $0.ended == nil } ?? false }
}
