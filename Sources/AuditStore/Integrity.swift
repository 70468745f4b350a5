extension Connection {
  /// What SQLite finds wrong with the file's pages, at most so many lines; none if it is sound. Looks at each
  /// page and at the order of the keys, which takes about twice as long as reading all rows.
  func integrityProblems(atMost count: Int) throws(StoreError) -> [String] {
    var problems: [String] = []
    do throws(StoreError) {
      let statement = try prepare("PRAGMA integrity_check(\(count))")
      while try statement.step() { problems.append(statement.text(0)) }
    } catch {
      guard error.kind == .damaged else { throw error }
      problems.append(error.cause)
    }
    return problems == ["ok"] ? [] : problems
  }

  /// Refuses a file whose pages contradict each other. Rows that can all be read say nothing of the list of
  /// free pages: a commit would write over a row that it names.
  func requireIntegrity() throws(StoreError) {
    guard let problem = try integrityProblems(atMost: 1).first else { return }
    // SQLite says first which database it speaks of.
    throw damage(problem.split(separator: "\n").last.map(String.init) ?? problem)
  }
}
