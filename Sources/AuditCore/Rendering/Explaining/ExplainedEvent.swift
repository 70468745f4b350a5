/// An event as it was understood, in words: what kind it is, and each field that it has.
package struct ExplainedEvent: Sendable {
  /// A field; numbers and truth values are JSON's own there.
  package enum Value: Hashable, Sendable {
    case text(String)
    case number(Int64)
    case id(UInt64)
    case real(Double)
    case truth(Bool)
    case time(Stamp)
  }

  package let kind: String
  /// In the order of showing.
  package private(set) var fields: [(name: StaticString, value: Value)] = []

  /// `line`: the line that completed it, which needs no mention where the event stands on it.
  package init(_ event: Event, line: UInt32?, texts: TextTable, stacks: StackTable) {
    kind = Self.kind(of: event.action)
    func text(_ id: TextID) -> Value? { texts.text(id).map { .text($0) } }
    add("id", event.id.map { .id($0) })
    if event.uncertainID { add("counted", .truth(true)) }
    add("name", text(event.name))
    add("slot", text(event.slot))
    add("handler", event.hasHandler.map { .truth($0) })
    addDetails(of: event.action, texts)
    add("app", event.appState.map { .text("\($0)") })
    add("remaining", event.remaining.map { .real($0) })
    if !event.stack.isNone {
      add("frames", .number(Int64(stacks.frames(event.stack).count)))
    }
    add("device", text(event.origin.device))
    add("process", text(event.origin.process))
    add("pid", event.origin.pid.map { .number(Int64($0)) })
    add("session", text(event.origin.session))
    if event.thread != 0 { add("thread", .id(event.thread)) }
    add("seq", event.place.sequence.map { .id($0) })
    if event.place.line != line { add("line", .number(Int64(event.place.line))) }
    add("time", event.stamp.map { .time($0) })
  }

  private mutating func add(_ name: StaticString, _ value: Value?) {
    if let value { fields.append((name, value)) }
  }

  private mutating func addDetails(of action: Event.Action, _ texts: TextTable) {
    switch action {
    case .hello(let hello):
      add("app", texts.text(hello.app).map { .text($0) })
      add("appVersion", texts.text(hello.appVersion).map { .text($0) })
      add("os", texts.text(hello.os).map { .text($0) })
    case .state(let state): add("state", .text("\(state)"))
    case .sample(let battery, let heartbeat):
      add("battery", battery.map { .real($0) })
      if heartbeat { add("heartbeat", .truth(true)) }
    case .warning(let age, let still):
      add("age", age.map { .real($0) })
      if still { add("stillNotEnded", .truth(true)) }
    case .cantEnd(let decimal): add("orDecimal", decimal.map { .id($0) })
    case .exit(let exit):
      add("reason", .text("\(exit.reason)"))
      add("cause", exit.cause.map { .text("\($0)") })
      add("code", texts.text(exit.code).map { .text($0) })
      add("text", texts.text(exit.text).map { .text($0) })
    case .budget(let seconds): add("seconds", .real(seconds))
    case .highWater(let count): add("count", .number(Int64(count)))
    case .lost(let count): add("count", .number(Int64(count)))
    case .renumber(let above, let difference):
      add("above", .id(above))
      add("by", .number(difference))
    case .begin, .end, .expire, .expired, .stack, .bye: break
    }
  }

  private static func kind(of action: Event.Action) -> String {
    switch action {
    case .hello: "hello"
    case .begin: "begin"
    case .end: "end"
    case .expire: "expire"
    case .expired: "expired"
    case .state: "state"
    case .sample: "sample"
    case .warning: "warning"
    case .cantEnd: "cant-end"
    case .exit: "exit"
    case .budget: "budget"
    case .highWater: "high-water"
    case .lost: "lost"
    case .stack: "stack"
    case .renumber: "renumber"
    case .bye: "bye"
    }
  }
}
