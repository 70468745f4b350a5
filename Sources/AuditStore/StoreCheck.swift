import AuditCore

/// What a thorough look at a database found: every page, every row.
package struct StoreCheck: Hashable, Sendable {
  /// Rows of one kind, over all owners.
  package struct KindCount: Hashable, Sendable {
    package var kind: Int64
    package var rows: Int
    package var bytes: Int
    package var largestBytes: Int
  }

  package var path: String
  package var meta: StoredMeta
  package var schemaVersion: Int64
  package var pageBytes: Int64
  package var pages: Int64
  package var freePages: Int64
  package var logBytes: Int64
  package var owners: Int
  /// In ascending order of the kinds.
  package var kinds: [KindCount]
  /// One line for each thing that is not as it must be, a bounded number; none: the database is sound.
  package var problems: [String]

  package var isSound: Bool { problems.isEmpty }
}

extension StateReader {
  /// Problems that are listed.
  private static let problemsMax = 100

  /// Looks at everything. Takes as long as reading the file a few times. Damage is in the result;
  /// thrown is what kept it from looking.
  package func check() throws(StoreError) -> StoreCheck {
    var tally = RowTally()
    var problems: [String] = []
    do {
      try readRows { key, value in tally.count(key, value.count) }
    } catch let error as StoreError {
      guard error.kind == .damaged else { throw error }
      problems.append(error.cause)
    } catch {
      // The closure throws nothing.
    }
    return StoreCheck(
      path: path, meta: meta, schemaVersion: StateSchema.current.version,
      pageBytes: try connection.number("PRAGMA page_size"),
      pages: try connection.number("PRAGMA page_count"),
      freePages: try connection.number("PRAGMA freelist_count"),
      logBytes: StoreSize.bytes(ofFile: path + StateFile.logSuffix),
      owners: tally.owners, kinds: tally.kinds.values.sorted { $0.kind < $1.kind },
      problems: problems + (try connection.integrityProblems(atMost: Self.problemsMax)))
  }
}

/// Adds up rows that come in the order of their keys.
private struct RowTally {
  var owners = 0
  var kinds: [Int64: StoreCheck.KindCount] = [:]
  private var lastOwner: Int64?

  mutating func count(_ key: StateKey, _ bytes: Int) {
    if key.owner != lastOwner {
      owners += 1
      lastOwner = key.owner
    }
    var kind = kinds[key.kind] ?? .init(kind: key.kind, rows: 0, bytes: 0, largestBytes: 0)
    kind.rows += 1
    kind.bytes += bytes
    kind.largestBytes = max(kind.largestBytes, bytes)
    kinds[key.kind] = kind
  }
}
