import AuditCore
import CSQLite
import Glibc
import LinuxIO
import Testing

@testable import AuditStore

/// The thread that commits, as its loop sees it.
@Suite struct StoreWriterTests {
  @Test func anOutcomeMakesTheDescriptorReadable() throws {
    let folder = try TemporaryFolder()
    let writer = try StoreWriter(StateStore(directory: folder.path, options: .test))
    #expect(!writer.isBusy)
    #expect(!isReadable(writer, waiting: false))
    #expect(writer.takeOutcome() == nil)
    #expect(writer.submit(batch(1), epoch: 1, meta: [5]))
    #expect(writer.isBusy)
    #expect(isReadable(writer, waiting: true))
    #expect(try #require(writer.takeOutcome()).report?.epoch == 1)
    #expect(!isReadable(writer, waiting: false))
    #expect(writer.takeOutcome() == nil)
    #expect(!writer.isBusy)
    writer.stop()
    let store = try StateStore(directory: folder.path, options: .test)
    #expect(store.meta.bytes == [5])
    #expect(try store.rows().count == 1)
  }

  @Test func oneBatchIsInFlightAtATime() throws {
    let folder = try TemporaryFolder()
    let disk = SlowDisk()
    var options = StoreOptions.test
    options.faults = disk.faults
    let writer = try StoreWriter(StateStore(directory: folder.path, options: options))
    disk.halt()
    #expect(writer.submit(batch(1), epoch: 1, meta: []))
    #expect(!writer.submit(batch(2), epoch: 2, meta: []))
    #expect(writer.takeOutcome() == nil)
    disk.go()
    #expect(isReadable(writer, waiting: true))
    // Its outcome must be taken first.
    #expect(!writer.submit(batch(2), epoch: 2, meta: []))
    #expect(writer.takeOutcome()?.report?.epoch == 1)
    #expect(writer.submit(batch(2), epoch: 2, meta: []))
    writer.stop()
    #expect(writer.takeOutcome()?.report?.epoch == 2)
    #expect(!writer.submit(batch(3), epoch: 3, meta: []))
  }

  @Test func aFailedBatchComesBackAndCanBeTriedAgain() throws {
    let folder = try TemporaryFolder()
    let disk = FaultyDisk("writer")
    var options = StoreOptions.test
    options.fileSystem = disk.name
    let writer = try StoreWriter(StateStore(directory: folder.path, options: options))
    disk.failure = (disk.count + 1, SQLITE_FULL, .max / 2)
    #expect(writer.submit(batch(3), epoch: 1, meta: []))
    #expect(isReadable(writer, waiting: true))
    guard case .failed(let error, var back) = try #require(writer.takeOutcome()) else {
      Issue.record("it was committed")
      return
    }
    #expect(error.kind == .full && error.isTransient)
    #expect(back.changes.map(\.key) == batch(3).changes.map(\.key))
    disk.failure = nil
    back.append(batch(4))
    #expect(writer.submit(back, epoch: 2, meta: []))
    #expect(isReadable(writer, waiting: true))
    #expect(writer.takeOutcome()?.report?.epoch == 2)
    writer.stop()
    #expect(try StateStore(directory: folder.path, options: .test).rows().count == 4)
  }

  @Test func signalsAreLeftToTheLoop() throws {
    let folder = try TemporaryFolder()
    let open = Monitor<[Int32]>([])
    var options = StoreOptions.test
    options.faults = StoreFaults { call in
      if call == .step { open.change { $0 = Self.unblockedSignals() } }
      return nil
    }
    var signal = sigset_t()
    var before = sigset_t()
    unsafe sigaddset(&signal, SIGUSR2)
    unsafe pthread_sigmask(SIG_UNBLOCK, &signal, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    let writer = try StoreWriter(StateStore(directory: folder.path, options: options))
    #expect(Self.unblockedSignals().contains(SIGUSR2))
    #expect(writer.submit(batch(1), epoch: 1, meta: []))
    writer.stop()
    #expect(open.change { $0 } == [])
  }

  @Test func aWriterThatIsDroppedLetsTheDirectoryGo() throws {
    let folder = try TemporaryFolder()
    do {
      let writer = try StoreWriter(StateStore(directory: folder.path, options: .test))
      #expect(writer.submit(batch(1), epoch: 1, meta: []))
    }
    #expect(try StateStore(directory: folder.path, options: .test).meta.epoch == 1)
    #expect(try File.names(inFolder: folder.path).contains("state.db"))
  }

  private static func unblockedSignals() -> [Int32] {
    var mask = sigset_t()
    unsafe pthread_sigmask(SIG_BLOCK, nil, &mask)
    return [SIGTERM, SIGINT, SIGHUP, SIGCHLD, SIGALRM, SIGUSR2].filter {
      unsafe sigismember(&mask, $0) == 0
    }
  }

  private func isReadable(_ writer: StoreWriter, waiting: Bool) -> Bool {
    var entry = pollfd(fd: writer.descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&entry, 1, waiting ? -1 : 0) == 1
  }

  private func batch(_ rows: Int64) -> StateBatch {
    var batch = StateBatch()
    let value: [UInt8] = [1, 2, 3]
    for key in 0..<rows { batch.put(StateKey(owner: 1, kind: 1, key: key), value.span) }
    return batch
  }
}

/// Makes every call wait while it is halted.
private final class SlowDisk: Sendable {
  private let isHalted = Monitor(false)

  var faults: StoreFaults {
    let isHalted = isHalted
    return StoreFaults { _ in
      isHalted.wait { $0 ? nil : () }
      return nil
    }
  }

  func halt() { isHalted.change { $0 = true } }
  func go() { isHalted.change { $0 = false } }
}

extension StoreOutcome {
  fileprivate var report: CommitReport? {
    if case .committed(let report) = self { report } else { nil }
  }
}
