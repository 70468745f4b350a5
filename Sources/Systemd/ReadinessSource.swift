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
  private typealias Handler = (IOReadiness) -> Void
  private let source: EventSource
  private var waitedFor: IOReadiness

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
    waitedFor = readiness
    unsafe source = try EventSource(
      run as Handler, priority: priority, object: "descriptor \(number)"
    ) { created, box in
      unsafe sd_event_add_io(
        loop.event, created, number, readiness.rawValue,
        { _, _, ready, data in
          if let run = unsafe closure(data, as: Handler.self) { run(IOReadiness(rawValue: ready)) }
          return 0
        }, box)
    }
  }

  /// Changes what is waited for; empty waits for hang-up and error alone.
  package func wait(for readiness: IOReadiness) {
    if readiness == waitedFor { return }
    waitedFor = readiness
    unsafe _ = sd_event_source_set_io_events(source.pointer, readiness.rawValue)
  }

  /// Stops and starts the source; a stopped one does not even see a hang-up.
  package func setRunning(_ running: Bool) {
    unsafe _ = sd_event_source_set_enabled(
      source.pointer, Int32(running ? SD_EVENT_ON : SD_EVENT_OFF))
  }
}
