import Glibc
package import LinuxIO

/// What the service manager is told over `NOTIFY_SOCKET`; nothing where there is none.
///
/// Sent without libsystemd, whose calls wait for as long as nobody reads there: the daemon would stand
/// still with its service manager.
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

  /// How long room for a message that matters is waited for; for a status not at all.
  private static let patienceMilliseconds: Int32 = 5000

  /// `NOTIFY_SOCKET`; nil where there is none.
  private let address: String?
  private let descriptorsMax: Int

  /// The manager that the environment names.
  package init() {
    self.init(
      notifySocket: Self.environment("NOTIFY_SOCKET"), store: Self.environment("FDSTORE"))
  }

  init(notifySocket: String?, store: String?) {
    address = notifySocket?.isEmpty == false ? notifySocket : nil
    descriptorsMax = store.flatMap { Int($0) } ?? 0
  }

  /// Says all `states` in one message. A service manager that is not there or does not listen is no
  /// reason to stop. False if there is one, and it was not told for want of room.
  @discardableResult
  package func tell(_ states: State...) -> Bool {
    let isStatus = states.allSatisfy { if case .status = $0 { true } else { false } }
    do throws(SystemError) {
      try send(
        states.map(\.assignments).joined(separator: "\n"),
        patience: isStatus ? 0 : Self.patienceMilliseconds)
      return true
    } catch {
      return error.code != EAGAIN
    }
  }

  private func send(
    _ message: String, passing descriptor: Int32? = nil, patience: Int32
  ) throws(SystemError) {
    guard let address else { return }
    let socket = try UnixDatagram.connect(toNotifySocket: address)
    do throws(SystemError) {
      try socket.send(Array(message.utf8), passing: descriptor, object: address)
    } catch {
      if error.code != EAGAIN || !socket.wait(for: POLLOUT, milliseconds: patience) { throw error }
      try socket.send(Array(message.utf8), passing: descriptor, object: address)
    }
  }

  private static func environment(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }
}

extension ServiceManager {
  /// Whether there is a manager that keeps descriptors: it says how many by `FDSTORE`, from systemd 254
  /// on by itself, before that because the unit sets it.
  package var keepsDescriptors: Bool { address != nil && descriptorsMax > 0 }

  /// Has the manager keep a copy of `descriptor` and pass it to the next run of the service under
  /// `name`, printable ASCII without a colon, at most 255. It is kept until it is forgotten, also where
  /// its other end has closed, so that what is unread in it is not lost; or until the service stops.
  /// A manager whose store is full (`FileDescriptorStoreMax=`) only says so in its own log.
  package func keep(_ descriptor: borrowing Descriptor, as name: String) throws(SystemError) {
    try send(
      "FDSTORE=1\nFDPOLL=0\nFDNAME=\(name)", passing: descriptor.number,
      patience: Self.patienceMilliseconds)
  }

  /// Has the manager close all that it keeps under `name`.
  package func forget(_ name: String) throws(SystemError) {
    try send("FDSTOREREMOVE=1\nFDNAME=\(name)", patience: Self.patienceMilliseconds)
  }
}
