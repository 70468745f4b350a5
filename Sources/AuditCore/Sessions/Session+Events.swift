extension Session {
  /// When an event happened in the session.
  struct When {
    /// On the session's clock; nil in a log without times.
    let time: Instant?
    /// As the event tells it.
    let stamp: Instant?
    /// Position among the session's events.
    let order: UInt64
  }

  /// What one event says, with its time on the session's clock. An event is some 150 bytes: those that happen
  /// all the time are handed on as they are, and a context made only for a rule that has something to say.
  struct Context {
    let event: Event
    /// nil in a log without times.
    let time: Instant?
    let stamp: Instant?
    let order: UInt64

    init(_ event: Event, _ when: When) {
      self.event = event
      (time, stamp, order) = (when.time, when.stamp, when.order)
    }

    var sight: AppPhases.Sight {
      AppPhases.Sight(time: time, stamp: stamp, place: event.place, order: order)
    }

    func item(_ word: String, task: UInt64? = nil, detail: String? = nil) -> EvidenceItem {
      EvidenceItem(
        word: word, task: task ?? event.id, place: event.place, stamp: stamp, detail: detail,
        order: order)
    }
  }

  /// Takes one event. `arrival` is nil offline.
  func take(_ event: Event, arrival: Arrival?) {
    latestSource = event.place.source
    if isDuplicate(event) {
      tools.repeatedEvents += 1
      return
    }
    let when = begin(event, arrival)
    if event.appState != nil || event.remaining != nil { note(stateOf: event, when) }
    if !event.stack.isNone, handler != nil { note(stackOf: event) }
    switch event.action {
    case .begin: taskBegun(event, when)
    case .end: taskEnded(event, when)
    default: takeRare(Context(event, when))
    }
  }

  private func takeRare(_ context: Context) {
    switch context.event.action {
    case .begin, .end: break
    case .cantEnd(let decimal): cantEnd(context, decimalReading: decimal)
    case .expire: handlerEntered(context)
    case .expired: handlerReturned(context)
    case .warning(let age, let still): warned(context, age: age, stillNotEnded: still)
    case .state(let state):
      // Handlers run on the main thread, as changes of state do: none is running any more.
      if !logsReturns { handler = nil }
      phases.enter(state, context.sight)
      recorder?.entered(state, context.sight, isInferred: false)
    case .sample: recorder?.sampled(context)
    case .stack: stackFollowed(context)
    case .budget(let seconds): budget.state(seconds: seconds)
    case .highWater(let count): OutstandingPileup.highWater(self, context, count: count)
    case .exit(let exit): exited(context, exit)
    case .lost(let count): LostEvents.lost(self, context, count: UInt64(max(1, count)))
    case .hello(let hello): describe(hello)
    case .renumber(let above, let difference): renumber(above: above, by: difference)
    case .bye: break
    }
  }

  /// Whether an event goes on from what is known: a client that comes back says hello first, and then
  /// perhaps again what was heard of a launch that is over.
  func isNews(_ event: Event) -> Bool {
    if event.isHello { return false }
    guard let sequence = event.place.sequence, let last = lastSequence else { return true }
    return sequence > last
  }

  /// A repeated `seq` or a byte-identical line is the same event again; a jump of `seq` is a loss.
  @inline(__always)
  private func isDuplicate(_ event: Event) -> Bool {
    guard let sequence = event.place.sequence else {
      return repeats.isRepeated(lineHash: event.lineHash)
    }
    if let last = lastSequence, last &+ 1 != sequence {
      if sequence <= last { return true }
      noteJump(event, from: last, to: sequence)
    }
    lastSequence = sequence
    return false
  }

  private func noteJump(_ event: Event, from last: UInt64, to sequence: UInt64) {
    lostOrder = order + 1
    let item = EvidenceItem(
      word: "lost", task: nil, place: event.place, stamp: event.stamp?.instant,
      detail: "seq jumps from \(last) to \(sequence)", order: order)
    LostEvents.file(self, count: sequence - last - 1, item: item)
  }

  /// Moves the session's clock to the event, and does what was due before it. Returns the time on that
  /// clock, and as the event tells it.
  @inline(__always)
  private func begin(_ event: Event, _ arrival: Arrival?) -> When {
    order += 1
    if let arrival { heard = arrival.monotonic }
    guard let stamp = event.stamp else { return beginUnstamped(event, arrival) }
    stampFormat = stamp
    let time = clock.read(stamp.instant)
    if let arrival { noteOffset(arrival, at: time) }
    runAlarms(until: time)
    return When(time: time, stamp: stamp.instant, order: order)
  }

  /// The same of an event that tells no time: it happened when it arrived.
  private func beginUnstamped(_ event: Event, _ arrival: Arrival?) -> When {
    let moment = Moment(of: event, arrival)
    if let wall = moment.arrival?.wall, stampFormat == nil { stampFormat = Stamp(instant: wall) }
    guard moment.isKnown, let told = time(of: moment) else {
      return When(time: clock.latest, stamp: nil, order: order)
    }
    let time = clock.advance(to: told)
    if let arrival { noteOffset(arrival, at: time) }
    runAlarms(until: time)
    return When(time: time, stamp: told, order: order)
  }

  private func noteOffset(_ arrival: Arrival, at time: Instant) {
    let difference = arrival.monotonic - time
    offset = min(offset ?? difference, difference)
  }

  /// Time left and `app=` tell the state too.
  @inline(__always)
  private func note(stateOf event: Event, _ when: When) {
    let told: AppState? =
      event.appState ?? event.remaining.map { $0.isFinite ? .background : .foreground }
    if let told, phases.wouldChange(told) { infer(told, Context(event, when)) }
    guard let remaining = event.remaining, remaining.isFinite else { return }
    if recorder != nil, !event.isSample { recorder?.sampled(Context(event, when)) }
    guard phases.side == .background, let time = when.time, let since = phases.since else {
      return
    }
    let (spent, startSeen) = (time - since, phases.startSeen)
    if budget.tellsNothingNew(remaining: remaining, spent: spent, startSeen: startSeen) { return }
    let sampled = budget.sampled(remaining: remaining, spent: spent, startSeen: startSeen)
    if let sampled { budget = sampled }
  }

  private func infer(_ state: AppState, _ context: Context) {
    phases.infer(state, context.sight)
    recorder?.entered(state, context.sight, isInferred: true)
  }

  /// A line that looked like an event of this session could not be read.
  func lostLine(_ place: Place, _ reason: UnreadableReason) {
    order += 1
    lostOrder = order
    let item = EvidenceItem(
      word: "unreadable", task: nil, place: place, stamp: nil, detail: reason.text, order: order)
    LostEvents.file(self, count: 1, item: item)
  }

  /// A stack with UIKit's handler-calling frames shows that the handler was still running then.
  private func note(stackOf event: Event) {
    guard let running = handler?.task, tools.stacks.owner(event.stack).isInsideHandler else {
      return
    }
    stories[running]?.stackInside = true
    if event.isExit { stories[running]?.lastStack = event.stack }
  }

  private func describe(_ new: Event.Hello) {
    if !new.app.isNone { hello.app = new.app }
    if !new.appVersion.isNone { hello.appVersion = new.appVersion }
    if !new.os.isNone { hello.os = new.os }
    configuredBudget = nil
  }

  /// A stack printed after the begin or end that it belongs to.
  private func stackFollowed(_ context: Context) {
    let stack = context.event.stack
    // One that names its task may come late, when the thread has printed of others.
    if let id = context.event.id, let slot = ledger.slot(of: id) {
      attach(stack, to: slot)
      return
    }
    guard let target = stackTargets.take(thread: context.event.thread, of: context.event.id) else {
      return
    }
    switch target {
    case .begin(let id):
      if let slot = ledger.slot(of: id) { attach(stack, to: slot) }
    case .end(let id, let order):
      recorder?.attach(stack, toEndAt: order)
      for rule in [Rule.doubleEnd, .unknownEnd, .invalidEnd, .refusedBegin] {
        let isNumbered = rule == .invalidEnd || rule == .refusedBegin
        let key = FindingKey(rule: rule, task: id, ordinal: isNumbered ? order : 0)
        findings.amend(key) { if $0.blame.stack.isNone { $0.blame.stack = stack } }
      }
    }
  }
}
