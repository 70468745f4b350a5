// Code as people wrote it, by the patterns of `ios-facts.md` §3.

/// OVW: one variable, no guard. The second begin takes the first id's place.
final class Overwriter: Actor {
  private let variable = TaskVariable("Overwriter._bgTask")
  private let resets: Bool
  private let begins: Int
  private let endsInHandler: Bool
  private let threads: [Int]

  /// `resets`: sets the variable to 0 after an end, so that the next end is `end(0)`; else the next
  /// is a second end of the newer id. `begins`: how many notifications begin a task at once.
  init(
    _ caller: Caller, resets: Bool, begins: Int, endsInHandler: Bool = false, threads: [Int] = [1]
  ) {
    self.resets = resets
    self.begins = begins
    self.endsInHandler = endsInHandler
    self.threads = threads
    super.init(caller)
  }

  override func didLaunch(_ app: SimulatedApp) { variable.id = 0 }
  override func didEnterBackground(_ app: SimulatedApp) {
    let work = shortWork(app)
    for index in 0..<begins {
      app.begin(caller, into: variable, thread: threads[index % threads.count]) { app in
        if self.endsInHandler { self.finish(app) }
        return .returns
      }
      if endsInHandler { continue }
      app.after(work + Double(index) * 0.01) { self.finish($0) }
    }
  }

  private func finish(_ app: SimulatedApp) {
    app.end(variable.id, by: caller)
    if resets { variable.id = 0 }
  }
}

/// MISS: now and then an early return leaves the task open. What its handler does is another matter.
final class EarlyReturner: Actor {
  enum Handler { case endsNothing, endsZero, endsLater, hangs, missing, beginsAnew }
  private let handler: Handler
  private let missesAlways: Bool

  init(_ caller: Caller, handler: Handler, missesAlways: Bool = false) {
    self.handler = handler
    self.missesAlways = missesAlways
    super.init(caller)
  }

  override func didEnterBackground(_ app: SimulatedApp) {
    var id: UInt64 = 0
    id = app.begin(caller, handler: handler == .missing ? nil : { self.expire($0, id) })
    if missesAlways || app.random.chance(50) { return }
    app.after(shortWork(app)) { $0.end(id, by: self.caller) }
  }

  private func expire(_ app: SimulatedApp, _ id: UInt64) -> SimulatedApp.HandlerEnd {
    switch handler {
    case .endsZero: app.end(0, by: caller)
    case .endsLater:
      app.after(0.05 + Double(app.random.below(2000)) / 1000) { $0.end(id, by: self.caller) }
    case .hangs: return .hangs
    case .beginsAnew:
      app.end(id, by: caller)
      app.begin(caller) { _ in .returns }
    case .endsNothing, .missing: break
    }
    return .returns
  }
}

/// DBL: completion and clean-up both end the task, and nobody resets the variable.
final class DoubleEnder: Actor {
  override func didEnterBackground(_ app: SimulatedApp) {
    let id = app.begin(caller) { _ in .returns }
    let work = shortWork(app)
    app.after(work) { $0.end(id, by: self.caller) }
    app.after(work + 0.2 + Double(app.random.below(3000)) / 1000) {
      $0.end(id, by: self.caller, thread: 3)
    }
  }
}

/// NOID: the result of begin is thrown away, 0 is ended.
final class Discarder: Actor {
  override func didEnterBackground(_ app: SimulatedApp) {
    app.begin(caller) { _ in .returns }
    app.after(0.3) { $0.end(0, by: self.caller) }
  }
}

/// LIMIT: begins with every change of its store and ends none.
final class PileUp: Actor {
  override func didEnterBackground(_ app: SimulatedApp) {
    for _ in 0..<18 + app.random.below(10) {
      app.begin(caller, name: "GDTStorage") { _ in .returns }
    }
  }
}

/// Ends a number that it got from somewhere else.
final class Guesser: Actor {
  override func didEnterBackground(_ app: SimulatedApp) {
    let id = app.begin(caller) { app in .returns }
    app.after(1) { $0.end(id + 500, by: self.caller) }
    app.after(1.5) { $0.end(id, by: self.caller) }
  }
}

/// Gets 0 from begin, and deals with it.
final class Refused: Actor {
  override func didEnterBackground(_ app: SimulatedApp) {
    let id = app.begin(caller) { app in .returns }
    app.begin(caller, isRefused: true) { _ in .returns }
    app.after(1) { $0.end(id, by: self.caller) }
  }
}

/// XEND: the handler ends whatever the shared variable holds.
final class CrossEnder: Actor {
  private let variable = TaskVariable("CrossEnder.identifier")

  override func didLaunch(_ app: SimulatedApp) { variable.id = 0 }
  override func didEnterBackground(_ app: SimulatedApp) {
    for _ in 0..<2 {
      app.begin(caller, into: variable) { app in
        app.end(self.variable.id, by: self.caller)
        self.variable.id = 0
        return .returns
      }
    }
  }
}
