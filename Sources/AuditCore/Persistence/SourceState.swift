extension EventSource {
  /// All but the sessions that it feeds.
  func passHead(through archive: inout Archive) {
    archive.pass(&info.name)
    archive.pass(&info.uid)
    archive.pass(&isOpen)
    archive.pass(&isHeld)
    archive.pass(&lastStamp)
    if archive.format >= 2 { archive.pass(&names) }
    var origin = last == nil ? nil : lastOrigin
    archive.pass(&origin)
    guard let origin else { return }
    var session = last
    archive.passSession(&session)
    if archive.isReading { noteLast(origin, session) }
  }

  func passFeeds(through archive: inout Archive) {
    archive.passSessions(&sessions)
    archive.pass(&pool)
  }
}

extension Archive {
  /// A session by its number.
  mutating func passSession(_ session: inout Session?) {
    var number = session?.number ?? 0
    pass(&number)
    if !isReading { return }
    session = names.session(number)
    if session == nil { refuse() }
  }

  /// Sessions by their numbers.
  mutating func passSessions(_ sessions: inout [Session]) {
    var numbers = sessions.map(\.number)
    pass(&numbers)
    if !isReading { return }
    sessions = numbers.compactMap(names.session)
    require(sessions.count == numbers.count)
  }
}
