import AuditCore
import Foundation
import Testing

@testable import AuditStore

/// The measurement behind the figures of `Sources/AuditStore/README.md`. Prints them, and asserts
/// nothing of time.
struct StoreMeasurement {
  @Test(.enabled(if: ProcessInfo.processInfo.environment["BGTASKD_MEASURE"] != nil))
  func ofReadingAndCommitting() throws {
    for durability in [StoreOptions.Durability.full, .normal] {
      let folder = try TemporaryFolder()
      var options = StoreOptions(rowFormat: 1)
      options.durability = durability
      print("synchronous \(durability.rawValue)")
      try measure(folder.path, options)
      let opening = try Self.time {
        try StateStore(directory: folder.path, options: options).readRows { _, _ in }
      }
      print("  opening again and reading: \(opening)")
    }
  }

  private func measure(_ directory: String, _ options: StoreOptions) throws {
    let store = try StateStore(directory: directory, options: options)
    let whole = Self.rows(100_000)
    var epoch: UInt64 = 0
    for name in ["100,000 rows into an empty database", "the same, replaced as a whole"] {
      epoch += 1
      let time = try Self.time { _ = try store.commit(whole, epoch: epoch, meta: []) }
      print("  \(name): \(time)")
      try store.tidy()
    }
    var rows = 0
    let reading = try Self.time { try store.readRows { _, _ in rows += 1 } }
    print("  reading \(rows) rows: \(reading)")
    for count in [1, 100, 1000] {
      let batch = Self.rows(count)
      let times = try (0..<50).map { _ in
        epoch += 1
        defer { try? store.tidy() }
        return try Self.time { _ = try store.commit(batch, epoch: epoch, meta: []) }
      }.sorted()
      print("  a commit of \(count) rows: median \(times[25]), worst of 50 \(times[49])")
    }
  }

  private static func rows(_ count: Int) -> StateBatch {
    var batch = StateBatch()
    batch.isWhole = count == 100_000
    var value = [UInt8](repeating: 7, count: 80)
    for number in 0..<count {
      value[0] = UInt8(truncatingIfNeeded: number)
      batch.put(
        StateKey(owner: Int64(number / 100), kind: 3, key: Int64(number % 100)), value.span)
    }
    return batch
  }

  private static func time(_ body: () throws -> Void) rethrows -> Duration {
    let clock = ContinuousClock()
    return try clock.measure(body)
  }
}
