import AuditCore
import LinuxIO
import Testing

@testable import AuditStore

/// Tools read beside a daemon and after it, and change nothing.
@Suite struct StateReaderTests {
  @Test func aStoppedDaemonsDatabaseIsRead() throws {
    let folder = try TemporaryFolder()
    do {
      let store = try StateStore(directory: folder.path, options: .test)
      _ = try store.commit(batch(5), epoch: 3, meta: [4])
      try store.close()
    }
    let before = try TestFiles.durable(in: folder.path)
    for path in [folder.path, "\(folder.path)/state.db"] {
      let reader = try StateReader(path: path, options: .test)
      #expect(reader.meta == StoredMeta(epoch: 3, rowFormat: 1, rows: 5, bytes: [4]))
      #expect(try reader.rows().count == 5)
    }
    #expect(try TestFiles.durable(in: folder.path) == before)
    // And a daemon starts as if nobody had looked.
    let store = try StateStore(directory: folder.path, options: .test)
    _ = try store.commit(batch(6), epoch: 4, meta: [])
    try store.close()
    #expect(try File.names(inFolder: folder.path) == ["state.db"])
  }

  @Test func besideADaemonItSeesOneMoment() throws {
    let folder = try TemporaryFolder()
    let store = try StateStore(directory: folder.path, options: .test)
    _ = try store.commit(batch(5), epoch: 1, meta: [])
    let reader = try StateReader(path: folder.path, options: .test)
    _ = try store.commit(batch(9), epoch: 2, meta: [])
    #expect(reader.meta.epoch == 1)
    #expect(try reader.rows().count == 5)
    #expect(try StateReader(path: folder.path, options: .test).rows().count == 9)
    #expect(try store.rows().count == 9)
  }

  @Test func aCrashedDaemonsLogIsRead() throws {
    let folder = try TemporaryFolder()
    let crashed = try TemporaryFolder()
    let store = try StateStore(directory: folder.path, options: .test)
    _ = try store.commit(batch(5), epoch: 1, meta: [])
    try TestFiles.copy(folder.path, to: crashed.path)
    let before = try TestFiles.durable(in: crashed.path)
    #expect(try StateReader(path: crashed.path, options: .test).rows().count == 5)
    #expect(try TestFiles.durable(in: crashed.path) == before)
  }

  @Test func nothingToReadIsSaid() throws {
    let folder = try TemporaryFolder()
    let error = #expect(throws: StoreError.self) {
      try StateReader(path: folder.path, options: .test)
    }
    #expect(error?.kind == .unreachable)
    #expect(error?.exitStatus == 66)
    #expect(try File.names(inFolder: folder.path).isEmpty)
  }

  @Test func theCheckCountsWhatIsThere() throws {
    let folder = try TemporaryFolder()
    let store = try StateStore(directory: folder.path, options: .test)
    var batch = StateBatch()
    batch.put(StateKey(owner: 1, kind: 2, key: 1), [1, 2, 3].span)
    batch.put(StateKey(owner: 1, kind: 1, key: 1), [1].span)
    batch.put(StateKey(owner: 2, kind: 2, key: 1), [1, 2, 3, 4].span)
    _ = try store.commit(batch, epoch: 1, meta: [])
    let check = try StateReader(path: folder.path, options: .test).check()
    #expect(check.isSound)
    #expect(check.schemaVersion == 1)
    #expect(check.owners == 2)
    #expect(
      check.kinds == [
        .init(kind: 1, rows: 1, bytes: 1, largestBytes: 1),
        .init(kind: 2, rows: 2, bytes: 7, largestBytes: 4),
      ])
    #expect(check.pageBytes == 4096 && check.pages >= 3 && check.logBytes > 0)
  }

  @Test func theCheckNamesWhatIsDamaged() throws {
    let folder = try TemporaryFolder()
    do {
      let store = try StateStore(directory: folder.path, options: .test)
      _ = try store.commit(batch(2000), epoch: 1, meta: [])
      try store.close()
    }
    let path = "\(folder.path)/state.db"
    var bytes = try TestFiles.bytes(path)
    for offset in 0..<4096 { bytes[6 * 4096 + offset] = 0xff }
    try TestFiles.write(bytes, to: path)
    let check = try StateReader(path: path, options: .test).check()
    #expect(!check.isSound)
    #expect(check.problems.count > 1)
  }

  private func batch(_ rows: Int64) -> StateBatch {
    var batch = StateBatch()
    let value = [UInt8](repeating: 7, count: 50)
    for key in 0..<rows { batch.put(StateKey(owner: 1, kind: 1, key: key), value.span) }
    return batch
  }
}
