import CSystemd
import Glibc
package import LinuxIO

/// What the service manager is told over `NOTIFY_SOCKET`; nothing where there is none.
///
/// Each message waits until the manager has room for it.
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

extension ServiceManager {
  /// Whether there is a manager that keeps descriptors: it says how many by `FDSTORE`, from systemd 254
  /// on by itself, before that because the unit sets it.
  package var keepsDescriptors: Bool {
    Self.keepsDescriptors(
      notifySocket: Self.environment("NOTIFY_SOCKET"), store: Self.environment("FDSTORE"))
  }

  static func keepsDescriptors(notifySocket: String?, store: String?) -> Bool {
    notifySocket?.isEmpty == false && (store.flatMap { Int($0) } ?? 0) > 0
  }

  /// Has the manager keep a copy of `descriptor` and pass it to the next run of the service under
  /// `name`, printable ASCII without a colon, at most 255. It is kept until it is forgotten, also where
  /// its other end has closed, so that what is unread in it is not lost; or until the service stops.
  /// A manager whose store is full (`FileDescriptorStoreMax=`) only says so in its own log.
  package func keep(_ descriptor: borrowing Descriptor, as name: String) throws(SystemError) {
    try store("FDSTORE=1\nFDPOLL=0\nFDNAME=\(name)", [descriptor.number], name)
  }

  /// Has the manager close all that it keeps under `name`.
  package func forget(_ name: String) throws(SystemError) {
    try store("FDSTOREREMOVE=1\nFDNAME=\(name)", [], name)
  }

  private func store(
    _ message: String, _ descriptors: [Int32], _ name: String
  ) throws(SystemError) {
    let result = unsafe descriptors.withUnsafeBufferPointer { list in
      unsafe sd_pid_notify_with_fds(0, 0, message, list.baseAddress, UInt32(list.count))
    }
    if result < 0 {
      throw SystemError(code: -result, operation: "be kept or forgotten", object: name)
    }
  }

  private static func environment(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }
}
