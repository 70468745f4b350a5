import AuditCore
import Glibc
import LinuxIO
import Testing

@testable import AuditStore

/// Files that somebody takes away under a store that has them open.
@Suite struct DisplacementTests {
  private let key = StateKey(owner: 1, kind: 1, key: 1)
  private let names = ["state.db", "state.db-wal"]

  @Test(arguments: [["state.db"], ["state.db-wal"], ["state.db", "state.db-wal", "state.db-shm"]])
  func aCommitToRemovedFilesFails(_ names: [String]) throws {
    let folder = try TemporaryFolder()
    let store = try opened(folder)
    for name in names { _ = unsafe unlink("\(folder.path)/\(name)") }
    #expect(failure(store, batch(2))?.kind == .displaced)
    #expect(failure(store, batch(2))?.kind == .displaced)
  }

  @Test func aCommitBesideAReplacementFailsAndLeavesIt() throws {
    let folder = try TemporaryFolder()
    let store = try opened(folder)
    move("\(folder.path)/state.db", to: "\(folder.path)/aside")
    _ = try folder.file("state.db", "somebody's")
    #expect(failure(store, batch(2))?.kind == .displaced)
    #expect(failure(store, batch(2, isWhole: true))?.kind == .displaced)
    #expect(try TestFiles.bytes("\(folder.path)/state.db") == Array("somebody's".utf8))
  }

  @Test func aCommitToAShortenedDatabaseFails() throws {
    let folder = try TemporaryFolder()
    let store = try opened(folder)
    #expect(unsafe truncate("\(folder.path)/state.db", 0) == 0)
    #expect(failure(store, batch(2)) != nil)
  }

  @Test func filesThatComeBackAreWrittenOn() throws {
    let folder = try TemporaryFolder()
    do {
      let store = try opened(folder)
      let aside = try TemporaryFolder()
      for name in names { move("\(folder.path)/\(name)", to: "\(aside.path)/\(name)") }
      #expect(failure(store, batch(2))?.kind == .displaced)
      for name in names { move("\(aside.path)/\(name)", to: "\(folder.path)/\(name)") }
      _ = try store.commit(batch(2), epoch: 2, meta: [])
    }
    let again = try StateStore(directory: folder.path, options: .test)
    #expect(try again.rows() == [key: [2]])
  }

  @Test func onlyAWholeBatchMakesANewDatabase() throws {
    let folder = try TemporaryFolder()
    do {
      let store = try opened(folder)
      for name in names + ["state.db-shm"] { _ = unsafe unlink("\(folder.path)/\(name)") }
      #expect(failure(store, batch(2))?.kind == .displaced)
      _ = try store.commit(batch(3, isWhole: true), epoch: 3, meta: [])
    }
    let again = try StateStore(directory: folder.path, options: .test)
    #expect(again.meta.epoch == 3)
    #expect(try again.rows() == [key: [3]])
  }

  @Test func aDirectoryThatIsMadeAnewIsLockedAndTaken() throws {
    let folder = try TemporaryFolder()
    let aside = try TemporaryFolder()
    do {
      let store = try opened(folder)
      move(folder.path, to: aside.path)
      // Until it is there, nothing is made, and nothing is given up.
      #expect(failure(store, batch(2, isWhole: true))?.kind == .unreachable)
      #expect(unsafe mkdir(folder.path, 0o700) == 0)
      #expect(failure(store, batch(2))?.kind == .displaced)
      _ = try store.commit(batch(3, isWhole: true), epoch: 3, meta: [])
      #expect(throws: StoreError.self) {
        _ = try StateStore(directory: folder.path, options: .test)
      }
      _ = try store.commit(batch(4), epoch: 4, meta: [])
    }
    let again = try StateStore(directory: folder.path, options: .test)
    #expect(again.meta.epoch == 4)
    #expect(try again.rows() == [key: [4]])
  }

  @Test func noDatabaseIsMadeInADirectoryThatAnotherHasLocked() throws {
    let folder = try TemporaryFolder()
    let aside = try TemporaryFolder()
    let store = try opened(folder)
    move(folder.path, to: aside.path)
    #expect(unsafe mkdir(folder.path, 0o700) == 0)
    do {
      let other = try DirectoryLock(folder.path, .none)
      #expect(failure(store, batch(2, isWhole: true))?.kind == .inUse)
      #expect(try File.names(inFolder: folder.path).isEmpty)
      _ = consume other
    }
    _ = try store.commit(batch(3, isWhole: true), epoch: 3, meta: [])
  }

  private func move(_ path: String, to other: String) {
    #expect(unsafe rename(path, other) == 0)
  }

  private func opened(_ folder: borrowing TemporaryFolder) throws -> StateStore {
    let store = try StateStore(directory: folder.path, options: .test)
    _ = try store.commit(batch(1), epoch: 1, meta: [])
    return store
  }

  private func batch(_ value: UInt8, isWhole: Bool = false) -> StateBatch {
    var batch = StateBatch()
    batch.isWhole = isWhole
    batch.put(key, [value].span)
    return batch
  }

  private func failure(_ store: StateStore, _ batch: StateBatch) -> StoreError? {
    do throws(StoreError) {
      _ = try store.commit(batch, epoch: 2, meta: [])
      return nil
    } catch {
      return error
    }
  }
}
