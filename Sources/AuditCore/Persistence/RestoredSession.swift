/// A session whose rows are being read back. Its tasks are put into their order at the end.
final class RestoredSession {
  let session: Session
  /// Of its head.
  let key: StateKey
  private var tasks: [TaskRecord] = []

  init(_ session: Session, _ key: StateKey) {
    self.session = session
    self.key = key
  }

  /// Takes a row other than the head; `false` if it cannot be one of this session.
  func take(_ row: SessionRow, _ key: Int64, _ archive: inout Archive) -> Bool {
    switch row {
    case .head: return false
    case .task:
      tasks.append(read(&archive))
      return tasks.count <= Limits.outstandingPerSessionMax
    case .holder: restore(into: &session.holders, &archive)
    case .story: restore(into: &session.stories, &archive)
    case .slot: restore(into: &session.slots, &archive)
    case .overwrite: restore(into: &session.overwrites, &archive)
    case .alarm: session.alarms.restore(read(&archive))
    case .finding: return session.findings.restore(read(&archive))
    case .ended: return session.ended.restore(chunk: Int(key), read(&archive))
    case .begun:
      return session.begunIDs.restore(chunk: UInt64(bitPattern: key), read(&archive))
    }
    return true
  }

  /// All rows were taken; `false` if they contradict each other.
  func finish() -> Bool {
    guard session.ended.isWhole, let ledger = TaskLedger(restoring: tasks) else { return false }
    session.ledger = ledger
    tasks = []
    return true
  }

  private func read<Value: Archivable>(_ archive: inout Archive) -> Value {
    var value = Value.blank
    archive.pass(&value)
    return value
  }

  private func restore<Key, Value>(
    into table: inout TrackedTable<Key, Value>, _ archive: inout Archive
  ) {
    table.restore(read(&archive), read(&archive))
  }
}
