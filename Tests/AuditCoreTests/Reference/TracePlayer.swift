import AuditCore

/// Plays a trace to the engine, offline, and tells what it found.
enum TracePlayer {
  /// Half a second.
  private static let tick: Microseconds = .milliseconds(500)

  static func findings(of trace: Trace) -> [Finding] {
    let auditor = Auditor()
    let source = auditor.open(SourceInfo(name: "trace"))
    var line: UInt32 = 0
    func send(_ action: Event.Action, at ticks: Int, _ change: (inout Event) -> Void = { _ in }) {
      line += 1
      var event = Event(action, place: Place(source: source, line: line), wording: .json)
      event.origin.pid = 1
      if trace.ending != .timeless {
        event.stamp = Stamp(instant: Instant(microseconds: Microseconds(ticks) * tick))
      }
      change(&event)
      auditor.lineSeen(source: source, stamp: event.stamp)
      auditor.accept(event)
    }

    if trace.ending != .timeless {
      var hello = Event.Hello()
      hello.os = auditor.texts.intern("iOS 12.4")
      send(.hello(hello), at: 0)
      send(.state(trace.ending == .stopped ? .foreground : .background), at: 0)
    }
    for (step, time) in zip(trace.steps, trace.times) {
      send(step.kind == .begin ? .begin : .end, at: time) { event in
        event.id = step.id
        event.stack = stack(step.holder, auditor)
        event.slot = auditor.texts.intern(step.slot ?? "")
      }
    }
    switch trace.ending {
    case .exited: send(.exit(Event.Exit(reason: .clean)), at: (trace.times.last ?? 0) + 1)
    case .overdue: send(.sample(battery: nil, heartbeat: true), at: 2000)
    case .stopped, .timeless: break
    }
    auditor.close(source, over: true)
    return auditor.report().findings
  }

  private static func stack(_ holder: String?, _ auditor: Auditor) -> StackID {
    guard let holder else { return .none }
    let texts = auditor.texts
    return auditor.stacks.intern([
      Frame(image: texts.intern("App"), symbol: texts.intern("-[\(holder) work]"))
    ])
  }
}
