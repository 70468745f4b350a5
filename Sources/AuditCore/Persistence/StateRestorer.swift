/// Why stored state could not be put back, and where.
package struct StateDamage: Error, Sendable {
  package var key: StateKey
  package var reason: String
}

/// Puts stored rows back into a fresh auditor, which then goes on as the one that stored them.
///
/// Rows come in ascending order of their keys. Whatever they hold, nothing traps: rows that cannot be
/// are refused as damage, and the auditor is to be thrown away then.
package struct StateRestorer {
  /// A row of a client, which the daemon reads itself.
  package struct ClientRow: Sendable {
    package var source: SourceID
    package var row: SourceRow
    package var value: [UInt8]
  }

  private let auditor: Auditor
  private let names: ArchivedNames
  private var archive: Archive
  private var session: RestoredSession?
  private var source: EventSource?
  private var latest: StateKey?
  /// The decoder of the source at hand.
  private var decoder: (key: StateKey, decoder: StreamDecoder)?
  /// Decoders of connections, without patterns and observers.
  private var decoders: [SourceID: StreamDecoder] = [:]
  /// Rows of clients, in the order of their sources.
  package private(set) var clientRows: [ClientRow] = []

  /// `monotonicShift` is added to times of the monotonic clock: 0 within one boot. `format` is the
  /// `StateFormat.version` of the rows.
  package init(
    into auditor: Auditor, monotonicShift: Microseconds, format: Int64 = StateFormat.version
  ) {
    self.auditor = auditor
    names = ArchivedNames(auditor.tools)
    archive = Archive(readingWith: names, monotonicShift: monotonicShift, format: format)
  }

  /// Takes the next row.
  package mutating func take(_ key: StateKey, _ value: Span<UInt8>) throws(StateDamage) {
    if let latest, latest >= key { throw StateDamage(key: key, reason: "out of order") }
    latest = key
    archive.restart(value)
    if key.owner == StateOwner.shared {
      try takeShared(key)
    } else if let number = StateOwner.sessionNumber(key.owner) {
      try takeSession(number, key)
    } else if let number = StateOwner.sourceNumber(key.owner) {
      try takeSource(number, key, value)
    } else {
      throw StateDamage(key: key, reason: "of an unknown owner")
    }
  }

  /// Everything has been taken: the auditor may go on at `now`, on the monotonic clock.
  package mutating func finish(now: Instant) throws(StateDamage) {
    try endSession()
    try endSource()
    auditor.now = now
    auditor.scaleRestoredNames()
    for session in auditor.index.sessions { auditor.readmit(session) }
  }

  /// The decoder of a source as it was stored, once `finish` was called; nil where none was.
  package mutating func takeDecoder(of source: SourceID) -> StreamDecoder? {
    decoders.removeValue(forKey: source)
  }

  /// Reads a client's row once `finish` was called.
  package func read(_ row: ClientRow, _ body: (inout Archive) -> Void) throws(StateDamage) {
    var archive = archive
    archive.restart(row.value.span)
    body(&archive)
    if archive.isAtEnd { return }
    let owner = StateOwner.source(Int(row.source.rawValue))
    throw StateDamage(
      key: StateKey(owner: owner, kind: row.row.rawValue, key: 0), reason: "not a client's row")
  }

  private mutating func read<Value: Archivable>(_ key: StateKey) throws(StateDamage) -> Value {
    var value = Value.blank
    archive.pass(&value)
    try end(key)
    return value
  }

  private func end(_ key: StateKey) throws(StateDamage) {
    if !archive.isAtEnd { throw StateDamage(key: key, reason: "not what such a row holds") }
  }

  // MARK: What all share

  private mutating func takeShared(_ key: StateKey) throws(StateDamage) {
    guard let row = SharedRow(rawValue: key.kind) else {
      throw StateDamage(key: key, reason: "of an unknown kind")
    }
    switch row {
    case .counts:
      auditor.passCounts(through: &archive)
      return try end(key)
    case .release:
      return try check(
        auditor.groups.restore(try read(key) as GroupBook.KnownRelease, number: key.key), key)
    case .group:
      return try check(auditor.groups.restore(try read(key) as FindingGroup, number: key.key), key)
    case .text, .stack, .holder: break
    }
    guard let number = UInt32(exactly: key.key), number != 0 else {
      throw StateDamage(key: key, reason: "not a number of a text, stack or holder")
    }
    switch row {
    case .text:
      // Cut when it was first read, by limits that differ.
      let text: String = try read(key)
      names.learn(number, auditor.texts.intern(text.utf8.span, bytesMax: .max))
    case .stack: names.learn(number, auditor.stacks.intern(try read(key) as [Frame]))
    case .holder: names.learn(number, auditor.tools.symbols.holders.restore(try read(key)))
    case .counts, .release, .group: break
    }
  }

  private func check(_ isSound: Bool, _ key: StateKey) throws(StateDamage) {
    if !isSound { throw StateDamage(key: key, reason: "of a group or release that cannot be") }
  }

  // MARK: Sessions

  private mutating func takeSession(_ number: Int, _ key: StateKey) throws(StateDamage) {
    guard let row = SessionRow(rawValue: key.kind) else {
      throw StateDamage(key: key, reason: "of an unknown kind")
    }
    if row == .head {
      if number >= auditor.index.created {
        throw StateDamage(key: key, reason: "of a session that was never opened")
      }
      try endSession()
      var uid: UInt32?
      archive.pass(&uid)
      let opened = Session(number: number, origin: Origin(), uid: uid, tools: auditor.tools)
      opened.passHead(through: &archive)
      names.learn(opened)
      session = RestoredSession(opened, key)
      return try end(key)
    }
    guard let restored = session, restored.session.number == number else {
      throw StateDamage(key: key, reason: "of a session without a head")
    }
    if !restored.take(row, key.key, &archive) {
      throw StateDamage(key: key, reason: "not what such a row holds")
    }
    try end(key)
  }

  private mutating func endSession() throws(StateDamage) {
    guard let restored = session else { return }
    session = nil
    if !restored.finish() {
      throw StateDamage(key: restored.key, reason: "of a session whose rows contradict each other")
    }
    auditor.index.restore(restored.session)
  }

  // MARK: Sources

  private mutating func takeSource(
    _ number: Int, _ key: StateKey, _ value: Span<UInt8>
  ) throws(StateDamage) {
    try endSession()
    guard let row = SourceRow(rawValue: key.kind), key.key == 0 || row == .halfLine else {
      throw StateDamage(key: key, reason: "of an unknown kind")
    }
    if row == .head {
      if number >= auditor.index.opened {
        throw StateDamage(key: key, reason: "of a source that was never opened")
      }
      try endSource()
      let read = EventSource(number, SourceInfo(name: ""))
      read.passHead(through: &archive)
      source = read
      return try end(key)
    }
    if source?.number != number {
      throw StateDamage(key: key, reason: "of a source without a head")
    }
    if row == .feeds {
      source?.passFeeds(through: &archive)
      return try end(key)
    }
    let id = SourceID(rawValue: UInt32(truncatingIfNeeded: number))
    switch row {
    case .decoder:
      decoder = (key, StreamDecoder(source: id))
      decoder?.decoder.pass(through: &archive)
      try end(key)
    case .halfLine:
      if decoder?.decoder.framer.restore(Int(key.key), value) != true {
        throw StateDamage(key: key, reason: "no part of a line that is read half")
      }
    default: clientRows.append(ClientRow(source: id, row: row, value: [UInt8](copying: value)))
    }
  }

  private mutating func endSource() throws(StateDamage) {
    if let source { auditor.index.restore(source) }
    source = nil
    guard let ended = decoder else { return }
    decoder = nil
    if !ended.decoder.framer.isRestored {
      throw StateDamage(key: ended.key, reason: "of a line of which a part is missing")
    }
    decoders[ended.decoder.source] = ended.decoder
  }
}
