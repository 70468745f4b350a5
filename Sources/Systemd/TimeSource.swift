import CSystemd
package import LinuxIO

/// Runs its closure once each time it was armed and the time has come.
package final class TimeSource {
  private typealias Handler = () -> Void
  /// How late the closure may run, so that neighbouring wakes become one.
  private static let accuracyMicroseconds: UInt64 = 5000

  private let source: EventSource
  private let armed: Armed

  /// The time that it is armed for; nil if it is not.
  private final class Armed { var time: Int64? }

  /// Not armed at first.
  package init(
    _ loop: EventLoop, clock: Clock, priority: EventLoop.Priority = .normal,
    run: @escaping () -> Void
  ) throws(SystemError) {
    let armed = Armed()
    self.armed = armed
    let handler: Handler = {
      armed.time = nil
      run()
    }
    unsafe source = try EventSource(handler, in: loop, priority: priority, object: "time") {
      created, box in
      let added = unsafe sd_event_add_time(
        loop.event, created, clock.identifier, UInt64.max, Self.accuracyMicroseconds,
        { _, _, data in
          if let run = unsafe closure(data, as: Handler.self) { run() }
          return 0
        }, box)
      if added < 0 { return added }
      return unsafe sd_event_source_set_enabled(created.pointee, Int32(SD_EVENT_OFF))
    }
  }

  /// Runs the closure at `time`, in microseconds of the clock; at once if that has passed. Armed again
  /// for the same time it keeps its place among what is ready: otherwise a timer that each input arms
  /// would never run while there are inputs.
  package func arm(at time: Int64) {
    if armed.time == time { return }
    armed.time = time
    unsafe _ = sd_event_source_set_time(source.pointer, UInt64(max(0, time)))
    unsafe _ = sd_event_source_set_enabled(source.pointer, Int32(SD_EVENT_ONESHOT))
  }

  package func disarm() {
    armed.time = nil
    unsafe _ = sd_event_source_set_enabled(source.pointer, Int32(SD_EVENT_OFF))
  }
}
