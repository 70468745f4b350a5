/// A model of one app on iOS that begins and ends background tasks, with its whole truth.
///
/// It knows what `ios-facts.md` §1 says and nothing of the auditor: one counter of ids that UIKit uses
/// too, one budget for the app, handlers about five seconds early, a kill when they did not help, and a
/// suspended app whose timers wait.
final class SimulatedApp {
  let identity: AppIdentity
  var random: SeededRandom
  private(set) var now: Int64
  private(set) var launch: LaunchTruth
  private(set) var launches: [LaunchTruth] = []
  private(set) var records: [SimulationRecord] = []
  private(set) var isAlive = true
  private(set) var isBackground = false
  /// The task whose handler runs.
  private(set) var handlerTask: UInt64?
  private var handlers: [UInt64: (SimulatedApp) -> HandlerEnd] = [:]
  private var nextID: UInt64 = 1
  private var enteredBackground: Int64 = 0
  private var handlersFired = false
  private var timers: [Timer] = []
  private var timerCount = 0

  enum HandlerEnd { case returns, hangs }

  private struct Timer {
    var due: Int64
    var order: Int
    var body: (SimulatedApp) -> Void
  }

  init(identity: AppIdentity, start: Int64, seed: UInt64) {
    self.identity = identity
    now = start
    random = SeededRandom(seed: seed)
    launch = LaunchTruth(pid: identity.firstPID)
    takePrivateIDs(1)
  }

  // MARK: What an app's code can do

  /// `beginBackgroundTask`; 0 where no time is to be had.
  @discardableResult
  func begin(
    _ caller: Caller, name: String? = nil, into variable: TaskVariable? = nil, thread: Int = 1,
    isRefused: Bool = false, handler: ((SimulatedApp) -> HandlerEnd)?
  ) -> UInt64 {
    guard isAlive else { return 0 }
    tick()
    let id = isRefused ? 0 : nextID
    if !isRefused { nextID += 1 }
    add(
      .begin(id: id, name: name, caller: caller, hasHandler: handler != nil, slot: variable?.name),
      thread: thread)
    if isRefused {
      launch.refused += 1
      return 0
    }
    var task = TaskTruth(id: id, caller: caller, begun: now)
    task.begunInHandler = handlerTask != nil
    task.name = name
    task.phase = isBackground ? launch.phases.count : 0
    task.hasHandler = handler != nil
    launch.tasks[id] = task
    handlers[id] = handler
    if let variable { store(id, in: variable) }
    return id
  }

  private func store(_ id: UInt64, in variable: TaskVariable) {
    let old = variable.id
    if old != 0, launch.isOpen(old) { launch.tasks[old]?.overwrittenBy = id }
    variable.id = id
  }

  /// `endBackgroundTask` with whatever number the code has.
  func end(_ id: UInt64, by caller: Caller, thread: Int = 1) {
    guard isAlive else { return }
    tick()
    add(.end(id: id, caller: caller), thread: thread)
    launch.ends.append(
      EndTruth(id: id, caller: caller, time: now, inHandlerOf: handlerTask, order: records.count))
    if id == 0 { return }
    guard launch.tasks[id] != nil else {
      launch.unknownEnds.append(id)
      return
    }
    if launch.isOpen(id) {
      launch.tasks[id]?.ended = now
      launch.tasks[id]?.endedInHandlerOf = handlerTask
      if let handlerTask, handlerTask != id { launch.crossEnds.append((handlerTask, id)) }
    } else {
      launch.doubleEnds.append(id)
    }
  }

  /// Runs `body` later, by a timer or a completion: never while the app is suspended.
  func after(_ seconds: Double, _ body: @escaping (SimulatedApp) -> Void) {
    timerCount += 1
    timers.append(Timer(due: now + Int64(seconds * 1e6), order: timerCount, body: body))
  }

  // MARK: What the user and the system do

  func enterBackground() {
    guard isAlive, !isBackground else { return }
    tick()
    isBackground = true
    enteredBackground = now
    handlersFired = false
    launch.phases.append((now, nil))
    add(.state("background"))
    if random.chance(40) { takePrivateIDs(random.below(3)) }
  }

  func enterForeground() {
    guard isAlive, isBackground else { return }
    tick()
    isBackground = false
    launch.phases[launch.phases.count - 1].left = now
    add(.state("foreground"))
  }

  /// The user swipes the app away, or it exits by itself.
  func terminate() {
    guard isAlive else { return }
    tick()
    add(.state("terminate"))
    add(.exit(killed: false))
    close(killed: false)
  }

  func relaunch() {
    guard !isAlive else { return }
    launch = LaunchTruth(pid: launch.pid + Int32(1 + random.below(900)))
    nextID = 1
    timers = []
    handlers = [:]
    isAlive = true
    isBackground = false
    takePrivateIDs(1)
    add(.launch)
  }

  /// Lets time pass: timers, expiry and kill happen on their way.
  func run(_ seconds: Double) {
    let end = now + Int64(seconds * 1e6)
    while isAlive {
      let timer = isSuspended ? nil : timers.indices.min { order(timers[$0]) < order(timers[$1]) }
      let due = timer.map { max(timers[$0].due, now) }
      let system = nextSystemEvent
      guard let next = [due, system].compactMap({ $0 }).min(), next <= end else { break }
      now = max(now, next)
      if let system, system == next {
        if handlersFired { kill() } else { fireHandlers() }
      } else if let timer {
        timers.remove(at: timer).body(self)
      }
    }
    now = max(now, end)
  }

  private func order(_ timer: Timer) -> (Int64, Int) { (timer.due, timer.order) }

  private var isSuspended: Bool { isBackground && launch.openIDs.isEmpty }

  private var nextSystemEvent: Int64? {
    guard isBackground, !launch.openIDs.isEmpty else { return nil }
    let end = enteredBackground + identity.budget
    return handlersFired ? end : end - 5_000_000
  }

  private func fireHandlers() {
    handlersFired = true
    for id in launch.openIDs {
      guard let handler = handlers[id] else { continue }
      tick()
      launch.tasks[id]?.expired = now
      add(.expire(id: id))
      handlerTask = id
      let result = handler(self)
      handlerTask = nil
      if result == .hangs {
        launch.tasks[id]?.handlerHangs = true
        return
      }
      tick()
      launch.tasks[id]?.handlerReturned = now
      add(.expireReturn(id: id))
    }
  }

  private func kill() {
    for id in launch.openIDs { launch.tasks[id]?.isKilled = true }
    add(.exit(killed: true))
    close(killed: true)
  }

  private func close(killed: Bool) {
    isAlive = false
    launch.wasKilled = killed
    launch.isOver = true
    launches.append(launch)
  }

  /// The log stops here, whatever goes on.
  func stop() -> [LaunchTruth] {
    return isAlive ? launches + [launch] : launches
  }

  /// UIKit begins and ends tasks of its own, which no hook sees.
  private func takePrivateIDs(_ count: Int) { nextID += UInt64(count) }

  /// Code takes time: 0.2 to 3 ms a call.
  private func tick() { now += Int64(200 + random.below(2800)) }

  private func add(_ what: SimulationRecord.What, thread: Int = 1) {
    let remaining =
      isBackground ? Double(enteredBackground + identity.budget - now) / 1e6 : Double.infinity
    records.append(
      SimulationRecord(
        time: now, what: what, pid: launch.pid, thread: thread, remaining: max(0, remaining),
        isBackground: isBackground))
  }
}
