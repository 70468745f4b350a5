import CSystemd
import LinuxIO

/// What the service manager is told over `NOTIFY_SOCKET`; nothing where there is none.
package struct ServiceManager: Sendable {
  package enum State: Hashable, Sendable {
    case ready
    /// Takes the time as systemd wants it: `MONOTONIC_USEC` of `Clock.monotonic`.
    case reloading(monotonicMicroseconds: Int64)
    case stopping
    /// One line for people; nothing but the line is said.
    case status(String)

    /// The assignments of `sd_notify(3)`, one a line. A line feed in a status would begin another
    /// assignment: it becomes a space.
    var assignments: String {
      switch self {
      case .ready: return "READY=1"
      case .reloading(let time): return "RELOADING=1\nMONOTONIC_USEC=\(time)"
      case .stopping: return "STOPPING=1"
      case .status(let text):
        let line = text.unicodeScalars.map { $0.value < 0x20 ? " " : String($0) }.joined()
        return "STATUS=\(line)"
      }
    }
  }

  package init() {}

  /// Says all `states` in one message. A service manager that is not there or does not listen is no
  /// reason to stop: the result is not looked at.
  package func tell(_ states: State...) {
    let message = states.map(\.assignments).joined(separator: "\n")
    unsafe _ = sd_notify(0, message)
  }
}
