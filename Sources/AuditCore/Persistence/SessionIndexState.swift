/// What the index knows of what is stored.
extension SessionIndex {
  /// From now on it notes what changes.
  func trackChanges() {
    changes = Changes()
    for session in sessions { session.trackChanges() }
  }

  /// What two numbers of a row hold of it.
  func passCounts(through archive: inout Archive) {
    archive.pass(&opened)
    archive.pass(&created)
    archive.pass(&closedForRoom)
    if archive.format >= 2 { passNamesLeft(through: &archive) }
    archive.require(opened >= 0 && created >= 0)
  }

  private func passNamesLeft(through archive: inout Archive) {
    var users = namesLeft.keys.sorted { ($0.map(Int.init) ?? -1) < ($1.map(Int.init) ?? -1) }
    var names = users.map { namesLeft[$0] ?? NameCounts() }
    archive.pass(&users)
    archive.pass(&names)
    archive.require(users.count == names.count)
    if !archive.isReading || users.count != names.count { return }
    namesLeft = Dictionary(zip(users, names)) { first, _ in first }
  }

  /// Sources that changed since the last call, each with whether its feeds did; all where `isWhole`.
  func takeChangedSources(isWhole: Bool) -> [(source: EventSource, hasNewFeeds: Bool)] {
    let changed = isWhole ? Array(sources.values) : changes?.sources ?? []
    changes?.sources = []
    let kept = changed.filter { sources[$0.number] === $0 }.sorted { $0.number < $1.number }
    return kept.map { source in
      defer { (source.isUnsaved, source.hasNewFeeds) = (false, false) }
      return (source, isWhole || source.hasNewFeeds)
    }
  }

  /// Owners whose rows all go, since the last call.
  func takeForgotten() -> [Int64] {
    defer { changes?.forgotten = [] }
    return changes?.forgotten ?? []
  }

  /// Puts back a session that was stored, in the order of their numbers.
  func restore(_ session: Session) {
    sessions.append(session)
    if !session.origin.session.isNone {
      named[NamedKey(uid: session.uid, session: session.origin.session)] = session
    }
    enter(session)
  }

  /// Puts back a source that was stored, after its sessions.
  func restore(_ source: EventSource) { sources[source.number] = source }
}
