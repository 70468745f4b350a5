import Glibc
import LinuxIO
import Systemd

/// Takes the clients that come to one listening socket.
final class Listener {
  /// Clients taken in one turn of the loop, so that a crowd at the door does not stop those inside.
  private static let acceptsPerTurnMax = 64
  /// How long a listener rests when the system is out of descriptors or memory: the clients stay in
  /// the queue, and asking at once would only spin.
  static let pauseMicroseconds: Int64 = 200_000

  private let socket: ListeningSocket
  private let loop: EventLoop
  private let faults: Faults
  private let accepted: (consuming Descriptor, _ isOfNetwork: Bool) -> Void
  /// Whether another client may be taken now. If not, `resume` tells when.
  private let mayAccept: () -> Bool
  /// Told once for each spell of failing, and once a second; the number is of those that were not told.
  private let failed: (SystemError, Int) -> Void
  private var source: ReadinessSource?
  private var pause: TimeSource?
  private var isFailing = false
  private var failures = RateLimit()

  var path: String { socket.path }
  var isOfNetwork: Bool { socket.isOfNetwork }
  /// False for a socket of the service manager's, which outlives this program.
  var isOwn: Bool { socket.isOwn }

  init(
    _ loop: EventLoop, _ socket: consuming ListeningSocket, faults: Faults,
    mayAccept: @escaping () -> Bool = { true },
    accepted: @escaping (consuming Descriptor, _ isOfNetwork: Bool) -> Void,
    failed: @escaping (SystemError, Int) -> Void
  ) throws(SystemError) {
    self.socket = socket
    self.loop = loop
    self.faults = faults
    self.mayAccept = mayAccept
    self.accepted = accepted
    self.failed = failed
    pause = try TimeSource(loop, clock: .boottime) { [unowned self] in resume() }
    source = try ReadinessSource(loop, self.socket.descriptor, for: .readable) {
      [unowned self] _ in takeClients()
    }
  }

  deinit { source = nil }

  /// Takes those who wait at the door now, at most one turn's worth.
  func takeClients() {
    for _ in 0..<Self.acceptsPerTurnMax {
      if !mayAccept() {
        source?.setRunning(false)
        return
      }
      do throws(SystemError) {
        switch try UnixSocket.accept(from: socket.descriptor, faults: faults, object: path) {
        case .some(let client): accepted(client, isOfNetwork)
        case .none: return
        }
        isFailing = false
      } catch {
        rest(after: error)
        return
      }
    }
  }

  /// Ends a rest early: a client has left, so there is a descriptor again, or there is room for input.
  func resume() {
    pause?.disarm()
    source?.setRunning(true)
  }

  private func rest(after error: SystemError) {
    source?.setRunning(false)
    let now = Clock.boottime.now()
    pause?.arm(at: now + Self.pauseMicroseconds)
    if isFailing { return }
    isFailing = true
    if let heldBack = failures.admit(at: now, perSecondMax: 1) { failed(error, heldBack) }
  }
}
