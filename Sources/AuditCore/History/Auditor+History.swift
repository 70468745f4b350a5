extension Auditor {
  /// What every session did, in order of appearance; nothing unless `AuditConfiguration.history` was
  /// set before they began.
  package func histories() -> [SessionHistory] {
    index.sessions.compactMap { history(of: $0) }
  }

  /// What one session did, by its number in `SessionSummary`; nil where it is not kept, or not recorded.
  package func history(ofSession number: Int) -> SessionHistory? {
    // In order of appearance, with gaps where sessions gave way.
    var low = 0
    var high = index.sessions.count
    while low < high {
      let middle = (low + high) / 2
      if index.sessions[middle].number < number { low = middle + 1 } else { high = middle }
    }
    guard low < index.sessions.count, index.sessions[low].number == number else { return nil }
    return history(of: index.sessions[low])
  }

  func history(of session: Session) -> SessionHistory? {
    guard let recorder = session.recorder else { return nil }
    var reader = HistoryReader(session, recorder, of: self)
    return reader.read()
  }
}
