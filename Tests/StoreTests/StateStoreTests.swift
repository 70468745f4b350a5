import AuditCore
import LinuxIO
import Testing

@testable import AuditStore

/// What is committed is there, in order, also after opening anew.
@Suite struct StateStoreTests {
  @Test func aNewDirectoryGetsAnEmptyDatabase() throws {
    let folder = try TemporaryFolder()
    let store = try StateStore(directory: folder.path, options: .test)
    #expect(store.meta == StoredMeta(epoch: 0, rowFormat: 1, rows: 0, bytes: []))
    #expect(try store.rows().isEmpty)
  }

  @Test func rowsAndMetaSurvive() throws {
    let folder = try TemporaryFolder()
    var model = StateModel()
    do {
      let store = try StateStore(directory: folder.path, options: .test)
      var batch = StateBatch()
      batch.put(StateKey(owner: .max, kind: -1, key: .min), [1, 2, 3].span)
      batch.put(StateKey(owner: .min, kind: 0, key: 0), [UInt8]().span)
      batch.put(StateKey(owner: 0, kind: 5, key: 7), [UInt8](repeating: 7, count: 100_000).span)
      let report = try store.commit(batch, epoch: .max, meta: [9, 8])
      #expect(report.epoch == .max)
      #expect(report.size.usedBytes > 100_000)
      model.apply(batch)
    }
    let store = try StateStore(directory: folder.path, options: .test)
    #expect(store.meta == StoredMeta(epoch: .max, rowFormat: 1, rows: 3, bytes: [9, 8]))
    #expect(try store.rows() == model.rows)
  }

  @Test func rowsComeInTheOrderOfTheirKeys() throws {
    let folder = try TemporaryFolder()
    let store = try StateStore(directory: folder.path, options: .test)
    var batch = StateBatch()
    for owner in [3, -1, 0, 2] as [Int64] {
      for kind in [1, -4] as [Int64] {
        batch.put(StateKey(owner: owner, kind: kind, key: -owner), [1].span)
      }
    }
    _ = try store.commit(batch, epoch: 1, meta: [])
    var keys: [StateKey] = []
    try store.readRows { key, _ in keys.append(key) }
    #expect(keys == batch.changes.map(\.key).sorted())
  }

  @Test(arguments: 0..<20)
  func randomBatchesDoWhatTheyDoToADictionary(_ seed: Int) throws {
    var random = SplitMix(seed: UInt64(seed))
    let folder = try TemporaryFolder()
    var model = StateModel()
    for epoch in 1...12 as ClosedRange<UInt64> {
      // Closed in good order every third time, dropped as by a crash otherwise.
      let store = try StateStore(directory: folder.path, options: .test)
      #expect(store.meta.epoch == epoch - 1)
      #expect(try store.rows() == model.rows)
      let batch = StateModel.randomBatch(&random)
      _ = try store.commit(batch, epoch: epoch, meta: [UInt8(epoch)])
      model.apply(batch)
      #expect(try store.rows() == model.rows)
      #expect(store.meta.rows == Int64(model.rows.count))
      if epoch % 3 == 0 { try store.close() }
    }
  }

  @Test func aClosedStoreLeavesTheDatabaseAlone() throws {
    let folder = try TemporaryFolder()
    let store = try StateStore(directory: folder.path, options: .test)
    _ = try store.commit(StateBatch(), epoch: 1, meta: [])
    #expect(try File.names(inFolder: folder.path) == ["state.db", "state.db-shm", "state.db-wal"])
    try store.close()
    #expect(try File.names(inFolder: folder.path) == ["state.db"])
    #expect(throws: StoreError.self) { try store.commit(StateBatch(), epoch: 2, meta: []) }
  }

  @Test func theLogStaysShort() throws {
    let folder = try TemporaryFolder()
    let store = try StateStore(directory: folder.path, options: .test)
    let value = [UInt8](repeating: 1, count: 1 << 16)
    var batch = StateBatch()
    batch.put(StateKey(owner: 1, kind: 1, key: 1), value.span)
    for epoch in 1...400 as ClosedRange<UInt64> {
      let report = try store.commit(batch, epoch: epoch, meta: [])
      #expect(report.size.logBytes < Int64(2 * Limits.storeLogBytesMax))
      try store.tidy()
    }
  }

  @Test func freePagesAreGivenBackBitByBit() throws {
    let folder = try TemporaryFolder()
    let store = try StateStore(directory: folder.path, options: .test)
    var batch = StateBatch()
    let value = [UInt8](repeating: 1, count: 1 << 16)
    for key in 0..<60 as Range<Int64> {
      batch.put(StateKey(owner: 1, kind: 1, key: key), value.span)
    }
    var before = try store.commit(batch, epoch: 1, meta: []).size
    #expect(before.usedBytes > 60 << 16)
    var gone = StateBatch()
    gone.forget(1)
    // Pages that only say where others are go with them.
    let pagesMax = Limits.reclaimedPagesPerCommitMax + 2
    for epoch in 2..<20 as Range<UInt64> {
      let size = try store.commit(gone, epoch: epoch, meta: []).size
      #expect(before.fileBytes - size.fileBytes <= Int64(pagesMax) * 4096)
      before = size
    }
    #expect(before.fileBytes <= Int64(Limits.sparePagesMin + 16) * 4096)
    try store.close()
    #expect(StoreSize.bytes(ofFile: store.path) == before.fileBytes)
  }

  @Test func oneDirectoryHasOneStore() throws {
    let folder = try TemporaryFolder()
    do {
      let store = try StateStore(directory: folder.path, options: .test)
      let error = #expect(throws: StoreError.self) {
        try StateStore(directory: folder.path, options: .test)
      }
      #expect(error?.kind == .inUse)
      #expect(error?.exitStatus == 75)
      #expect(
        error?.description
          == "\(folder.path): cannot keep state here: another process does so already. Stop the "
          + "other daemon, or give this one a state directory of its own.")
      _ = store
    }
    _ = try StateStore(directory: folder.path, options: .test)
  }
}
