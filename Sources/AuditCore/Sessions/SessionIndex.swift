/// Finds the launch that an event belongs to, and notices when a new launch has begun
/// (`audit-model.md` §4).
final class SessionIndex {
  /// What is kept of a file or connection.
  struct Source {
    var info: SourceInfo
    var isOpen = true
    /// Somebody keeps something for it.
    var isHeld = true
    /// It differs from what is stored of it; `hasNewFeeds`: in the sessions that it feeds, too.
    var isUnsaved = false
    var hasNewFeeds = false
    /// The stamp of its last line, event or not: a log ends there.
    var lastStamp: Stamp?
    /// Sessions that it fed, oldest first, each once.
    var sessions: [Session] = []
    /// Those of them that its lines may still belong to.
    var pool = SessionPool()
    /// The session of its last event, and what that event named: most lines repeat it.
    var last: (origin: Origin, session: Session)?

    /// True if that makes it differ from what is stored.
    mutating func note(_ stamp: Stamp) -> Bool {
      lastStamp = stamp
      defer { isUnsaved = true }
      return !isUnsaved
    }
  }

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
  var sources: [Int: Source] = [:]
  var opened = 0
  /// All sessions that are kept, in order of appearance.
  var sessions: [Session] = []
  var created = 0
  var closed: [Session] = []
  /// Open sessions that gave way to others.
  var closedForRoom = 0
  /// Sources and owners of rows that differ from what is stored; nil offline, where nothing is.
  var changes: Changes?

  struct Changes {
    var sources: [Int] = []
    var forgotten: [Int64] = []
  }
  var named: [NamedKey: Session] = [:]
  var byProcess: [TextID: SessionPool] = [:]
  var byPid: [PidKey: SessionPool] = [:]
  /// Kills of one process within this are one kill.
  private static let killWindow: Microseconds = .seconds(60)

  init(tools: AuditTools) { self.tools = tools }

  func open(_ info: SourceInfo) -> SourceID {
    sources[opened] = Source(info: info)
    noteChange(opened)
    defer { opened += 1 }
    return SourceID(rawValue: UInt32(truncatingIfNeeded: opened))
  }

  func reopen(_ id: SourceID, _ info: SourceInfo) {
    let number = Int(id.rawValue)
    if sources[number] == nil { sources[number] = Source(info: info) }
    sources[number]?.isOpen = true
    sources[number]?.isHeld = true
    noteChange(number, hasNewFeeds: true)
  }

  /// nil for a connection that nothing is kept of any more.
  func source(_ id: SourceID) -> Source? { sources[Int(id.rawValue)] }

  func isOpen(_ id: SourceID) -> Bool { sources[Int(id.rawValue)]?.isOpen ?? false }

  func close(_ id: SourceID) {
    sources[Int(id.rawValue)]?.isOpen = false
    sources[Int(id.rawValue)]?.last = nil
    noteChange(Int(id.rawValue))
  }

  func release(_ id: SourceID) {
    sources[Int(id.rawValue)]?.isHeld = false
    noteChange(Int(id.rawValue))
    forgetIfUnused(Int(id.rawValue))
  }

  func noteChange(_ source: Int, hasNewFeeds: Bool = false) {
    guard changes != nil, let known = sources[source] else { return }
    if hasNewFeeds { sources[source]?.hasNewFeeds = true }
    if known.isUnsaved { return }
    sources[source]?.isUnsaved = true
    changes?.sources.append(source)
  }

  func forgetIfUnused(_ source: Int) {
    if let known = sources[source], !known.isOpen, !known.isHeld, known.sessions.isEmpty {
      sources[source] = nil
      changes?.forgotten.append(StateOwner.source(source))
    }
  }

  func lineSeen(_ id: SourceID, _ stamp: Stamp?) {
    guard let stamp else { return }
    let source = Int(id.rawValue)
    if sources[source]?.note(stamp) == true { changes?.sources.append(source) }
  }

  /// The session of an event. Closes the launch before where this event shows that it is over.
  func session(for event: Event, at time: Moment) -> Session {
    let session = resolve(event, time)
    if session.hasOpenPredecessor, time.isKnown || !event.isHello {
      closePredecessor(of: session, Int(event.place.source.rawValue), at: time)
    }
    return session
  }

  /// The log is over: launches before that wait for a time get none.
  func closePredecessors(in id: SourceID) {
    for session in source(id)?.sessions ?? [] where session.hasOpenPredecessor {
      closePredecessor(of: session, Int(id.rawValue), at: nil)
    }
  }

  private func resolve(_ event: Event, _ time: Moment?) -> Session {
    let source = Int(event.place.source.rawValue)
    if let last = sources[source]?.last, last.origin == event.origin, isCurrent(last.session, event)
    {
      if !isRelaunch(last.session, event, time) { return last.session }
      return relaunch(last.session, event, time)
    }
    var found = find(event, source, time)
    if let session = found {
      if isRelaunch(session, event, time) {
        found = relaunch(session, event, time)
      } else {
        adopt(event.origin, session)
        if !session.isOpen, session.closing?.reason != .exited, session.isNews(event) {
          session.closing = nil
        }
      }
    }
    let session = found ?? create(event.origin, source)
    feed(source, session)
    sources[source]?.last = (event.origin, session)
    noteChange(source)
    return session
  }

  /// The session that a line of this origin would belong to, without opening one.
  func existing(_ origin: Origin, source: SourceID) -> Session? {
    let event = Event(.bye, place: Place(source: source, line: 0), wording: .other, origin: origin)
    return find(event, Int(source.rawValue), nil)
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

  private func find(_ event: Event, _ source: Int, _ time: Moment?) -> Session? {
    let origin = event.origin
    let uid = sources[source]?.info.uid
    if !origin.session.isNone { return named[NamedKey(uid: uid, session: origin.session)] }
    var best: (session: Session, score: Int)?
    let candidates: [Session]
    if origin.process.isNone {
      candidates = sources[source]?.pool.candidates ?? []
    } else {
      candidates =
        (sources[source]?.pool.candidates.filter { $0.origin.process.isNone } ?? [])
        + (byProcess[origin.process]?.candidates ?? [])
        + (origin.pid.flatMap { byPid[PidKey(process: origin.process, pid: $0)]?.candidates } ?? [])
    }
    for session in candidates.reversed() {
      guard session.uid == uid, agrees(session, origin, source),
        isAvailable(session, event, source, time)
      else { continue }
      let score = likeness(session, event)
      if best.map({ score > $0.score }) ?? true { best = (session, score) }
    }
    return best?.session
  }

  /// Device, process and pid are each equal or absent on one side.
  private func agrees(_ session: Session, _ origin: Origin, _ source: Int) -> Bool {
    let own = session.origin
    if !own.device.isNone, !origin.device.isNone, own.device != origin.device { return false }
    if !own.process.isNone, !origin.process.isNone, own.process != origin.process { return false }
    if let one = own.pid, let other = origin.pid, one != other { return false }
    if session.sources.contains(where: { Int($0.rawValue) == source }) { return true }
    // Another file or connection continues a launch only if it names the process and pid, and if
    // either the device is the same or nobody else is still writing to it.
    guard let pid = own.pid, pid == origin.pid, own.process == origin.process, !own.process.isNone
    else { return false }
    if !own.device.isNone, own.device == origin.device { return true }
    return session.uid == nil || !session.sources.contains(where: isOpen)
  }

  private func isAvailable(
    _ session: Session, _ event: Event, _ source: Int, _ time: Moment?
  ) -> Bool {
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

  private func create(_ origin: Origin, _ source: Int) -> Session {
    let session = Session(
      number: created, origin: origin, uid: sources[source]?.info.uid, tools: tools)
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
  private func closePredecessor(of new: Session, _ source: Int, at time: Moment?) {
    new.hasOpenPredecessor = false
    let origin = new.origin
    guard let pid = origin.pid, !origin.process.isNone else { return }
    for session in byProcess[origin.process]?.candidates ?? [] where session.isOpen {
      guard session.uid == sources[source]?.info.uid, let old = session.origin.pid, old != pid
      else {
        continue
      }
      let sameDevice = !origin.device.isNone && session.origin.device == origin.device
      let oneUnnamed = origin.device.isNone || session.origin.device.isNone
      let sameSource = session.sources.contains { Int($0.rawValue) == source }
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
    if closed.isEmpty { return [] }
    defer { closed = [] }
    return closed
  }

  private func relaunch(_ session: Session, _ event: Event, _ time: Moment?) -> Session {
    close(session, time)
    let source = Int(event.place.source.rawValue)
    var origin = event.origin
    if origin.device.isNone { origin.device = session.origin.device }
    if origin.process.isNone { origin.process = session.origin.process }
    let new = create(origin, source)
    new.hello = session.hello
    feed(source, new)
    sources[source]?.last = (event.origin, new)
    noteChange(source)
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
    if session.origin.device.isNone { session.origin.device = origin.device }
    let isNamed = session.origin.process.isNone && !origin.process.isNone
    let isNumbered = session.origin.pid == nil && origin.pid != nil
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

  private func feed(_ source: Int, _ session: Session) {
    let id = SourceID(rawValue: UInt32(source))
    if session.sources.contains(id) { return }
    session.sources.append(id)
    sources[source]?.sessions.append(session)
    sources[source]?.pool.add(session)
    noteChange(source, hasNewFeeds: true)
    if session.sources.count > Limits.sourcesPerSessionMax {
      let oldest = Int(session.sources.removeFirst().rawValue)
      sources[oldest]?.sessions.removeAll { $0 === session }
      noteChange(oldest, hasNewFeeds: true)
      forgetIfUnused(oldest)
    }
    makeRoom(for: session, of: source)
  }
}

extension Event {
  var isHello: Bool {
    if case .hello = action { return true }
    return false
  }

  var isExit: Bool {
    if case .exit = action { return true }
    return false
  }

  init(_ action: Action, place: Place, wording: Wording, origin: Origin) {
    self.init(action, place: place, wording: wording)
    self.origin = origin
  }
}
