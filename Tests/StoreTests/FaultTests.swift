import AuditCore
import CSQLite
import Glibc
import LinuxIO
import Testing

@testable import AuditStore

/// Every call of SQLite fails in turn, in each way, and every operation of the disk below it. Nothing
/// that was acknowledged is lost, and no state is there that is none.
@Suite struct FaultTests {
  static let codes = [SQLITE_FULL, SQLITE_IOERR, SQLITE_NOMEM, SQLITE_BUSY, SQLITE_CORRUPT]

  @Test(arguments: codes, [true, false])
  func everyCallOfSQLiteFailsOnce(_ code: Int32, _ happens: Bool) throws {
    var number = 0
    var last = false
    while !last {
      number += 1
      let folder = try TemporaryFolder()
      let calls = Monitor(0)
      var options = StoreOptions.test
      let failing = number
      options.faults = StoreFaults { call in
        let isIt = calls.change { calls in
          calls += 1
          return calls == failing
        }
        // A system call knows other numbers.
        let code = call == .system ? EIO : code
        return isIt ? (happens ? .after(code) : .instead(code)) : nil
      }
      var scenario = Scenario(seed: 1)
      scenario.run(in: folder.path, options)
      last = calls.change { $0 < failing }
      #expect(try scenario.complaint(about: folder.path) == nil, "call \(number)")
      #expect(last == scenario.errors.isEmpty, "call \(number)")
      if code != SQLITE_CORRUPT && scenario.tried == Scenario.batches {
        #expect(scenario.acknowledged == Scenario.batches, "call \(number)")
      }
    }
    // Far fewer would say that not all calls go where they are counted.
    #expect(number > 200)
  }

  @Test(arguments: [SQLITE_FULL, SQLITE_IOERR], [1, 3, 1000])
  func everyOperationOfTheDiskFails(_ code: Int32, _ length: Int) throws {
    let disk = FaultyDisk("failing-\(code)-\(length)")
    var first = 0
    var last = false
    while !last {
      first += 1
      let folder = try TemporaryFolder()
      disk.failure = (disk.count + first, code, length)
      let end = disk.count + first
      var scenario = Scenario(seed: 2)
      scenario.run(in: folder.path, .on(disk))
      last = disk.count < end
      disk.failure = nil
      #expect(try scenario.complaint(about: folder.path) == nil, "operation \(first)")
      #expect(scenario.errors.filter { !$0.isTransient } == [], "operation \(first)")
    }
    #expect(first > 100)
  }

  @Test(arguments: [true, false], [true, false])
  func aDiskThatIsFullAtTheStartIsReadAndWaitedFor(_ closed: Bool, _ exists: Bool) throws {
    let disk = FaultyDisk("full-\(closed)-\(exists)")
    let before = try TemporaryFolder()
    let folder = try TemporaryFolder()
    var random = SplitMix(seed: 5)
    var model = StateModel()
    do {
      let batch = StateModel.randomBatch(&random)
      let store = try StateStore(directory: before.path, options: .test)
      _ = try store.commit(batch, epoch: 1, meta: [])
      if exists { model.apply(batch) }
      if closed { try store.close() }
      // As a crash would leave it, unless it was closed.
      if exists { try TestFiles.copy(before.path, to: folder.path) }
    }
    disk.failure = (disk.count + 1, SQLITE_FULL, .max / 2)
    let store = try StateStore(directory: folder.path, options: .on(disk))
    #expect(store.obstacle?.kind == .full)
    #expect(try store.rows() == model.rows)
    for _ in 0..<3 {
      let error = #expect(throws: StoreError.self) {
        try store.commit(StateModel.randomBatch(&random), epoch: 2, meta: [])
      }
      #expect(error?.kind == .full)
      #expect(try store.rows() == model.rows)
    }
    disk.failure = nil
    let batch = StateModel.randomBatch(&random)
    _ = try store.commit(batch, epoch: 2, meta: [])
    model.apply(batch)
    #expect(store.obstacle == nil)
    #expect(try store.rows() == model.rows)
  }

  @Test func theProcessDiesAtEveryOperation() throws {
    let disk = FaultyDisk("dying")
    var death = 0
    var last = false
    while !last {
      death += 1
      let folder = try TemporaryFolder()
      disk.death = disk.count + death
      var scenario = Scenario(seed: 3)
      scenario.run(in: folder.path, .on(disk))
      last = disk.count < disk.death
      #expect(try scenario.complaint(about: folder.path) == nil, "operation \(death)")
    }
    #expect(death > 100)
  }

  @Test(arguments: 0..<40)
  func thePowerFails(_ seed: Int) throws {
    let (complaints, cuts) = try powerFailures(UInt64(seed), .full)
    #expect(complaints == [])
    #expect(cuts > 5)
  }

  /// The test before would find what is not waited for.
  @Test func withoutWaitingForTheDiskAPowerFailureLosesCommits() throws {
    let (complaints, _) = try powerFailures(1, .normal)
    #expect(complaints.contains { $0.contains("was acknowledged") })
    #expect(!complaints.contains { $0.contains("are not its own") })
  }

  /// Cuts the power at several points of one life, with a part of the unsynchronised writes lost.
  private func powerFailures(
    _ seed: UInt64, _ durability: StoreOptions.Durability
  ) throws -> (complaints: [String], cuts: Int) {
    let disk = FaultyDisk("power-\(seed)-\(durability)")
    var random = SplitMix(seed: seed)
    var complaints: [String] = []
    var cuts = 0
    while true {
      let folder = try TemporaryFolder()
      disk.death = disk.count + 1 + cuts * 12 + Int.random(in: 0..<12, using: &random)
      var options = StoreOptions.on(disk)
      options.durability = durability
      var scenario = Scenario(seed: seed)
      scenario.run(in: folder.path, options)
      if disk.count < disk.death { return (complaints, cuts) }
      cuts += 1
      let kept = Int.random(in: 0...2, using: &random)
      disk.cutPower { _ in Int.random(in: 0..<2, using: &random) < kept }
      if let complaint = try scenario.complaint(about: folder.path) { complaints.append(complaint) }
    }
  }
}

extension StoreOptions {
  fileprivate static func on(_ disk: FaultyDisk) -> StoreOptions {
    var options = StoreOptions.test
    options.fileSystem = disk.name
    return options
  }
}
