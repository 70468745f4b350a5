/// The tasks of a session that ended last, newest last, at most `Limits.endedTasksMax`.
struct EndedTasks {
  private var ring: [EndedTask] = []
  private var start = 0
  /// The chunks of the ring that differ from what is stored, one bit each.
  private var changedChunks: UInt64 = 0
  /// Tasks of one chunk, which is stored as one row.
  private static let chunkSize = Limits.endedTasksMax / 8

  /// A task ended by the event at `place`.
  mutating func append(_ task: borrowing TaskRecord, _ when: Session.When, _ place: Place) {
    var position = start
    if ring.count < Limits.endedTasksMax {
      position = ring.count
      if position == ring.capacity { ring.reserveCapacity(roomNext) }
      ring.append(.blank)
    } else {
      start = (start + 1) % Limits.endedTasksMax
    }
    ring[position].note(task, when, place)
    changedChunks |= 1 &<< UInt64(position / Self.chunkSize)
  }

  /// By eighths: who ends so many ends more. Doubling would copy each of these long records once more.
  private var roomNext: Int { min(max(8, ring.count * 8), Limits.endedTasksMax) }

  var count: Int { ring.count }

  /// Newest first: 0 is the task that ended last.
  func newest(_ age: Int) -> EndedTask { ring[(start + ring.count - 1 - age) % ring.count] }

  func first(id: UInt64) -> EndedTask? {
    for age in 0..<count where ring[(start + ring.count - 1 - age) % ring.count].task.id == id {
      return newest(age)
    }
    return nil
  }
}

// MARK: - Storing

extension EndedTasks: Archivable {
  static var blank: EndedTasks { EndedTasks() }

  /// All but the tasks, which are stored in chunks.
  mutating func pass(through archive: inout Archive) {
    archive.pass(&start)
    archive.require(start >= 0 && start < Limits.endedTasksMax)
  }

  /// The chunks that changed since the last call; all where `isWhole`.
  mutating func takeChanged(isWhole: Bool) -> [Int] {
    defer { changedChunks = 0 }
    let chunks = (ring.count + Self.chunkSize - 1) / Self.chunkSize
    return (0..<chunks).filter { isWhole || changedChunks & (1 << UInt64($0)) != 0 }
  }

  func tasks(ofChunk chunk: Int) -> [EndedTask] {
    Array(ring[chunk * Self.chunkSize..<min((chunk + 1) * Self.chunkSize, ring.count)])
  }

  /// Puts back the next chunk; `false` if it cannot be the next.
  mutating func restore(chunk: Int, _ tasks: [EndedTask]) -> Bool {
    guard ring.count % Self.chunkSize == 0, chunk == ring.count / Self.chunkSize,
      !tasks.isEmpty, tasks.count <= Self.chunkSize
    else { return false }
    ring += tasks
    return ring.count <= Limits.endedTasksMax
  }

  /// A ring that is not full has its oldest task first.
  var isWhole: Bool { start == 0 || ring.count == Limits.endedTasksMax }
}
