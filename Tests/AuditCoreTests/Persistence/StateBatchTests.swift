import AuditCore
import Testing

/// Two batches made one do to the store what they do one after the other.
@Suite struct StateBatchTests {
  typealias Rows = [StateKey: [UInt8]]

  @Test func theLaterValueOfARowStays() {
    var batch = batch { $0.put(key(1, 1), [1, 1, 1].span) }
    batch.append(self.batch { $0.put(key(1, 1), [2].span) })
    #expect(batch.changes.count == 1)
    #expect(batch.bytes == [2])
  }

  @Test func aRowThatIsRemovedLaterIsRemoved() {
    var batch = batch { $0.put(key(1, 1), [1].span) }
    batch.append(self.batch { $0.remove(key(1, 1)) })
    #expect(batch.changes.map(\.key) == [key(1, 1)])
    #expect(batch.changes.allSatisfy { $0.value == nil })
  }

  @Test func aForgottenOwnerTakesItsEarlierRowsAlong() {
    var batch = batch {
      $0.put(key(1, 1), [1].span)
      $0.put(key(2, 1), [2].span)
    }
    batch.append(
      self.batch {
        $0.forget(1)
        $0.put(key(1, 2), [3].span)
      })
    #expect(batch.forgotten == [1])
    #expect(batch.changes.map(\.key) == [key(2, 1), key(1, 2)])
  }

  @Test func aLaterWholeBatchReplacesAll() {
    var batch = batch {
      $0.forget(7)
      $0.put(key(1, 1), [1].span)
    }
    batch.append(
      self.batch {
        $0.isWhole = true
        $0.put(key(2, 2), [2].span)
      })
    #expect(batch.isWhole && batch.forgotten.isEmpty)
    #expect(batch.changes.map(\.key) == [key(2, 2)])
  }

  @Test func aWholeBatchStaysWholeAndHoldsOnlyRows() {
    var batch = batch {
      $0.isWhole = true
      $0.put(key(1, 1), [1].span)
      $0.put(key(2, 1), [2].span)
    }
    batch.append(
      self.batch {
        $0.forget(1)
        $0.remove(key(2, 1))
        $0.put(key(3, 1), [UInt8]().span)
      })
    #expect(batch.isWhole && batch.forgotten.isEmpty)
    #expect(batch.changes.map(\.key) == [key(3, 1)])
  }

  @Test(arguments: 0..<200)
  func together(_ seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    var together = StateBatch()
    var before: Rows = [:]
    for owner in 0..<4 as Range<Int64> { before[key(owner, 9)] = [9] }
    var oneByOne = before
    for _ in 0..<6 {
      let next = randomBatch(&random)
      apply(next, to: &oneByOne)
      together.append(next)
    }
    apply(together, to: &before)
    #expect(before == oneByOne)
  }

  private func key(_ owner: Int64, _ key: Int64) -> StateKey {
    StateKey(owner: owner, kind: 0, key: key)
  }

  private func batch(_ fill: (inout StateBatch) -> Void) -> StateBatch {
    var batch = StateBatch()
    fill(&batch)
    return batch
  }

  private func randomBatch(_ random: inout SeededRandom) -> StateBatch {
    batch { batch in
      batch.isWhole = Int.random(in: 0..<8, using: &random) == 0
      for _ in 0..<Int.random(in: 0..<8, using: &random) {
        let owner = Int64.random(in: 0..<4, using: &random)
        let key = key(owner, .random(in: 0..<4, using: &random))
        switch Int.random(in: 0..<8, using: &random) {
        case 0: batch.forget(owner)
        case 1, 2: batch.remove(key)
        default:
          let length = Int.random(in: 0..<5, using: &random)
          batch.put(
            key, [UInt8](repeating: .random(in: 0...255, using: &random), count: length).span)
        }
      }
    }
  }

  /// What the store does with a batch.
  private func apply(_ batch: StateBatch, to rows: inout Rows) {
    if batch.isWhole { rows = [:] }
    rows = rows.filter { !batch.forgotten.contains($0.key.owner) }
    for change in batch.changes {
      rows[change.key] = change.value.map { Array(batch.bytes[$0]) }
    }
  }
}
