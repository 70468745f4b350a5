import CSystemd
package import LinuxIO

/// What a descriptor is ready for, or is waited for.
package struct IOReadiness: OptionSet, Sendable {
  package let rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  package static let readable = IOReadiness(rawValue: EPOLLIN.rawValue)
  package static let writable = IOReadiness(rawValue: EPOLLOUT.rawValue)
  /// Both directions are closed. Always waited for.
  package static let hangUp = IOReadiness(rawValue: EPOLLHUP.rawValue)
  /// Always waited for.
  package static let error = IOReadiness(rawValue: EPOLLERR.rawValue)
}

/// Runs its closure, level-triggered, while a descriptor is ready. Must go before the descriptor does.
package final class ReadinessSource {
  private let set: ReadinessSet
  private let id: UInt64
  private var waitedFor: IOReadiness
  private var isRunning = true

  package convenience init(
    _ loop: EventLoop, _ descriptor: borrowing Descriptor, for readiness: IOReadiness,
    priority: EventLoop.Priority = .normal, run: @escaping (IOReadiness) -> Void
  ) throws(SystemError) {
    try self.init(loop, number: descriptor.number, for: readiness, priority: priority, run: run)
  }

  /// The same for a descriptor that somebody else owns.
  package init(
    _ loop: EventLoop, number: Int32, for readiness: IOReadiness,
    priority: EventLoop.Priority = .normal, run: @escaping (IOReadiness) -> Void
  ) throws(SystemError) {
    set = try loop.readinessSet(of: priority)
    id = try set.add(ReadinessSet.Member(number: number, run: run), for: readiness)
    waitedFor = readiness
  }

  deinit { set.remove(id) }

  /// Changes what is waited for; empty waits for hang-up and error alone.
  package func wait(for readiness: IOReadiness) {
    waitedFor = readiness
    if isRunning { set.wait(for: readiness, id) }
  }

  /// Stops and starts the source; a stopped one does not even see a hang-up.
  package func setRunning(_ running: Bool) {
    isRunning = running
    set.wait(for: running ? waitedFor : nil, id)
  }
}
