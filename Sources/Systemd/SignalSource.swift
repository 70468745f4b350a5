import CSystemd
package import LinuxIO

/// Runs its closure in the loop when the process gets a signal, which is blocked otherwise.
package final class SignalSource {
  private typealias Handler = () -> Void
  private let source: EventSource

  /// Only the caller's mask blocks the signal: other threads of the process must block it by themselves.
  package init(_ loop: EventLoop, signal: Int32, run: @escaping () -> Void) throws(SystemError) {
    unsafe source = try EventSource(
      run as Handler, in: loop, priority: .early, object: "signal \(signal)"
    ) { created, box in
      unsafe sd_event_add_signal(
        loop.event, created, signal | Int32(SD_EVENT_SIGNAL_PROCMASK),
        { _, _, data in
          if let run = unsafe closure(data, as: Handler.self) { run() }
          return 0
        }, box)
    }
  }
}
