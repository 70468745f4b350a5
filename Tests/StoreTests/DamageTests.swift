import AuditCore
import LinuxIO
import Testing

@testable import AuditStore

/// Bytes change, and ends go missing. Either the rows are as they were, or the database is refused and
/// left alone: never wrong rows, never a trap.
@Suite struct DamageTests {
  @Test(arguments: 0..<12)
  func aDamagedDatabaseIsRightOrRefused(_ seed: Int) throws {
    var random = SplitMix(seed: UInt64(seed))
    let (files, states) = try makeDatabase(&random, closed: true)
    var refused = 0
    for _ in 0..<25 {
      let folder = try TemporaryFolder()
      var bytes = try #require(files["state.db"])
      damage(&bytes, &random)
      try TestFiles.write(bytes, to: "\(folder.path)/state.db")
      switch try opening(folder.path, &random) {
      case .refused: refused += 1
      case .rows(let rows): #expect(rows == states.last)
      }
    }
    #expect(refused > 3)
  }

  /// What a log lost is not seen: SQLite takes it for the end of what was written before a crash. But
  /// what is read is then the state of an earlier commit.
  @Test(arguments: 0..<12)
  func aDamagedLogIsAnEarlierStateOrRefused(_ seed: Int) throws {
    var random = SplitMix(seed: UInt64(seed))
    let (files, states) = try makeDatabase(&random, closed: false)
    for _ in 0..<25 {
      let folder = try TemporaryFolder()
      var log = try #require(files["state.db-wal"])
      damage(&log, &random)
      try TestFiles.write(try #require(files["state.db"]), to: "\(folder.path)/state.db")
      try TestFiles.write(log, to: "\(folder.path)/state.db-wal")
      if case .rows(let rows) = try opening(folder.path, &random) {
        #expect(states.contains(rows))
      }
    }
  }

  private enum Opening {
    case refused
    case rows([StateKey: [UInt8]])
  }

  /// Opens as a daemon does and reads, and goes on as a daemon does if that went well.
  private func opening(_ folder: String, _ random: inout SplitMix) throws -> Opening {
    let before = try TestFiles.durable(in: folder)
    check(folder)
    do {
      let store = try StateStore(directory: folder, options: .test)
      let rows = try store.rows()
      try goOn(store, folder, rows, &random)
      return .rows(rows)
    } catch let error as StoreError {
      #expect(error.kind == .damaged || error.kind == .foreign || error.kind == .newer, "\(error)")
      #expect(try TestFiles.durable(in: folder) == before, "\(error)")
      return .refused
    }
  }

  /// What a commit says is there must be there, or be known to be damaged.
  private func goOn(
    _ store: StateStore, _ folder: String, _ rows: [StateKey: [UInt8]], _ random: inout SplitMix
  ) throws {
    var model = StateModel(rows: rows)
    do {
      for epoch in 50..<52 as Range<UInt64> {
        let batch = StateModel.randomBatch(&random)
        _ = try store.commit(batch, epoch: epoch, meta: [])
        model.apply(batch)
      }
      #expect(try store.rows() == model.rows)
      try store.close()
    } catch let error as StoreError {
      #expect(!error.isTransient, "\(error)")
    }
  }

  /// A tool looks at everything; whatever it finds, it only says so.
  private func check(_ folder: String) {
    _ = try? StateReader(path: folder, options: .test).check()
  }

  private func damage(_ bytes: inout [UInt8], _ random: inout SplitMix) {
    switch Int.random(in: 0..<5, using: &random) {
    case 0: bytes.removeLast(Int.random(in: 1..<bytes.count, using: &random))
    case 1:
      let start = Int.random(in: 0..<bytes.count, using: &random)
      for index in start..<min(bytes.count, start + 600) { bytes[index] = 0 }
    case 2:
      bytes[Int.random(in: 0..<100, using: &random)] = UInt8.random(in: 0...255, using: &random)
    default: bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 1 << UInt8(random.next() % 8)
    }
  }

  /// The files of a database after some commits, and its rows after each of them.
  private func makeDatabase(
    _ random: inout SplitMix, closed: Bool
  ) throws -> (files: [String: [UInt8]], states: [[StateKey: [UInt8]]]) {
    let folder = try TemporaryFolder()
    let store = try StateStore(directory: folder.path, options: .test)
    var model = StateModel()
    var states = [model.rows]
    for epoch in 1...4 as ClosedRange<UInt64> {
      let batch = StateModel.randomBatch(&random, changesMax: 100)
      _ = try store.commit(batch, epoch: epoch, meta: [1, 2, 3])
      model.apply(batch)
      states.append(model.rows)
    }
    if closed { try store.close() }
    return (try TestFiles.durable(in: folder.path), states)
  }
}
