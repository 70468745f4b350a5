/// What the NDJSON client of a stream has said of itself.
struct ClientState {
  private(set) var wantsAcknowledgement = false
  private(set) var lastSequence: UInt64?
  /// The log is over: a `bye` that named no session, and nothing after it.
  private(set) var saidBye = false
  /// The newest `hello` was of a version that is not known: its events cannot be trusted.
  private(set) var isRefused = false
  /// A whole second is the client's finest digit as long as no event had a fraction.
  var sawFraction = false
  /// A `hello` came, so what calls itself an event is meant for us.
  private(set) var saidHello = false

  /// What the newest `hello` names; for lines that name nothing themselves.
  private(set) var defaultOrigin = Origin()
  /// Of each `hello` that named a session, the newest `Limits.hellosPerStreamMax`.
  private var sessions: [Origin] = []
  /// A place in `sessions` by the number of the session's name; may be another's.
  private var hints = InlineArray<256, UInt8>(repeating: 0)
  /// What was looked up last, as long as no `hello` comes: events of one session come in runs.
  private var latestOrigin = Origin()
  /// What the newest event named, or any other text: only a guess at the next one's.
  var latestSession = TextID.none
  /// The first `hello` only asked for acknowledgements: the lines are numbered by the sender's
  /// marks, and the events' own numbers are another client's.
  private var acknowledgesMarksOnly = false
  /// Where the log stands, if its sender counts its lines.
  var stream = StreamPosition()

  mutating func hello(_ origin: Origin, acknowledge: Bool, negotiatesOnly: Bool) {
    isRefused = false
    saidHello = true
    latestOrigin = Origin()
    if acknowledge, !wantsAcknowledgement {
      wantsAcknowledgement = true
      acknowledgesMarksOnly = negotiatesOnly
    }
    if negotiatesOnly { return }
    defaultOrigin = origin
    if origin.session.isNone { return }
    sessions.removeAll { $0.session == origin.session }
    if sessions.count >= Limits.hellosPerStreamMax { sessions.removeFirst() }
    sessions.append(origin)
  }

  mutating func refuse() {
    isRefused = true
    saidHello = true
  }

  mutating func note(sequence: UInt64?, isMark: Bool, isBye: Bool = false) {
    guard let sequence, isMark || !acknowledgesMarksOnly else { return }
    if isMark, !stream.reach(sequence, isBye: isBye) { return }
    lastSequence = sequence
  }

  /// Another connection of the stream begins, on which nothing is acknowledged yet.
  mutating func resume() {
    lastSequence = nil
    stream.resume()
  }

  /// Nothing that was said before changes what a begin or an end means.
  var takesOrdinaryEvents: Bool { !isRefused && stream.again == 0 }

  mutating func bye() { saidBye = true }
  mutating func goesOn() { saidBye = false }

  var heldBytes: Int { sessions.storageBytes }

  /// The origin of an event that names `session`; none names the newest `hello`'s.
  @inline(__always)
  mutating func origin(ofSession session: TextID) -> Origin {
    if session.isNone || session != latestOrigin.session { latestOrigin = lookUp(session) }
    return latestOrigin
  }

  private mutating func lookUp(_ session: TextID) -> Origin {
    if session.isNone || session == defaultOrigin.session { return defaultOrigin }
    let hint = Int(session.rawValue & 255)
    let place = Int(hints[hint])
    if place < sessions.count, sessions[place].session == session { return sessions[place] }
    guard let found = sessions.lastIndex(where: { $0.session == session }) else {
      return Origin(session: session)
    }
    hints[hint] = UInt8(truncatingIfNeeded: found)
    return sessions[found]
  }

  /// The origin of a text line: what it names itself, completed by the newest `hello` if they
  /// agree. A `hello` that names no process, such as a cable's, gives its device to all.
  mutating func origin(of named: Origin) -> Origin {
    let client = defaultOrigin
    if client.isEmpty { return named }
    let agrees =
      (named.process.isNone || named.process == client.process)
      && (named.pid == nil || client.pid == nil || named.pid == client.pid)
      && (named.device.isNone || client.device.isNone || named.device == client.device)
    var origin = named
    if agrees {
      origin = client
      if !named.device.isNone { origin.device = named.device }
      if let pid = named.pid { origin.pid = pid }
    } else if named.device.isNone {
      origin.device = client.device
    }
    return origin
  }
}

extension ClientState: Archivable {
  static var blank: ClientState { ClientState() }

  mutating func pass(through archive: inout Archive) {
    archive.pass(&wantsAcknowledgement)
    archive.pass(&lastSequence)
    archive.pass(&saidBye)
    archive.pass(&isRefused)
    archive.pass(&sawFraction)
    archive.pass(&saidHello)
    archive.pass(&defaultOrigin)
    archive.pass(&sessions)
    archive.pass(&acknowledgesMarksOnly)
    archive.pass(&stream)
    archive.require(sessions.count <= Limits.hellosPerStreamMax)
  }
}
