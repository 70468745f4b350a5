/// Collects the rows of one capture.
package struct StateCapture {
  private(set) var batch = StateBatch()
  /// Every row of every client must be put, not only those that changed.
  package var isWhole: Bool { batch.isWhole }
  private var archive: Archive

  init(_ names: ArchivedNames, isWhole: Bool) {
    archive = Archive(writingWith: names)
    batch.isWhole = isWhole
  }

  /// Puts a row of a source.
  package mutating func put(
    _ row: SourceRow, of source: SourceID, _ write: (inout Archive) -> Void
  ) {
    put(StateOwner.source(Int(source.rawValue)), row.rawValue, 0, write)
  }

  mutating func put(
    _ owner: Int64, _ kind: Int64, _ key: Int64 = 0, _ write: (inout Archive) -> Void
  ) {
    archive.restart()
    write(&archive)
    let value = archive.bytes
    batch.put(StateKey(owner: owner, kind: kind, key: key), value.span)
  }

  mutating func put(_ key: StateKey, _ value: Span<UInt8>) { batch.put(key, value) }

  mutating func remove(_ owner: Int64, _ kind: Int64, _ key: Int64) {
    batch.remove(StateKey(owner: owner, kind: kind, key: key))
  }

  mutating func forget(_ owners: [Int64]) {
    for owner in owners { batch.forget(owner) }
  }
}

extension Auditor {
  /// Counts of all that is told in numbers.
  func passCounts(through archive: inout Archive) {
    archive.pass(&lines)
    archive.pass(&events)
    archive.pass(&unreadableEvents)
    archive.pass(&skippedLines)
    archive.pass(&tools.repeatedEvents)
    archive.pass(&texts.refused)
    archive.pass(&stacks.refused)
    index.passCounts(through: &archive)
    if archive.format >= 3 { groups.passCounts(through: &archive) }
    if archive.format >= 4 { archive.pass(&unread) }
    archive.require(unread.count <= Limits.unreadLinesMax)
  }

  /// From now on the auditor notes what changes, and `capture` may be called. Before the first event,
  /// or right after `StateRestorer` has put everything back.
  package func trackChanges() {
    index.trackChanges()
    names = ArchivedNames(tools)
  }

  /// Everything that changed since the last capture, as rows; everything that there is the first time,
  /// where `isWhole`, and where names must be swept. All changes of findings must have been taken.
  /// `rows` adds those of clients; where they are the whole, decoders must `forgetCaches` after it.
  ///
  /// A task that began and ended in between is not in it. Costs time for what changed, not for what
  /// there is.
  package func capture(
    isWhole: Bool = false, _ rows: (inout StateCapture) -> Void = { _ in }
  ) -> StateBatch {
    guard let names else { return StateBatch() }
    let isWhole = isWhole || !isCaptured || isCrowded
    if isWhole { names.forgetStored() }
    isCaptured = true
    var capture = StateCapture(names, isWhole: isWhole)
    capture.forget(index.takeForgotten())
    for session in takeUnsaved(isWhole: isWhole) {
      session.isUnsaved = false
      session.countedRows = 0
      session.isStored = true
      capture.put(session, isWhole: isWhole)
    }
    for (source, hasNewFeeds) in index.takeChangedSources(isWhole: isWhole) {
      capture.put(source, hasNewFeeds: hasNewFeeds)
    }
    rows(&capture)
    capture.put(StateOwner.shared, SharedRow.counts.rawValue, 0, passCounts)
    capture.put(&groups)
    capture.putNames(names)
    if isWhole { sweep(names) }
    countedNames = namesCount
    return capture.batch
  }

  /// What a new session takes beside its tasks, as a rule: its head, its source's rows, holders, findings. Of
  /// one that is known but one is counted: there are no more of them for being committed later.
  static let rowsOfNewSession = 8

  /// About how many rows the next capture would have if it were made now, those of clients left out. Each
  /// name that is new may be one.
  package var pendingRows: Int {
    names == nil
      ? 0 : unsavedRows + max(0, namesCount - countedNames) + groups.unsavedCount
  }

  /// Texts, stacks and holders that there are. A holder is a row of its own and one of the session whose ids it
  /// holds.
  package var namesCount: Int {
    texts.count + stacks.count + 2 * tools.symbols.holders.count
  }

  /// There are so many names that those that nothing mentions should be forgotten.
  package var isCrowded: Bool {
    texts.isCrowded || stacks.isCrowded || tools.symbols.holders.isCrowded
  }

  /// Names were left out since the last sweep. Another one finds room if some have gone out of use.
  package var isShortOfNames: Bool {
    texts.isShort || stacks.isShort || tools.symbols.holders.isShort
  }

  /// A whole capture has mentioned every name that is still of use.
  private func sweep(_ names: ArchivedNames) {
    let before = namesHeld
    for session in index.sessions { session.recorder?.sweep(keeping: names) }
    tools.symbols.sweep(keeping: names.isMentioned)
    stacks.sweep(keeping: names.isMentioned)
    texts.sweep(keeping: names.isMentioned)
    scaleNames(from: before)
  }

  private func takeUnsaved(isWhole: Bool) -> [Session] {
    defer {
      unsaved.removeAll(keepingCapacity: true)
      unsavedRows = 0
    }
    return isWhole ? index.sessions : unsaved.filter { !$0.isForgotten }
  }
}

extension StateCapture {
  fileprivate mutating func put(_ session: Session, isWhole: Bool) {
    let owner = StateOwner.session(session.number)
    put(owner, SessionRow.head.rawValue) { archive in
      var uid = session.uid
      archive.pass(&uid)
      session.passHead(through: &archive)
    }
    for (slot, isTaken) in session.ledger.takeChanged(isWhole: isWhole) {
      if isTaken {
        put(owner, SessionRow.task.rawValue, Int64(slot)) { archive in
          var task = session.ledger[slot]
          archive.pass(&task)
        }
      } else {
        remove(owner, SessionRow.task.rawValue, Int64(slot))
      }
    }
    putTables(session, owner, isWhole)
    putAlarms(session, owner, isWhole)
    for position in session.findings.takeUnsaved(isWhole: isWhole) {
      put(owner, SessionRow.finding.rawValue, Int64(position)) { archive in
        var record = session.findings.records[position]
        archive.pass(&record)
      }
    }
    for chunk in session.ended.takeChanged(isWhole: isWhole) {
      put(owner, SessionRow.ended.rawValue, Int64(chunk)) { archive in
        var tasks = session.ended.tasks(ofChunk: chunk)
        archive.pass(&tasks)
      }
    }
    for chunk in session.begunIDs.takeChanged(isWhole: isWhole) {
      let key = Int64(bitPattern: chunk)
      if var words = session.begunIDs.words(ofChunk: chunk) {
        put(owner, SessionRow.begun.rawValue, key) { $0.pass(&words) }
      } else {
        remove(owner, SessionRow.begun.rawValue, key)
      }
    }
  }

  private mutating func putTables(_ session: Session, _ owner: Int64, _ isWhole: Bool) {
    putTable(&session.holders, owner, .holder, isWhole) { Int64($0.rawValue) }
    putTable(&session.stories, owner, .story, isWhole) { Int64(bitPattern: $0) }
    putTable(&session.slots, owner, .slot, isWhole) { Int64($0.rawValue) }
    putTable(&session.overwrites, owner, .overwrite, isWhole) { Int64(bitPattern: $0) }
  }

  private mutating func putTable<Key, Value>(
    _ table: inout TrackedTable<Key, Value>, _ owner: Int64, _ row: SessionRow, _ isWhole: Bool,
    key number: (Key) -> Int64
  ) {
    for key in table.takeChanged(isWhole: isWhole) {
      if var value = table[key] {
        put(owner, row.rawValue, number(key)) { archive in
          var key = key
          archive.pass(&key)
          archive.pass(&value)
        }
      } else {
        remove(owner, row.rawValue, number(key))
      }
    }
  }

  private mutating func putAlarms(_ session: Session, _ owner: Int64, _ isWhole: Bool) {
    let (set, gone) = session.alarms.takeChanged(isWhole: isWhole)
    for number in gone { remove(owner, SessionRow.alarm.rawValue, Int64(bitPattern: number)) }
    for var alarm in set {
      put(owner, SessionRow.alarm.rawValue, Int64(bitPattern: alarm.number)) { $0.pass(&alarm) }
    }
  }

  fileprivate mutating func put(_ source: EventSource, hasNewFeeds: Bool) {
    let owner = StateOwner.source(source.number)
    put(owner, SourceRow.head.rawValue) { source.passHead(through: &$0) }
    if hasNewFeeds {
      put(owner, SourceRow.feeds.rawValue) { source.passFeeds(through: &$0) }
    }
  }

  fileprivate mutating func put(_ groups: inout GroupBook) {
    for number in groups.takeUnsavedReleases(isWhole: isWhole) {
      let row = SharedRow.release.rawValue
      if var known = groups.releases[number] {
        put(StateOwner.shared, row, Int64(number)) { $0.pass(&known) }
      } else {
        remove(StateOwner.shared, row, Int64(number))
      }
    }
    for number in groups.takeUnsavedGroups(isWhole: isWhole) {
      let (row, key) = (SharedRow.group.rawValue, Int64(bitPattern: number))
      if var group = groups.groups[number] {
        put(StateOwner.shared, row, key) { $0.pass(&group) }
      } else {
        remove(StateOwner.shared, row, key)
      }
    }
  }

  /// Stores what the rows above mention for the first time. Stacks and holders mention texts.
  fileprivate mutating func putNames(_ names: ArchivedNames) {
    for id in names.takeNewHolders() {
      var key = names.symbols.holders.key(of: id)
      put(StateOwner.shared, SharedRow.holder.rawValue, Int64(id.rawValue)) { $0.pass(&key) }
    }
    for id in names.takeNewStacks() {
      var frames = names.stacks.frames(id)
      put(StateOwner.shared, SharedRow.stack.rawValue, Int64(id.rawValue)) { $0.pass(&frames) }
    }
    for id in names.takeNewTexts() {
      var text = names.texts[id]
      put(StateOwner.shared, SharedRow.text.rawValue, Int64(id.rawValue)) { $0.pass(&text) }
    }
  }
}

extension UnreadLine: Archivable {
  package static var blank: UnreadLine { UnreadLine(file: "", line: 0, reason: "") }
  package mutating func pass(through archive: inout Archive) {
    archive.pass(&file)
    archive.pass(&line)
    archive.pass(&reason)
  }
}
