/// A finding as the audit keeps it: numbers and places, resolved to texts when it is shown.
struct FindingRecord {
  var key: FindingKey
  /// Position among all findings of the session, in the order they were first filed.
  var number: Int
  var severity: Severity
  var state: FindingState
  var stage: Stage?
  var causes: [Rule] = []
  var by: UInt64?
  var candidates: [UInt64] = []
  var related: [UInt64] = []
  var confidence = Confidence.certain
  var tentative = false
  var blame = BlameSource()
  var evidence: [EvidenceItem] = []
  /// Evidence left out past `Limits.evidenceMax`.
  var evidenceDropped = 0
  /// The task that the finding names; the key's, or the first of several.
  var task: UInt64?
  /// A count or a number of microseconds that the message speaks of.
  var quantity: Int64 = 0
  /// A text that the message quotes, such as a kill's.
  var text = TextID.none
  /// What was last said of it; nil while nothing was.
  var announced: (state: FindingState, severity: Severity)?
  /// What it is counted as; nil while it is not.
  var mark: GroupMark?
  /// The journal was given it.
  var isAlerted = false
  /// It stands in its store's list of changes, and in that of what is not stored yet.
  var isNoted = false
  var isUnsaved = false
}

/// Where the blame of a finding comes from; resolved by the session.
struct BlameSource: Hashable {
  var stack = StackID.none
  var name = TextID.none
  var isSystem = false
}

/// One finding per rule and task, or per rule and `ordinal` where a rule may fire for one id often.
struct FindingKey: Hashable {
  var rule: Rule
  var task: UInt64?
  var ordinal: UInt64 = 0
}

/// The findings of one session, in the order they were first filed.
struct FindingStore {
  private(set) var records: [FindingRecord] = []
  private var positions: [FindingKey: Int] = [:]
  private var counts: [Rule: Int] = [:]
  /// Positions of records that changed since the last call of `takeChanged`, each once, in the order
  /// of their first change. Offline nobody takes them: they must not grow with the log.
  private var changed: [Int] = []
  /// Positions of records that differ from what is stored; nil offline, where nothing is.
  private var unsaved: [Int]?
  /// Findings that are counted, by where their launch is counted once.
  private var marked: [GroupMark.Place: Int] = [:]
  /// Findings refused because `Limits.findingsPerRuleMax` was reached.
  private(set) var dropped = 0
  /// The first unknown id that was ended: `unknown-end` has one finding a session, under it.
  var unknownEndTask: UInt64?
  /// A `reentrant-begin` was filed, so that ends have something to look for.
  private(set) var hasReentry = false

  subscript(key: FindingKey) -> FindingRecord? { positions[key].map { records[$0] } }

  /// True if the finding stands: filed and not cleared.
  func stands(_ rule: Rule, _ task: UInt64?) -> Bool {
    guard let position = positions[FindingKey(rule: rule, task: task)] else { return false }
    return records[position].state != .cleared
  }

  /// Files the finding if it is new, and lets `update` set what is known of it now. A cleared finding
  /// stands again.
  mutating func file(
    _ key: FindingKey, severity: Severity, state: FindingState = .confirmed,
    update: (inout FindingRecord) -> Void = { _ in }
  ) {
    let position: Int
    if let known = positions[key] {
      position = known
    } else {
      let count = counts[key.rule] ?? 0
      if count >= Limits.findingsPerRuleMax {
        dropped += 1
        return
      }
      counts[key.rule] = count + 1
      if key.rule == .reentrantBegin { hasReentry = true }
      position = records.count
      positions[key] = position
      records.append(
        FindingRecord(
          key: key, number: position, severity: severity, state: state, task: key.task))
    }
    records[position].severity = severity
    records[position].state = state
    update(&records[position])
    noteChange(position)
  }

  /// Changes a finding that stands; nothing where it does not.
  mutating func amend(_ key: FindingKey, update: (inout FindingRecord) -> Void) {
    guard let position = positions[key], records[position].state != .cleared else { return }
    update(&records[position])
    noteChange(position)
  }

  mutating func clear(_ key: FindingKey) {
    amend(key) { $0.state = .cleared }
  }

  var hasChanged: Bool { !changed.isEmpty }

  /// The records that changed, each once, in the order of their first change.
  mutating func takeChanged() -> [Int] {
    for position in changed { records[position].isNoted = false }
    defer { changed = [] }
    return changed
  }

  private mutating func noteChange(_ position: Int) {
    noteUnsaved(position)
    if records[position].isNoted { return }
    records[position].isNoted = true
    changed.append(position)
  }

  private mutating func noteUnsaved(_ position: Int) {
    if unsaved == nil || records[position].isUnsaved { return }
    records[position].isUnsaved = true
    unsaved?.append(position)
  }

  mutating func announce(_ position: Int) {
    noteUnsaved(position)
    records[position].announced = (records[position].state, records[position].severity)
  }

  /// Notes what a finding is counted as. True if none of the session was counted there.
  mutating func mark(_ position: Int, as mark: GroupMark) -> Bool {
    noteUnsaved(position)
    records[position].mark = mark
    return add(mark) == 1
  }

  /// A finding is not counted any more. True if no other of the session is counted there.
  mutating func unmark(_ position: Int) -> Bool {
    guard let mark = records[position].mark else { return false }
    noteUnsaved(position)
    records[position].mark = nil
    let left = (marked[mark.place] ?? 1) - 1
    marked[mark.place] = left > 0 ? left : nil
    return left <= 0
  }

  mutating func setAlerted(_ position: Int, _ isAlerted: Bool) {
    noteUnsaved(position)
    records[position].isAlerted = isAlerted
  }

  private mutating func add(_ mark: GroupMark) -> Int {
    let count = (marked[mark.place] ?? 0) + 1
    marked[mark.place] = count
    return count
  }
}

// MARK: - Storing

extension FindingStore: Archivable {
  static var blank: FindingStore { FindingStore() }

  /// All but the records, of which each is a row.
  mutating func pass(through archive: inout Archive) {
    archive.pass(&dropped)
    archive.require(dropped >= 0)
    archive.pass(&unknownEndTask)
  }

  mutating func track() { unsaved = [] }

  /// The positions of records that changed since the last call; all where `isWhole`.
  mutating func takeUnsaved(isWhole: Bool) -> [Int] {
    guard let taken = unsaved else { return [] }
    for position in taken { records[position].isUnsaved = false }
    unsaved = []
    return isWhole ? Array(records.indices) : taken
  }

  /// Puts back the next record; `false` if it cannot be the next.
  mutating func restore(_ record: FindingRecord) -> Bool {
    guard record.number == records.count, positions[record.key] == nil else { return false }
    positions[record.key] = records.count
    counts[record.key.rule, default: 0] += 1
    if record.key.rule == .reentrantBegin { hasReentry = true }
    if let mark = record.mark { _ = add(mark) }
    records.append(record)
    return true
  }
}

extension FindingRecord {
  mutating func add(_ item: EvidenceItem) {
    if evidence.contains(where: { $0.order == item.order && $0.word == item.word }) { return }
    if evidence.count >= Limits.evidenceMax {
      evidence[evidence.count - 1] = item
      evidenceDropped += 1
    } else {
      evidence.append(item)
    }
  }

  mutating func relate(_ id: UInt64) {
    if related.count < Limits.relatedMax, !related.contains(id) { related.append(id) }
  }
}
