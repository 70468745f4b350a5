/// The tasks of a session that ended last, newest last, at most `Limits.endedTasksMax`.
struct EndedTasks {
  private var ring: [EndedTask] = []
  private var start = 0

  mutating func append(_ task: EndedTask) {
    if ring.count < Limits.endedTasksMax {
      ring.append(task)
    } else {
      ring[start] = task
      start = (start + 1) % ring.count
    }
  }

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
