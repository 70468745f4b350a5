/// Finds the launch that an event belongs to, and notices when a new launch has begun
/// (`audit-model.md` §4).
final class SessionIndex {
  struct NamedKey: Hashable {
    var uid: UInt32?
    var session: TextID
  }

  struct PidKey: Hashable {
    var process: TextID
    var pid: Int32
  }

  let tools: AuditTools
  /// By number, as long as they are open or some session that is kept was fed by them.
  var sources: [Int: EventSource] = [:]
  /// The source of the last line.
  private var heard: EventSource?
  var opened = 0
  /// All sessions that are kept, in order of appearance.
  var sessions: [Session] = []
  var created = 0
  var closed: [Session] = []
  /// Open sessions that gave way to others.
  var closedForRoom = 0
  /// What clients that have left brought into the tables that all share, by their users: who comes again
  /// does not begin anew.
  var namesLeft: [UInt32?: NameCounts] = [:]
  /// Sources and owners of rows that differ from what is stored; nil offline, where nothing is.
  var changes: Changes?

  struct Changes {
    var sources: [EventSource] = []
    var forgotten: [Int64] = []
  }
  var named: [NamedKey: Session] = [:]
  var byProcess: [TextID: SessionPool] = [:]
  var byPid: [PidKey: SessionPool] = [:]
  /// Kills of one process within this are one kill.
  private static let killWindow: Microseconds = .seconds(60)

  init(tools: AuditTools) { self.tools = tools }

  func open(_ info: SourceInfo) -> SourceID {
    tools.sessionsEpoch &+= 1
    let source = EventSource(opened, info)
    sources[opened] = source
    opened += 1
    noteChange(of: source)
    return source.id
  }

  func reopen(_ id: SourceID, _ info: SourceInfo) {
    let number = Int(id.rawValue)
    let source = sources[number] ?? EventSource(number, info)
    sources[number] = source
    source.isOpen = true
    source.isHeld = true
    tools.sessionsEpoch &+= 1
    noteChange(of: source, hasNewFeeds: true)
  }

  /// nil for a connection that nothing is kept of any more.
  func source(_ id: SourceID) -> EventSource? {
    if let heard, heard.number == Int(id.rawValue) { return heard }
    heard = sources[Int(id.rawValue)]
    return heard
  }

  func isOpen(_ id: SourceID) -> Bool { sources[Int(id.rawValue)]?.isOpen ?? false }

  func close(_ id: SourceID) {
    guard let source = sources[Int(id.rawValue)] else { return }
    source.isOpen = false
    source.forgetOrigins()
    tools.sessionsEpoch &+= 1
    noteChange(of: source)
  }

  func release(_ id: SourceID) {
    guard let source = sources[Int(id.rawValue)] else { return }
    source.isHeld = false
    leaveNames(of: source)
    noteChange(of: source)
    forgetIfUnused(source)
  }

  func noteChange(of source: EventSource, hasNewFeeds: Bool = false) {
    if changes == nil { return }
    if hasNewFeeds { source.hasNewFeeds = true }
    if source.isUnsaved { return }
    source.isUnsaved = true
    changes?.sources.append(source)
  }

  func forgetIfUnused(_ source: EventSource) {
    if source.isOpen || source.isHeld || !source.sessions.isEmpty { return }
    sources[source.number] = nil
    if heard === source { heard = nil }
    changes?.forgotten.append(StateOwner.source(source.number))
  }

  @inline(__always)
  func lineSeen(_ id: SourceID, _ stamp: Stamp?) {
    guard let stamp else { return }
    if let heard, heard.number == Int(id.rawValue) {
      heard.lastStamp = stamp
    } else {
      source(id)?.lastStamp = stamp
    }
    if changes != nil, let source = source(id) { noteChange(of: source) }
  }

  /// The session of an event. Closes the launch before where this event shows that it is over.
  @inline(__always)
  func session(for event: Event, _ arrival: Arrival?) -> Session {
    // Most lines go on from the one before; nothing is called then that would have to hold the source.
    if let heard, heard.number == Int(event.place.source.rawValue),
      heard.lastOrigin == event.origin, event.origin.tellsLaunch, !event.isHello,
      let last = heard.last, last.isOpen, !last.hasOpenPredecessor
    {
      return last
    }
    if event.origin.tellsLaunch, !event.isHello, !event.isExit,
      let session = source(event.place.source)?.turn(to: event.origin, in: tools.sessionsEpoch)
    {
      if changes != nil, let heard { noteChange(of: heard) }
      return session
    }
    return anySession(for: event, at: Moment(of: event, arrival))
  }

  private func anySession(for event: Event, at time: Moment) -> Session {
    let id = event.place.source
    let source = source(id) ?? EventSource(Int(id.rawValue), SourceInfo(name: ""))
    let session = resolve(event, source, time)
    if session.hasOpenPredecessor, time.isKnown || !event.isHello {
      closePredecessor(of: session, source, at: time)
    }
    return session
  }

  /// The log is over: launches before that wait for a time get none.
  func closePredecessors(in id: SourceID) {
    guard let source = source(id) else { return }
    for session in source.sessions where session.hasOpenPredecessor {
      closePredecessor(of: session, source, at: nil)
    }
  }

  private func resolve(_ event: Event, _ source: EventSource, _ time: Moment) -> Session {
    if source.lastOrigin == event.origin, let last = source.last, isCurrent(last, event) {
      if !isRelaunch(last, event, time) { return last }
      return relaunch(last, event, source, time)
    }
    let isOrdinary = !event.isHello && !event.isExit
    if isOrdinary, let session = source.recent.session(of: event.origin, in: tools.sessionsEpoch),
      session.isOpen, !isRelaunch(session, event, time)
    {
      source.noteLast(event.origin, session)
      noteChange(of: source)
      return session
    }
    var found = find(event, source, time)
    if let session = found {
      if isRelaunch(session, event, time) {
        found = relaunch(session, event, source, time)
      } else {
        adopt(event.origin, session)
        if !session.isOpen, session.closing?.reason != .exited, session.isNews(event) {
          session.closing = nil
        }
      }
    }
    let session = found ?? create(event.origin, source)
    feed(source, session)
    if isOrdinary, source.last != nil, session.isOpen {
      source.recent.remember(
        event.origin, session, in: tools.sessionsEpoch, among: source.sessions.count)
    }
    source.noteLast(event.origin, session)
    noteChange(of: source)
    return session
  }

  /// The session that a line of this origin would belong to, without opening one.
  func existing(_ origin: Origin, source id: SourceID) -> Session? {
    guard let source = source(id) else { return nil }
    let event = Event(.bye, place: Place(source: id, line: 0), wording: .other, origin: origin)
    return find(event, source, nil)
  }

  private func isCurrent(_ session: Session, _ event: Event) -> Bool {
    guard session.isOpen else {
      return session.closing?.reason == .exited
        && (event.origin.pid != nil || !event.origin.session.isNone || event.isExit)
    }
    if case .hello(let hello) = event.action { return !contradicts(session, hello) }
    return true
  }

  // MARK: Finding

  private func find(_ event: Event, _ source: EventSource, _ time: Moment?) -> Session? {
    let origin = event.origin
    let uid = source.info.uid
    if !origin.session.isNone { return named[NamedKey(uid: uid, session: origin.session)] }
    var best: (session: Session, score: Int)?
    let candidates: [Session]
    if origin.process.isNone {
      candidates = source.pool.candidates
    } else {
      candidates =
        source.pool.candidates.filter { $0.origin.process.isNone }
        + (byProcess[origin.process]?.candidates ?? [])
        + (origin.pid.flatMap { byPid[PidKey(process: origin.process, pid: $0)]?.candidates } ?? [])
    }
    for session in candidates.reversed() {
      guard session.uid == uid, agrees(session, origin, source.id),
        isAvailable(session, event, time)
      else { continue }
      let score = likeness(session, event)
      if best.map({ score > $0.score }) ?? true { best = (session, score) }
    }
    return best?.session
  }

  /// Device, process and pid are each equal or absent on one side.
  private func agrees(_ session: Session, _ origin: Origin, _ source: SourceID) -> Bool {
    let own = session.origin
    if !own.device.isNone, !origin.device.isNone, own.device != origin.device { return false }
    if !own.process.isNone, !origin.process.isNone, own.process != origin.process { return false }
    if let one = own.pid, let other = origin.pid, one != other { return false }
    if session.sources.contains(source) { return true }
    // Another file or connection continues a launch only if it names the process and pid, and if
    // either the device is the same or nobody else is still writing to it.
    guard let pid = own.pid, pid == origin.pid, own.process == origin.process, !own.process.isNone
    else { return false }
    if !own.device.isNone, own.device == origin.device { return true }
    return session.uid == nil || !session.sources.contains(where: isOpen)
  }

  private func isAvailable(_ session: Session, _ event: Event, _ time: Moment?) -> Bool {
    if case .hello(let hello) = event.action, contradicts(session, hello) { return false }
    guard let closing = session.closing else { return true }
    switch closing.reason {
    case .logEnded, .idle, .noRoom: return true
    case .relaunched:
      // Its pid still prints: two processes of one name ran side by side after all.
      return session.origin.pid != nil && session.origin.pid == event.origin.pid
    case .exited:
      if session.origin.pid != nil, session.origin.pid == event.origin.pid { return true }
      guard event.isExit else { return false }
      guard let time = time.flatMap({ session.time(of: $0) }), let ended = closing.time else {
        return true
      }
      return time - ended <= Self.killWindow
    }
  }

  private func contradicts(_ session: Session, _ hello: Event.Hello) -> Bool {
    !hello.app.isNone && !session.hello.app.isNone && hello.app != session.hello.app
  }

  private func likeness(_ session: Session, _ event: Event) -> Int {
    var score = session.isOpen ? 1 : 0
    if !event.origin.device.isNone, session.origin.device == event.origin.device { score += 2 }
    if event.origin.pid != nil, session.origin.pid == event.origin.pid { score += 4 }
    if session.sources.contains(event.place.source) { score += 2 }
    return score
  }

  // MARK: Opening and closing

  private func create(_ origin: Origin, _ source: EventSource) -> Session {
    let session = Session(number: created, origin: origin, uid: source.info.uid, tools: tools)
    tools.sessionsEpoch &+= 1
    if changes != nil { session.trackChanges() }
    created += 1
    sessions.append(session)
    if !origin.session.isNone {
      named[NamedKey(uid: session.uid, session: origin.session)] = session
    }
    enter(session)
    session.hasOpenPredecessor = true
    return session
  }

  /// A new pid of the same app on the same device ends the launch before. A `hello` tells no time: the
  /// first event after it does.
  private func closePredecessor(of new: Session, _ source: EventSource, at time: Moment?) {
    new.hasOpenPredecessor = false
    let origin = new.origin
    guard let pid = origin.pid, !origin.process.isNone else { return }
    for session in byProcess[origin.process]?.candidates ?? [] where session.isOpen {
      guard session.uid == source.info.uid, let old = session.origin.pid, old != pid
      else {
        continue
      }
      let sameDevice = !origin.device.isNone && session.origin.device == origin.device
      let oneUnnamed = origin.device.isNone || session.origin.device.isNone
      let sameSource = session.sources.contains(source.id)
      if sameDevice || (oneUnnamed && sameSource) {
        close(session, time)
      }
    }
  }

  private func close(_ session: Session, _ time: Moment?) {
    session.finish(.relaunched, at: time.flatMap { session.time(of: $0) })
    closed.append(session)
  }

  /// Sessions closed since the last call, by a newer launch or for want of room.
  func takeClosed() -> [Session] {
    defer { closed = [] }
    return closed
  }

  private func relaunch(
    _ session: Session, _ event: Event, _ source: EventSource, _ time: Moment
  ) -> Session {
    close(session, time)
    var origin = event.origin
    if origin.device.isNone { origin.device = session.origin.device }
    if origin.process.isNone { origin.process = session.origin.process }
    let new = create(origin, source)
    new.hello = session.hello
    feed(source, new)
    source.noteLast(event.origin, new)
    noteChange(of: source)
    return new
  }

  /// Where no pid tells, ids do: they only grow within a launch, and none is begun twice.
  private func isRelaunch(_ session: Session, _ event: Event, _ time: Moment?) -> Bool {
    guard case .begin = event.action, let id = event.id, id != 0 else { return false }
    guard session.isOpen, session.origin.pid == nil, session.origin.session.isNone else {
      return false
    }
    let clock = time.flatMap { session.time(of: $0) }
    if let slot = session.ledger.slot(of: id) {
      let task = session.ledger[slot]
      if task.flags.contains(.beginUnseen) { return false }
      guard let clock, let begun = task.begun else { return session.order > task.order + 2 }
      return clock - begun > .milliseconds(50)
    }
    if session.begunIDs.contains(id) { return true }
    guard let highest = session.highestBegun, id < highest.id else { return false }
    guard let clock, let begun = highest.time else { return session.order > highest.order }
    return clock - begun > .seconds(1)
  }

  /// What the line names and the session did not know yet.
  private func adopt(_ origin: Origin, _ session: Session) {
    let isPlaced = session.origin.device.isNone && !origin.device.isNone
    let isNamed = session.origin.process.isNone && !origin.process.isNone
    let isNumbered = session.origin.pid == nil && origin.pid != nil
    if isPlaced || isNamed || isNumbered { tools.sessionsEpoch &+= 1 }
    if isPlaced { session.origin.device = origin.device }
    if isNamed { session.origin.process = origin.process }
    if isNumbered { session.origin.pid = origin.pid }
    if isNamed || isNumbered { enter(session) }
  }

  /// Makes the session findable by its process and pid.
  func enter(_ session: Session) {
    let process = session.origin.process
    if process.isNone { return }
    byProcess[process, default: SessionPool()].add(session)
    if let key = Self.pidKey(of: session) {
      byPid[key, default: SessionPool()].add(session)
    }
  }

  private func feed(_ source: EventSource, _ session: Session) {
    if session.sources.contains(source.id) { return }
    tools.sessionsEpoch &+= 1
    session.sources.append(source.id)
    source.sessions.append(session)
    source.pool.add(session)
    noteChange(of: source, hasNewFeeds: true)
    if session.sources.count > Limits.sourcesPerSessionMax {
      dismiss(session.sources.removeFirst(), from: session)
    }
    makeRoom(for: session, of: source)
  }

  /// The source was the first of too many that fed the session.
  private func dismiss(_ id: SourceID, from session: Session) {
    guard let oldest = sources[Int(id.rawValue)] else { return }
    oldest.sessions.removeAll { $0 === session }
    oldest.recent.forget()
    noteChange(of: oldest, hasNewFeeds: true)
    forgetIfUnused(oldest)
  }
}
