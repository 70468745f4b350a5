/// A piece of an app's code that uses background tasks in its own way.
class Actor {
  let caller: Caller
  init(_ caller: Caller) { self.caller = caller }

  func didLaunch(_ app: SimulatedApp) {}
  func didEnterBackground(_ app: SimulatedApp) {}
  func willEnterForeground(_ app: SimulatedApp) {}

  /// Seconds of work that end well before the handlers run.
  func shortWork(_ app: SimulatedApp) -> Double {
    let most = min(Double(app.identity.budget) / 1e6 - 8, 40)
    return 0.5 + Double(app.random.below(Int(most * 1000))) / 1000
  }
}

// MARK: Code as it should be

/// One variable, guarded, reset after each end; the handler ends the task.
final class GuardedUploader: Actor {
  private let variable = TaskVariable("GuardedUploader._task")

  override func didLaunch(_ app: SimulatedApp) { variable.id = 0 }
  override func didEnterBackground(_ app: SimulatedApp) {
    if variable.id != 0 { return }
    app.begin(caller, name: app.random.chance(50) ? "upload" : nil, into: variable) { app in
      self.finish(app)
      return .returns
    }
    app.after(shortWork(app)) { self.finish($0) }
  }

  private func finish(_ app: SimulatedApp) {
    if variable.id == 0 { return }
    app.end(variable.id, by: caller)
    variable.id = 0
  }
}

/// Several tasks at once, each in a local variable, ended in any order.
final class ParallelUploads: Actor {
  override func didEnterBackground(_ app: SimulatedApp) {
    for _ in 0..<2 + app.random.below(4) {
      var id: UInt64 = 0
      var isOver = false
      let finish = { (app: SimulatedApp) in
        if !isOver { app.end(id, by: self.caller, thread: 2 + app.random.below(3)) }
        isOver = true
      }
      id = app.begin(caller) { app in
        finish(app)
        return .returns
      }
      app.after(shortWork(app), finish)
    }
  }
}

/// Begins the next task before it ends the one before, as long as there is work.
final class HandOver: Actor {
  private var id: UInt64 = 0

  override func didLaunch(_ app: SimulatedApp) { id = 0 }
  override func didEnterBackground(_ app: SimulatedApp) {
    if id != 0 { return }
    id = app.begin(caller, handler: handler)
    turn(app, left: 2 + app.random.below(4), pause: 0.8 + Double(app.random.below(2000)) / 1000)
  }

  private func handler(_ app: SimulatedApp) -> SimulatedApp.HandlerEnd {
    finish(app)
    return .returns
  }

  private func turn(_ app: SimulatedApp, left: Int, pause: Double) {
    app.after(pause) { app in
      if self.id == 0 { return }
      if left == 0 { return self.finish(app) }
      let old = self.id
      self.id = app.begin(self.caller, handler: self.handler)
      app.end(old, by: self.caller)
      self.turn(app, left: left - 1, pause: pause)
    }
  }

  private func finish(_ app: SimulatedApp) {
    if id == 0 { return }
    app.end(id, by: caller)
    id = 0
  }
}

/// Keeps the newest id in a property for all to see, but ends each through a copy of its own.
final class CopyKeeper: Actor {
  private let property = TaskVariable("CopyKeeper.newestTask")

  override func didLaunch(_ app: SimulatedApp) { property.id = 0 }
  override func didEnterBackground(_ app: SimulatedApp) {
    for _ in 0..<2 {
      var copy: UInt64 = 0
      let finish = { (app: SimulatedApp) in
        if copy != 0 { app.end(copy, by: self.caller) }
        copy = 0
      }
      copy = app.begin(caller, into: property) { app in
        finish(app)
        return .returns
      }
      app.after(shortWork(app), finish)
    }
  }
}

/// Ends its variable on every return to the foreground, without looking whether it holds an id.
final class UnguardedEnder: Actor {
  private let variable = TaskVariable("UnguardedEnder.bgTask")

  override func didLaunch(_ app: SimulatedApp) { variable.id = 0 }
  override func didEnterBackground(_ app: SimulatedApp) {
    app.begin(caller, into: variable) { app in
      self.finish(app)
      return .returns
    }
    if app.random.chance(60) { app.after(shortWork(app)) { self.finishIfHeld($0) } }
  }

  override func willEnterForeground(_ app: SimulatedApp) { finish(app) }
  private func finishIfHeld(_ app: SimulatedApp) { if variable.id != 0 { finish(app) } }
  private func finish(_ app: SimulatedApp) {
    app.end(variable.id, by: caller)
    variable.id = 0
  }
}

/// Works until the handler takes the time away, or the user comes back: legal, told as a notice.
final class HeldToExpiry: Actor {
  private var id: UInt64 = 0

  override func didLaunch(_ app: SimulatedApp) { id = 0 }
  override func didEnterBackground(_ app: SimulatedApp) {
    id = app.begin(caller) { app in
      self.finish(app)
      return .returns
    }
  }

  override func willEnterForeground(_ app: SimulatedApp) { finish(app) }
  private func finish(_ app: SimulatedApp) {
    if id != 0 { app.end(id, by: caller) }
    id = 0
  }
}

/// Holds a task in the foreground for a minute.
final class ForegroundWorker: Actor {
  override func didLaunch(_ app: SimulatedApp) { work(app) }
  override func willEnterForeground(_ app: SimulatedApp) { work(app) }

  private func work(_ app: SimulatedApp) {
    var id: UInt64 = 0
    id = app.begin(caller, name: "import") { app in
      if id != 0 { app.end(id, by: self.caller) }
      id = 0
      return .returns
    }
    app.after(35 + Double(app.random.below(30))) { app in
      if id != 0 { app.end(id, by: self.caller) }
      id = 0
    }
  }
}
