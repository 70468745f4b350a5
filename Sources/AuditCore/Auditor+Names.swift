// The tables of names that all share: nobody may fill them.
extension Auditor {
  /// Runs `body`, which takes what the source has sent. It may bring in as many texts, stacks and holders, with
  /// those that it has brought in before, as there is still room for: one that is greedy stops at half of a
  /// table, two at a third each, and who comes new finds room. Past that its new names are "…", and its new
  /// stacks left out, as where a table is full.
  package func takeNames(of source: SourceID, _ body: () -> Void) {
    guard let owner = index.source(source) else { return body() }
    let before = namesHeld
    let spent = owner.names.with(index.namesLeft[owner.info.uid] ?? NameCounts(), +)
    let room = NameCounts.max.with(before, -).with(spent, -)
    limitNames(to: before.with(room) { $0 + max(0, $1) / 2 })
    let refused = namesRefused
    body()
    limitNames(to: .max)
    let brought = namesHeld.with(before, -)
    if !brought.isZero {
      owner.names = owner.names.with(brought, +)
      index.noteChange(of: owner)
    }
    if namesRefused == refused || owner.isShortOfNames { return }
    owner.isShortOfNames = true
    sourcesShortOfNames += 1
  }

  /// Whether names of the source were left out since the last sweep, because of what it has brought in
  /// itself or because there is no room at all.
  package func isShortOfNames(_ source: SourceID) -> Bool {
    index.sources[Int(source.rawValue)]?.isShortOfNames ?? false
  }

  /// A table is full, for everybody.
  package var isFullOfNames: Bool {
    let most = NameCounts.max
    let held = namesHeld
    return held.texts >= most.texts || held.textBytes >= most.textBytes
      || held.stacks >= most.stacks || held.holders >= most.holders
  }

  /// Names, stacks and holders that were left out, ever.
  package var namesRefused: Int {
    texts.refused + stacks.refused + tools.symbols.holders.refused
  }

  /// What the tables hold now.
  var namesHeld: NameCounts {
    NameCounts(
      texts: texts.count, textBytes: texts.byteCount, stacks: stacks.count,
      holders: tools.symbols.holders.count)
  }

  private func limitNames(to most: NameCounts) {
    texts.limit(count: most.texts, bytes: most.textBytes)
    stacks.countMax = most.stacks
    tools.symbols.holders.countMax = most.holders
  }

  /// The tables, which held what was `before`, have been swept: nobody has brought in what is gone.
  func scaleNames(from before: NameCounts) {
    let now = namesHeld
    sourcesShortOfNames = 0
    for source in index.sources.values {
      source.isShortOfNames = false
      if source.names.isZero { continue }
      source.names = source.names.scaled(to: now, of: before)
      index.noteChange(of: source)
    }
    index.namesLeft = index.namesLeft.mapValues { $0.scaled(to: now, of: before) }
      .filter { !$0.value.isZero }
  }

  /// After a start the tables hold only what is mentioned.
  func scaleRestoredNames() {
    let brought = index.sources.values.map(\.names) + index.namesLeft.values
    let sum = brought.reduce(NameCounts()) { $0.with($1, +) }
    scaleNames(from: sum.with(namesHeld, max))
  }
}

extension SessionIndex {
  /// The source has left: what it has brought in is its user's from now on.
  func leaveNames(of source: EventSource) {
    if source.names.isZero { return }
    let uid = source.info.uid
    namesLeft[uid] = (namesLeft[uid] ?? NameCounts()).with(source.names, +)
    source.names = NameCounts()
  }
}
