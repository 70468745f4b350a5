import AuditCore
import Glibc
import LinuxIO
import Testing

@testable import AuditStore

/// What only a process of its own can show: its sudden end, and what another user meets.
@Suite struct ProcessTests {
  /// The same for parent and child: what the commit of an epoch brings.
  private static func batch(_ epoch: UInt64) -> StateBatch {
    var random = SplitMix(seed: epoch)
    return StateModel.randomBatch(&random, changesMax: 20)
  }

  @Test func whatWasReportedIsThereAfterEveryKill() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path
    var model = StateModel()
    var modelEpoch: UInt64 = 0
    for round in 0..<15 as Range<UInt64> {
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = path as String, round = round as UInt64] in
        try Self.commitUntilKilled(path, round)
      }
      let reported = try TestFiles.bytes("\(path)/reported").last ?? 0
      let store = try StateStore(directory: path, options: .test)
      // A child that reports nothing leaves the report one behind, if the child before did not come to it.
      let ahead = reported &- UInt8(truncatingIfNeeded: modelEpoch)
      let known = modelEpoch + UInt64(ahead == .max ? 0 : ahead)
      while modelEpoch < store.meta.epoch {
        modelEpoch += 1
        model.apply(Self.batch(modelEpoch))
      }
      #expect((known...known + 1).contains(store.meta.epoch), "round \(round)")
      #expect(try store.rows() == model.rows, "round \(round)")
    }
    #expect(modelEpoch > 15)
  }

  /// The child: commits on, notes what was reported, and is killed by a thread of its own at an instant
  /// that nothing is in step with.
  private static func commitUntilKilled(_ path: String, _ round: UInt64) throws {
    let store = try StateStore(directory: path, options: .test)
    var epoch = store.meta.epoch
    let writer = try StoreWriter(store)
    let number = unsafe open("\(path)/reported", O_WRONLY | O_CREAT | O_APPEND, 0o600)
    let reported = Descriptor(owning: number)
    var random = SplitMix(seed: round)
    let killAt = epoch + 1 + random.next() % 8
    let turns = random.next() % 400_000
    while true {
      epoch += 1
      if epoch == killAt {
        _ = try WriterThread {
          var left = turns
          while left > 0 { left -= 1 }
          _ = kill(getpid(), SIGKILL)
        }
      }
      _ = writer.submit(batch(epoch), epoch: epoch, meta: [])
      var entry = pollfd(fd: writer.descriptor, events: Int16(POLLIN), revents: 0)
      _ = unsafe poll(&entry, 1, -1)
      guard case .committed = writer.takeOutcome() else { exit(1) }
      _ = try reported.writeAll([UInt8(truncatingIfNeeded: epoch)], object: "reported")
    }
  }

  /// Root may do everything; another user meets what an unprivileged daemon meets. Each process ends as
  /// root: the leak checker cannot look into one that has given that up.
  @Test(.enabled(if: geteuid() == 0))
  func aDirectoryThatMayNotBeWrittenGivesAnEmptyStoreThatWaits() async throws {
    let folder = try TemporaryFolder()
    _ = unsafe chmod(folder.path, 0o755)
    await #expect(processExitsWith: .success) { [path = folder.path as String] in
      _ = seteuid(65534)
      defer { _ = seteuid(0) }
      let store = try StateStore(directory: path, options: .test)
      #expect(store.obstacle?.kind == .readOnly && store.obstacle?.exitStatus == 73)
      #expect(try store.rows().isEmpty)
      let error = #expect(throws: StoreError.self) {
        try store.commit(Self.batch(1), epoch: 1, meta: [])
      }
      #expect(error?.kind == .readOnly)
      // And goes on as soon as it can.
      _ = seteuid(0)
      _ = try store.commit(Self.batch(1), epoch: 1, meta: [])
      #expect(store.obstacle == nil)
      try store.close()
    }
    #expect(try StateStore(directory: folder.path, options: .test).meta.epoch == 1)
    var status = stat()
    #expect(unsafe stat("\(folder.path)/state.db", &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
  }

  @Test(.enabled(if: geteuid() == 0), arguments: [true, false])
  func whatMayNotBeWrittenIsReadAllTheSame(_ closed: Bool) async throws {
    let folder = try TemporaryFolder()
    let crashed = try TemporaryFolder()
    let store = try StateStore(directory: folder.path, options: .test)
    _ = try store.commit(Self.batch(1), epoch: 1, meta: [])
    if closed { try store.close() }
    try TestFiles.copy(folder.path, to: crashed.path)
    for name in try File.names(inFolder: crashed.path) {
      _ = unsafe chmod("\(crashed.path)/\(name)", 0o644)
    }
    _ = unsafe chmod(crashed.path, 0o755)
    let before = try TestFiles.durable(in: crashed.path)
    await #expect(processExitsWith: .success) { [path = crashed.path as String] in
      _ = seteuid(65534)
      defer { _ = seteuid(0) }
      var model = StateModel()
      model.apply(Self.batch(1))
      do {
        let store = try StateStore(directory: path, options: .test)
        #expect(store.obstacle?.kind == .readOnly)
        #expect(try store.rows() == model.rows)
        #expect(throws: StoreError.self) { try store.commit(StateBatch(), epoch: 2, meta: []) }
        #expect(try store.rows() == model.rows)
        #expect(store.meta.epoch == 1)
      }
      let reader = try StateReader(path: path, options: .test)
      #expect(try reader.rows() == model.rows)
      #expect(try reader.check().isSound)
    }
    #expect(try TestFiles.durable(in: crashed.path) == before)
  }

  @Test(.enabled(if: geteuid() == 0))
  func aDirectoryThatMayNotBeEnteredIsUnreachable() async throws {
    let folder = try TemporaryFolder()
    await #expect(processExitsWith: .success) { [path = folder.path as String] in
      _ = seteuid(65534)
      defer { _ = seteuid(0) }
      let error = #expect(throws: StoreError.self) {
        try StateStore(directory: path, options: .test)
      }
      #expect(error?.kind == .unreachable && error?.exitStatus == 66)
    }
  }

  @Test func aKilledProcessLeavesNoLock() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let store = try StateStore(directory: path, options: .test)
      _ = kill(getpid(), SIGKILL)
      _ = store
    }
    _ = try StateStore(directory: path, options: .test)
  }
}
