/// Who gives way when there are more sessions than are kept: never silently.
extension SessionIndex {
  /// There is one session more, which `source` has opened.
  func makeRoom(for new: Session, of source: EventSource) {
    let own = source.sessions
    let ownMax = tools.configuration.sessionsPerClientMax
    if own.count > ownMax {
      forget(own.count - ownMax + ownMax / 16, among: own, sparing: new)
    }
    if sessions.count > Limits.sessionsMax {
      let surplus = sessions.count - Limits.sessionsMax + Limits.sessionsMax / 16
      forget(surplus, among: sessions, sparing: new)
    }
  }

  /// Closes and forgets `count` sessions. The oldest ended ones go first, then of the open ones those
  /// that were silent for the longest, each with a finding. Returns how many were open.
  @discardableResult
  func forget(_ count: Int, among candidates: [Session], sparing spared: Session? = nil) -> Int {
    let candidates = candidates.filter { $0 !== spared && !$0.isForgotten }
    var leaving = Array(candidates.lazy.filter { !$0.isOpen }.prefix(count))
    let silent = candidates.filter(\.isOpen).sorted { a, b in
      (a.heard ?? Self.never, a.number) < (b.heard ?? Self.never, b.number)
    }
    let closing = silent.prefix(count - leaving.count)
    for session in closing {
      LostEvents.noRoom(session)
      session.finish(.noRoom, at: session.clock.latest)
      closed.append(session)
    }
    closedForRoom += closing.count
    leaving += closing
    forget(leaving)
    return closing.count
  }

  private static let never = Instant(microseconds: .min)

  private func forget(_ leaving: [Session]) {
    if leaving.isEmpty { return }
    for session in leaving { session.isForgotten = true }
    let numbers = Set(leaving.map(\.number))
    sessions.removeAll(where: \.isForgotten)
    changes?.forgotten += numbers.sorted().map(StateOwner.session)
    named = named.filter { !$0.value.isForgotten }
    for process in Set(leaving.map(\.origin.process)) {
      byProcess[process]?.remove(numbers)
      if byProcess[process]?.isEmpty == true { byProcess[process] = nil }
    }
    for key in Set(leaving.compactMap(Self.pidKey)) {
      byPid[key]?.remove(numbers)
      if byPid[key]?.isEmpty == true { byPid[key] = nil }
    }
    tools.sessionsEpoch &+= 1
    for number in Set(leaving.flatMap(\.sources)).map({ Int($0.rawValue) }).sorted() {
      guard let source = sources[number] else { continue }
      source.letGo(numbers)
      noteChange(of: source, hasNewFeeds: true)
      forgetIfUnused(source)
    }
  }

  static func pidKey(of session: Session) -> PidKey? {
    session.origin.pid.map { PidKey(process: session.origin.process, pid: $0) }
  }
}

extension Auditor {
  /// Memory or the disk is short: forgets `count` sessions, the oldest ended ones first, without a
  /// word; then it closes those that were silent for the longest, of each of which a finding remains
  /// to be taken.
  package func relieve(sessions count: Int) {
    index.forget(count, among: index.sessions)
    recountClosed()
  }

  /// Forgets the ended sessions that nothing was heard of since `time` on the monotonic clock, with
  /// their findings. Returns how many those were.
  @discardableResult
  package func retire(silentSince time: Instant) -> Int {
    let old = index.sessions.filter { !$0.isOpen && $0.heard.map { $0 < time } ?? true }
    index.forget(old.count, among: old)
    return old.count
  }

  /// Sessions that are kept, ended ones included.
  package var sessionsKept: Int { index.sessions.count }

  /// Open sessions that were closed for want of room since the start.
  package var sessionsClosedForRoom: Int { index.closedForRoom }
}
