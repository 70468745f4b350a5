import AuditCore
import Glibc
import LinuxIO
import Testing

@testable import AuditStore

/// A database that is behind what it was is refused, and no other.
@Suite struct EpochNoteTests {
  private static let options = StoreOptions(rowFormat: StoreOptions.test.rowFormat)
  private let key = StateKey(owner: 1, kind: 1, key: 1)

  /// A folder as a daemon leaves it that is killed after some commits.
  private func crashed(_ commits: UInt64, in folder: borrowing TemporaryFolder) throws {
    let store = try StateStore(directory: folder.path, options: Self.options)
    for epoch in 1...commits { try commit(epoch, to: store) }
  }

  private func commit(_ epoch: UInt64, to store: StateStore) throws {
    var batch = StateBatch()
    batch.put(key, [UInt8(epoch)].span)
    _ = try store.commit(batch, epoch: epoch, meta: [])
  }

  private func refusal(_ folder: borrowing TemporaryFolder) throws {
    let before = try TestFiles.durable(in: folder.path)
    let error = #expect(throws: StoreError.self) {
      _ = try StateStore(directory: folder.path, options: Self.options)
    }
    #expect(error?.kind == .damaged)
    #expect(error?.exitStatus == 65)
    #expect(error?.cause.contains("commit 3 was made") == true)
    #expect(throws: StoreError.self) {
      _ = try StateReader(path: folder.path, options: Self.options)
    }
    #expect(try TestFiles.durable(in: folder.path) == before)
  }

  @Test func aLogThatIsGoneIsMissed() throws {
    let folder = try TemporaryFolder()
    try crashed(3, in: folder)
    for name in ["state.db-wal", "state.db-shm"] { _ = unsafe unlink("\(folder.path)/\(name)") }
    try refusal(folder)
    // Nor does it pass the second time.
    try refusal(folder)
  }

  @Test func aLogThatIsCutOffIsMissed() throws {
    let folder = try TemporaryFolder()
    try crashed(3, in: folder)
    let path = "\(folder.path)/state.db-wal"
    let count = try TestFiles.bytes(path).count
    #expect(unsafe truncate(path, count - 1) == 0)
    try refusal(folder)
  }

  @Test func anOlderCopyIsTakenWithoutTheNote() throws {
    let folder = try TemporaryFolder()
    let copy = try TemporaryFolder()
    try crashed(2, in: copy)
    try crashed(3, in: folder)
    for name in ["state.db", "state.db-wal"] {
      try TestFiles.write(
        try TestFiles.bytes("\(copy.path)/\(name)"), to: "\(folder.path)/\(name)")
    }
    _ = unsafe unlink("\(folder.path)/state.db-shm")
    try refusal(folder)
    #expect(unsafe unlink("\(folder.path)/state.db-epoch") == 0)
    #expect(try StateStore(directory: folder.path, options: Self.options).meta.epoch == 2)
  }

  /// As after an end of the machine, and after a note that was only half written.
  @Test func anOlderNoteAndNonsenseAreNoAlarm() throws {
    let folder = try TemporaryFolder()
    try crashed(1, in: folder)
    let path = "\(folder.path)/state.db-epoch"
    let older = try TestFiles.bytes(path)
    #expect(older == [1, 0, 0, 0, 0, 0, 0, 0, 254] + Array(repeating: 255, count: 7))
    do {
      let store = try StateStore(directory: folder.path, options: Self.options)
      try commit(2, to: store)
    }
    let nonsense: [[UInt8]] = [
      older, [], Array(repeating: 0, count: 16), Array(repeating: 9, count: 16),
      older + [0], [3] + older.dropFirst(),
    ]
    for bytes in nonsense {
      try TestFiles.write(bytes, to: path)
      #expect(try StateStore(directory: folder.path, options: Self.options).meta.epoch == 2)
    }
  }

  @Test func aNoteThatCannotBeMadeDoesNoHarm() throws {
    let folder = try TemporaryFolder()
    #expect(unsafe mkdir("\(folder.path)/elsewhere", 0o700) == 0)
    #expect(unsafe symlink("elsewhere", "\(folder.path)/state.db-epoch") == 0)
    try crashed(2, in: folder)
    #expect(try StateStore(directory: folder.path, options: Self.options).meta.epoch == 2)
  }

  /// Moving the database away is how to begin anew.
  @Test func aDatabaseThatIsMovedAwayIsToldAndBegunAnew() throws {
    let folder = try TemporaryFolder()
    try crashed(3, in: folder)
    for name in ["state.db", "state.db-wal"] { _ = unsafe unlink("\(folder.path)/\(name)") }
    do {
      let store = try StateStore(directory: folder.path, options: Self.options)
      #expect(store.goneEpoch == 3)
      #expect(store.meta.epoch == 0)
    }
    // Killed before its first commit, it is still one that began anew.
    let store = try StateStore(directory: folder.path, options: Self.options)
    #expect(store.goneEpoch == 0)
    try commit(1, to: store)
  }
}
