import AuditCore
import LinuxIO

@testable import AuditStore

/// A database that was damaged: refused and left as it is, or read as one of the commits had it.
enum StoreTarget {
  static let target = FuzzTarget(name: "store", run: run) { _ in
    (0..<6).map { [UInt8($0), 0, 0, 32, 0, 7, 1, 1, 0, 16, 0, 2, 0, 1, 1] }
  }

  private static let database = "state.db"
  private static let log = "state.db-wal"
  private static var options: StoreOptions {
    var options = StoreOptions(rowFormat: 1)
    options.durability = .normal
    return options
  }

  /// Files as a crash would have left them, and every state that was committed up to then.
  private struct Original: Sendable {
    var files: [String: [UInt8]]
    var states: [[StateKey: [UInt8]]]
  }

  /// After some commits, with them in the log; and after the same and an orderly end.
  private static let originals: [Original] = {
    do {
      return try [3, 40].flatMap { commits in
        try [false, true].map { try make(commits, isClosed: $0) }
      }
    } catch {
      fatalError("no database to damage: \(error)")
    }
  }()

  private static func make(_ commits: Int, isClosed: Bool) throws -> Original {
    let folder = try WorkFolder()
    let store = try StateStore(directory: folder.path, options: options)
    var state = StoredState()
    var states = [state.rows]
    for number in 1...commits {
      let batch = batch(number)
      _ = try store.commit(batch, epoch: UInt64(number), meta: [UInt8(number)])
      state.take(batch)
      states.append(state.rows)
    }
    if isClosed { try store.close() }
    var files: [String: [UInt8]] = [:]
    for name in [database, log] { files[name] = folder.read(name) }
    return Original(files: files, states: states)
  }

  /// Rows of all sizes; some are replaced by later batches, some removed.
  private static func batch(_ number: Int) -> StateBatch {
    var batch = StateBatch()
    batch.isWhole = number == 1
    for key in 0..<8 as Range<Int64> {
      let size = (number * 37 + Int(key) * 211) % 1500
      let value = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: size)
      batch.put(StateKey(owner: Int64(number % 5), kind: 1, key: key), value.span)
    }
    batch.remove(StateKey(owner: Int64(number % 5), kind: 1, key: Int64(number % 8)))
    if number % 7 == 0 { batch.forget(3) }
    return batch
  }

  /// The first byte chooses the files; then each five bytes are a change of one of them.
  private static func run(_ input: inout FuzzInput) throws(BrokenProperty) {
    let original = originals[Int(input.byte()) % originals.count]
    var files = original.files
    while !input.isAtEnd { damage(&files, &input) }
    do {
      let folder = try WorkFolder()
      for (name, bytes) in files { try folder.write(bytes, to: name) }
      try read(folder)
      try use(folder, original, files)
    } catch let error as BrokenProperty {
      throw error
    } catch {
      throw BrokenProperty(description: "\(error)")
    }
  }

  private static func damage(_ files: inout [String: [UInt8]], _ input: inout FuzzInput) {
    let change = input.byte()
    let name = change & 8 == 0 ? database : log
    guard var bytes = files[name], !bytes.isEmpty else {
      _ = input.bytes(4)
      return
    }
    let place = (input.number() | Int(input.byte()) << 16) % bytes.count
    let value = input.byte()
    switch change & 7 {
    case 0, 1, 2: bytes[place] = value
    case 3: bytes[place] ^= 1 << (value & 7)
    case 4: bytes.removeSubrange(place...)
    case 5:
      for index in place..<min(place + Int(value), bytes.count) { bytes[index] = 0 }
    case 6:
      // Another page in the place of one.
      let (to, from) = (place / 4096 * 4096, Int(value) * 4096 % bytes.count)
      for index in 0..<4096 where max(to, from) + index < bytes.count {
        bytes[to + index] = bytes[from + index]
      }
    default:
      files[name] = nil
      return
    }
    files[name] = bytes
  }

  /// As tools do, beside or without a daemon.
  private static func read(_ folder: WorkFolder) throws {
    do {
      let reader = try StateReader(path: folder.path, options: options)
      let found = try reader.check()
      for problem in found.problems { try Output.requireSafe(problem.replacing("\n", with: "")) }
    } catch let error as StoreError {
      try judge(error)
    }
  }

  /// As the daemon does: all rows, then a commit.
  private static func use(
    _ folder: WorkFolder, _ original: Original, _ files: [String: [UInt8]]
  ) throws {
    do {
      let store = try StateStore(directory: folder.path, options: options)
      if files[database] == nil, files[log] == nil { return }
      var state = StoredState(rows: try rows(store))
      try require(original.states.contains(state.rows), "rows that were never committed so")
      let batch = batch(9)
      _ = try store.commit(batch, epoch: 1000, meta: [])
      state.take(batch)
      try require(try rows(store) == state.rows, "other rows than were committed")
      try store.close()
    } catch let error as StoreError {
      try judge(error)
      if error.isTransient { return }
      for name in [database, log] where folder.read(name) != files[name] {
        // An empty log says nothing.
        let isEmpty = files[name]?.isEmpty ?? true && folder.read(name)?.isEmpty ?? true
        try require(isEmpty, "\(name) was refused and written to: \(error)")
      }
    }
  }

  private static func rows(_ store: StateStore) throws -> [StateKey: [UInt8]] {
    var rows: [StateKey: [UInt8]] = [:]
    try store.readRows { key, value in rows[key] = [UInt8](copying: value) }
    return rows
  }

  private static func judge(_ error: StoreError) throws(BrokenProperty) {
    try require(error.kind != .unexpected, "\(error)")
    try require(error.kind != .busy && error.kind != .inUse, "\(error)")
  }
}
