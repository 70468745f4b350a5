extension SessionIndex {
  /// The oldest ended sessions give way; where all are open, the oldest open one.
  func forgetOldest() {
    let surplus = sessions.count - Limits.sessionsMax + Limits.sessionsMax / 16
    var leaving = Set<Int>()
    for session in sessions where leaving.count < surplus && !session.isOpen {
      leaving.insert(session.number)
    }
    for session in sessions where leaving.count < surplus && session.isOpen {
      session.finish(.idle, at: session.clock.latest)
      closed.append(session)
      leaving.insert(session.number)
    }
    for session in sessions where leaving.contains(session.number) { session.isForgotten = true }
    sessions.removeAll(where: \.isForgotten)
    changes?.forgotten += leaving.sorted().map(StateOwner.session)
    named = named.filter { !leaving.contains($0.value.number) }
    for process in byProcess.keys { byProcess[process]?.remove(leaving) }
    byProcess = byProcess.filter { !$0.value.isEmpty }
    for key in byPid.keys { byPid[key]?.remove(leaving) }
    byPid = byPid.filter { !$0.value.isEmpty }
    for number in sources.keys.sorted() {
      sources[number]?.sessions.removeAll { leaving.contains($0.number) }
      sources[number]?.pool.remove(leaving)
      noteChange(number, hasNewFeeds: true)
      if let last = sources[number]?.last, leaving.contains(last.session.number) {
        sources[number]?.last = nil
      }
      forgetIfUnused(number)
    }
  }
}
