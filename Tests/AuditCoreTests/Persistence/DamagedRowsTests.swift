import Testing

@testable import AuditCore

/// Rows that contradict each other or count too far are refused before anything trusts them.
struct DamagedRowsTests {
  /// The rows of a session with tasks, one of them ended.
  private static let rows: [StateKey: [UInt8]] = {
    let auditor = Auditor()
    auditor.trackChanges()
    auditor.setArrival(
      Arrival(wall: Instant(microseconds: 0), monotonic: Instant(microseconds: 0)))
    var decoder = StreamDecoder(source: auditor.open(SourceInfo(name: "client 1")))
    decoder.consume("BGT begin id=1\nBGT begin id=2\nBGT end id=1\n".utf8.span, into: auditor)
    _ = auditor.takeChanges()
    var stored = StoredRows()
    stored.commit(auditor.capture())
    return stored.rows
  }()

  private static let session = StateOwner.session(0)

  /// Why changed rows are refused; nil if they are not.
  private func refusal(_ change: (inout [StateKey: [UInt8]]) -> Void) throws -> String? {
    var stored = StoredRows(rows: Self.rows)
    change(&stored.rows)
    do {
      _ = try stored.restored(now: Instant(microseconds: 0))
      return nil
    } catch let error as StateDamage {
      return error.reason
    }
  }

  @Test func rowsAsTheyWereStoredAreNot() throws {
    #expect(try refusal { _ in } == nil)
  }

  @Test func sessionsAndSourcesThatNobodyOpened() throws {
    let counts = StateKey(
      owner: StateOwner.shared, kind: SharedRow.counts.rawValue, key: 0)
    #expect(try refusal { $0[counts] = nil } == "of a session that was never opened")
    let reason = try refusal { rows in
      rows[counts] = nil
      rows = rows.filter { $0.key.owner != Self.session }
    }
    #expect(reason == "of a source that was never opened")
  }

  @Test func aChunkOfEndedTasksFarAway() throws {
    let first = StateKey(owner: Self.session, kind: SessionRow.ended.rawValue, key: 0)
    for number in [1, Int64.max, .min, -1] {
      var far = first
      far.key = number
      let reason = try refusal { rows in
        rows[far] = rows[first]
        rows[first] = nil
      }
      #expect(reason == "not what such a row holds", "\(number)")
    }
  }

  @Test func countsThatWouldOverflow() {
    for (value, isGood) in [(Int.max, false), (.min, false), (1 << 57, false), (1 << 56, true)] {
      var archive = Archive(writingWith: ArchivedNames(Auditor().tools))
      var number = value
      archive.pass(&number)
      var reader = Archive(readingWith: ArchivedNames(Auditor().tools), monotonicShift: 0)
      reader.restart(archive.bytes.span)
      reader.pass(&number)
      #expect(reader.isAtEnd == isGood, "\(value)")
    }
  }
}
